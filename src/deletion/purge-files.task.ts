import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BackgroundTask, BackgroundTasks } from '../background/background-tasks.js';
import { type Purge, purgeTaskName } from '../storage/purge.js';
import { PurgeFilesCommand } from './purge-files.command.js';

/** Deletes the files that a committed transaction left without rows. */
@Injectable()
export class PurgeFilesTask implements BackgroundTask {
  readonly name = purgeTaskName;

  constructor(
    tasks: BackgroundTasks,
    private readonly commands: CommandBus,
  ) {
    tasks.add(this);
  }

  async run(payload: unknown): Promise<void> {
    const { keys = [], folders = [] } = payload as Purge;
    await this.commands.execute(new PurgeFilesCommand(keys, folders));
  }
}
