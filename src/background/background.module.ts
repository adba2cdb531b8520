import { Global, Module } from '@nestjs/common';
import { BackgroundRunner } from './background-runner.js';
import { BackgroundTasks } from './background-tasks.js';
import { BackgroundTurns } from './background-turns.js';

@Global()
@Module({
  providers: [BackgroundTasks, BackgroundRunner, BackgroundTurns],
  exports: [BackgroundTasks, BackgroundRunner, BackgroundTurns],
})
export class BackgroundModule {}
