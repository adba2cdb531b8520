import { Module } from '@nestjs/common';
import { DeleteInputPacketHandler } from './delete-input-packet.command.js';
import { DeletionController } from './deletion.controller.js';
import { ForceDeleteInputPacketHandler } from './force-delete-input-packet.command.js';
import { PurgeFilesHandler } from './purge-files.command.js';
import { PurgeFilesTask } from './purge-files.task.js';
import { RestoreInputPacketHandler } from './restore-input-packet.command.js';
import { SweepHandler } from './sweep.command.js';
import { SweepTask } from './sweep.task.js';

@Module({
  controllers: [DeletionController],
  providers: [
    DeleteInputPacketHandler,
    ForceDeleteInputPacketHandler,
    RestoreInputPacketHandler,
    PurgeFilesHandler,
    PurgeFilesTask,
    SweepHandler,
    SweepTask,
  ],
})
export class DeletionModule {}
