import { Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { GuidPipe, OrdinalPipe } from '../http/path-pipes.js';
import { NormalizePacketResult } from './dto/normalization.dto.js';
import { NormalizePacketCommand } from './normalize-packet.command.js';

const madeAnew =
  'Takes up to some seconds a frame. A frame that fails has the reason in `Error` and counts in `Failed`; the status is ' +
  '200 all the same. The picture is at `.../frames/{order}/image?Variant=normalized`.';

@ApiTags('Normalization')
@Controller('InputPacket/:id')
export class NormalizationController {
  constructor(private readonly commands: CommandBus) {}

  @Post('normalize')
  @Operator()
  @Endpoint({
    operationId: 'normalizePacket',
    summary: 'Normalize all frames of the packet; answers when done',
    description: madeAnew,
    result: NormalizePacketResult,
    errors: ['PACKET_NOT_FOUND'],
  })
  async normalizePacket(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new NormalizePacketCommand(id, null));
  }

  @Post('frames/:order/normalize')
  @Operator()
  @Endpoint({
    operationId: 'normalizeFrame',
    summary: 'Normalize one frame, again if it was before; answers when done',
    description: madeAnew,
    result: NormalizePacketResult,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND'],
  })
  async normalizeFrame(@Param('id', GuidPipe) id: string, @Param('order', OrdinalPipe) order: number) {
    return this.commands.execute(new NormalizePacketCommand(id, order));
  }
}
