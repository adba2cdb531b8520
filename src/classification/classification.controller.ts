import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { GuidPipe, OrdinalPipe } from '../http/path-pipes.js';
import { IfMatch } from '../http/revisions.js';
import { PacketResult } from '../input-packets/dto/packet.dto.js';
import { ChooseFormCommand } from './choose-form.command.js';
import { ClassifyFrameCommand } from './classify-frame.command.js';
import { ClassifyFrameResult, FormChoiceDto } from './dto/classification.dto.js';
import { WithdrawFormChoiceCommand } from './withdraw-form-choice.command.js';

const ranAgain =
  'Answers when done. A form chosen by hand stays; confidence and alternatives are told all the same. A frame that is ' +
  'not recognized has the reason in `Error` and counts in `Unrecognized`; the status is 200 all the same.';

@ApiTags('Classification')
@Controller('InputPacket/:id')
export class ClassificationController {
  constructor(private readonly commands: CommandBus) {}

  @Post('classify')
  @Operator()
  @Endpoint({
    operationId: 'classifyPacket',
    summary: 'Classify all frames of the packet again',
    description: ranAgain,
    result: ClassifyFrameResult,
    errors: ['PACKET_NOT_FOUND'],
  })
  async classifyPacket(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new ClassifyFrameCommand(id, null));
  }

  @Post('frames/:order/classify')
  @Operator()
  @Endpoint({
    operationId: 'classifyFrame',
    summary: 'Classify one frame again',
    description: ranAgain,
    result: ClassifyFrameResult,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND'],
  })
  async classifyFrame(@Param('id', GuidPipe) id: string, @Param('order', OrdinalPipe) order: number) {
    return this.commands.execute(new ClassifyFrameCommand(id, order));
  }

  @Put('frames/:order/form')
  @Operator()
  @Endpoint({
    operationId: 'chooseForm',
    summary: "Name the form and page of a frame; takes precedence over the detector's result",
    result: PacketResult,
    body: 'json',
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND', 'FORM_NOT_FOUND', 'PRECONDITION_FAILED', 'TOO_LARGE'],
  })
  async choose(
    @Param('id', GuidPipe) id: string,
    @Param('order', OrdinalPipe) order: number,
    @Body() { FormId, PageNumber }: FormChoiceDto,
    @IfMatch() allowed: number[] | null,
  ) {
    return this.commands.execute(new ChooseFormCommand(id, order, FormId, PageNumber, allowed));
  }

  @Delete('frames/:order/form')
  @Operator()
  @Endpoint({
    operationId: 'withdrawFormChoice',
    summary: "Take the choice of form back; the detector's result counts again",
    result: PacketResult,
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND', 'PRECONDITION_FAILED'],
  })
  async withdraw(
    @Param('id', GuidPipe) id: string,
    @Param('order', OrdinalPipe) order: number,
    @IfMatch() allowed: number[] | null,
  ) {
    return this.commands.execute(new WithdrawFormChoiceCommand(id, order, allowed));
  }
}
