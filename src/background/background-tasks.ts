import { Injectable } from '@nestjs/common';

/** A task of the background queue. It dispatches commands and must be safe to run twice. */
export interface BackgroundTask {
  readonly name: string;
  /** Crontab times (five fields, UTC) at which it is queued by itself, beside what is queued by hand. */
  readonly crontab?: string;
  run(payload: unknown): Promise<void>;
}

/** The tasks of all features; each adds its own when its module starts. */
@Injectable()
export class BackgroundTasks {
  private readonly tasks = new Map<string, BackgroundTask>();

  add(task: BackgroundTask): void {
    this.tasks.set(task.name, task);
  }

  all(): BackgroundTask[] {
    return [...this.tasks.values()];
  }
}
