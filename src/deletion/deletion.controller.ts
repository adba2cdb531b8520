import { Controller, Delete, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Operator, RequireRight } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { GuidPipe } from '../http/path-pipes.js';
import { PacketResult } from '../input-packets/dto/packet.dto.js';
import { DeleteInputPacketCommand } from './delete-input-packet.command.js';
import { DeletePacketResult } from './dto/deletion.dto.js';
import { ForceDeleteInputPacketCommand } from './force-delete-input-packet.command.js';
import { RestoreInputPacketCommand } from './restore-input-packet.command.js';

@ApiTags('Deletion')
@Controller('InputPacket/:id')
export class DeletionController {
  constructor(private readonly commands: CommandBus) {}

  @Delete()
  @Operator()
  @Endpoint({
    operationId: 'deletePacket',
    summary: 'Soft deletion: hide the packet; it can be restored',
    result: DeletePacketResult,
    errors: ['PACKET_NOT_FOUND'],
  })
  async delete(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new DeleteInputPacketCommand(id));
  }

  @Delete('force')
  @RequireRight('ForceDeleteInputPacketCommand')
  @Endpoint({
    operationId: 'forceDeletePacket',
    summary: 'Hard deletion: the packet and its files go for good',
    description:
      'Whether it was softly deleted before or not. The audit trail keeps its identifier and number; its files go within moments of the answer.',
    result: DeletePacketResult,
    payloadExample: { Mode: 'force' },
    errors: ['PACKET_NOT_FOUND'],
  })
  async forceDelete(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new ForceDeleteInputPacketCommand(id));
  }

  @Post('restore')
  @Operator()
  @Endpoint({
    operationId: 'restorePacket',
    summary: 'Undo soft deletion',
    result: PacketResult,
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'CONFLICT'],
  })
  async restore(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new RestoreInputPacketCommand(id));
  }
}
