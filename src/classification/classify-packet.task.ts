import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BackgroundTask, BackgroundTasks } from '../background/background-tasks.js';
import { DomainError } from '../domain-error.js';
import { type ClassifyJob, classifyTaskName } from '../input-packets/packet-rows.js';
import { ClassifyFrameCommand } from './classify-frame.command.js';

/** Classifies a packet that came in or whose frames were edited. */
@Injectable()
export class ClassifyPacketTask implements BackgroundTask {
  readonly name = classifyTaskName;

  constructor(
    tasks: BackgroundTasks,
    private readonly commands: CommandBus,
  ) {
    tasks.add(this);
  }

  async run(payload: unknown): Promise<void> {
    const { packetId } = payload as ClassifyJob;
    try {
      await this.commands.execute(new ClassifyFrameCommand(packetId, null, true));
    } catch (error) {
      // Deleted meanwhile. Restoring queues what is missing.
      if (error instanceof DomainError && error.code === 'PACKET_NOT_FOUND') return;
      throw error;
    }
  }
}
