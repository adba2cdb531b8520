import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BackgroundTask, BackgroundTasks } from '../background/background-tasks.js';
import { AddUpPacketCountsCommand } from './add-up-packet-counts.command.js';

/** Keeps the numbers of packets quick to read: a busy minute notes some thousand changes. */
@Injectable()
export class AddUpPacketCountsTask implements BackgroundTask {
  readonly name = 'add_up_packet_counts';
  readonly crontab = '* * * * *';

  constructor(
    tasks: BackgroundTasks,
    private readonly commands: CommandBus,
  ) {
    tasks.add(this);
  }

  async run(): Promise<void> {
    await this.commands.execute(new AddUpPacketCountsCommand());
  }
}
