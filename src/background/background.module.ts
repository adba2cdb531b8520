import { Global, Module } from '@nestjs/common';
import { BackgroundRunner } from './background-runner.js';
import { BackgroundTasks } from './background-tasks.js';

@Global()
@Module({ providers: [BackgroundTasks, BackgroundRunner], exports: [BackgroundTasks, BackgroundRunner] })
export class BackgroundModule {}
