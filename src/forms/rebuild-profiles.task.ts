import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { PROFILE_VERSION } from '../../libs/vision-pool/index.js';
import { type BackgroundTask, BackgroundTasks } from '../background/background-tasks.js';
import {
  RebuildProfilesCommand,
  type RebuildJob,
  rebuildTaskName,
  requestRebuild,
} from './rebuild-profiles.command.js';

/**
 * Rebuilds the profiles that an older version of the service left: asked for at the start, and looked after once
 * an hour for what a process of that version registered since.
 */
@Injectable()
export class RebuildProfilesTask implements BackgroundTask, OnApplicationBootstrap {
  readonly name = rebuildTaskName;
  readonly crontab = '43 * * * *';

  constructor(
    tasks: BackgroundTasks,
    private readonly commands: CommandBus,
    private readonly dataSource: DataSource,
  ) {
    tasks.add(this);
  }

  async onApplicationBootstrap(): Promise<void> {
    await requestRebuild(this.dataSource.manager);
  }

  async run(payload: unknown): Promise<void> {
    const { version = PROFILE_VERSION, after } = payload as RebuildJob;
    if (version !== PROFILE_VERSION)
      throw new Error(`left to a worker that makes profiles of version ${version}`);
    await this.commands.execute(new RebuildProfilesCommand(after ?? null));
  }
}
