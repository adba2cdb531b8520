import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { forgetReplacedJobs } from '../background/enqueue.js';
import { classifyTaskName, requestClassification } from '../input-packets/packet-rows.js';
import { FileStore } from '../storage/file-store.js';

/**
 * A file is written before its row; one without a row that is older than this was left by a request that was
 * killed in between. Longer than a request may take files in (intake-deadline.ts).
 */
const orphanAgeMs = 60 * 60 * 1000;

export interface Swept {
  /** Files deleted because no row speaks of them. */
  files: number;
  /** Packets queued again whose job was lost. */
  packets: number;
}

/**
 * Puts right what a kill at the wrong instant leaves: files without rows, packets without their job, jobs that nobody
 * needs.
 */
export class SweepCommand extends Command<Swept> {
  constructor(readonly olderThanMs = orphanAgeMs) {
    super();
  }
}

@CommandHandler(SweepCommand)
export class SweepHandler implements ICommandHandler<SweepCommand> {
  private readonly log = new Logger(SweepHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  async execute({ olderThanMs }: SweepCommand): Promise<Swept> {
    const before = new Date(Date.now() - olderThanMs);
    const swept: Swept = { files: 0, packets: await this.requeueStranded() };
    await forgetReplacedJobs(this.dataSource.manager);
    await this.forgetQueues();
    try {
      // Last: the rest needs no file store, which may be away.
      for await (const key of this.orphans(before)) {
        await this.files.delete(key);
        swept.files++;
      }
    } finally {
      if (swept.files + swept.packets > 0) this.log.warn(swept, 'swept');
    }
    return swept;
  }

  /** Keys of old files without a row; empty folders go meanwhile. */
  private async *orphans(before: Date): AsyncGenerator<string> {
    for (const owner of ['packets/', 'forms/', FileStore.checkFolder]) {
      // Age first, rows second: a file that is old and without a row by then will never get one.
      for await (const old of this.files.writtenBefore(before, owner)) yield* await this.withoutRow(old);
      await this.files.deleteEmptyFolders(owner, before);
    }
  }

  private async withoutRow(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.dataSource.query<{ key: string }[]>(
      `select key from unnest($1::text[]) key
       where not exists (select 1 from frames where file_key = key)
         and not exists (select 1 from frames where normalized_key = key)
         and not exists (select 1 from form_pages where file_key = key)`,
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  /**
   * graphile-worker keeps the name of each queue for ever, and ours name packets. Only those of packets deleted for
   * good go: nobody can book a job for one any more, which would wait for ever in a queue that is gone.
   */
  private async forgetQueues(): Promise<void> {
    await this.dataSource.query(
      `delete from graphile_worker._private_job_queues queue
       where queue_name like 'packet:%' and locked_at is null
         and not exists (select 1 from input_packets where 'packet:' || id = queue_name)
         and not exists (select 1 from graphile_worker._private_jobs where job_queue_id = queue.id)`,
    );
  }

  /** Packets that wait for a classification that nobody is going to do. */
  private async requeueStranded(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const stranded = await manager.query<{ id: string }[]>(
        `select id from input_packets packet
         where deleted_at is null and classification in ('pending', 'running')
           and not exists (
             select 1 from graphile_worker.jobs
             where task_identifier = $1 and key = 'classify:' || packet.id and attempts < max_attempts
           )
           and not exists (
             select 1 from graphile_worker.jobs
             where task_identifier = $1 and queue_name = 'packet:' || packet.id and locked_at is not null
           )
         for update skip locked`,
        [classifyTaskName],
      );
      for (const { id } of stranded) await requestClassification(manager, id);
      return stranded.length;
    });
  }
}
