import { Module } from '@nestjs/common';
import { AddUpPacketCountsHandler } from './add-up-packet-counts.command.js';
import { AddUpPacketCountsTask } from './add-up-packet-counts.task.js';
import { AddFramesHandler } from './add-frames.command.js';
import { CreateInputPacketHandler } from './create-input-packet.command.js';
import { FrameIntake } from './frame-intake.js';
import { FramesController } from './frames.controller.js';
import { GetFrameImageHandler } from './get-frame-image.query.js';
import { GetFrameOverlayHandler } from './get-frame-overlay.query.js';
import { GetInputPacketHandler } from './get-input-packet.query.js';
import { InputPacketsController } from './input-packets.controller.js';
import { ListInputPacketsHandler } from './list-input-packets.query.js';
import { RemoveFrameHandler } from './remove-frame.command.js';
import { ReplaceFrameHandler } from './replace-frame.command.js';

@Module({
  controllers: [InputPacketsController, FramesController],
  providers: [
    FrameIntake,
    CreateInputPacketHandler,
    AddFramesHandler,
    ReplaceFrameHandler,
    RemoveFrameHandler,
    GetInputPacketHandler,
    ListInputPacketsHandler,
    GetFrameImageHandler,
    GetFrameOverlayHandler,
    AddUpPacketCountsHandler,
    AddUpPacketCountsTask,
  ],
})
export class InputPacketsModule {}
