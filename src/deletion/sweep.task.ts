import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BackgroundTask, BackgroundTasks } from '../background/background-tasks.js';
import { SweepCommand } from './sweep.command.js';

/** Sweeps once an hour. */
@Injectable()
export class SweepTask implements BackgroundTask {
  readonly name = 'sweep';
  readonly crontab = '17 * * * *';

  constructor(
    tasks: BackgroundTasks,
    private readonly commands: CommandBus,
  ) {
    tasks.add(this);
  }

  async run(): Promise<void> {
    await this.commands.execute(new SweepCommand());
  }
}
