import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** A job with the same key that has not started is replaced; one that runs loses its key and is not tried again. */
  key?: string;
  /** Lower numbers go first; 0 unless said. */
  priority?: number;
}

/** Tries of a job before it is given up; with exponential waits the last one comes after about a day. */
const maxAttempts = 16;

/**
 * Queues a background task within the caller's transaction: it runs if and only if the transaction commits.
 * Every job has a key, so that one without is known as replaced (`forgetReplacedJobs`).
 */
export async function enqueue(
  manager: EntityManager,
  task: string,
  payload: object,
  { queue, key = `${task}:${randomUUID()}`, priority = 0 }: JobOptions = {},
): Promise<void> {
  await manager.query(
    `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, job_key := $4, max_attempts := $5,
       priority := $6)`,
    [task, JSON.stringify(payload), queue ?? null, key, maxAttempts, priority],
  );
}

/**
 * Takes the job with this key out of the queue, if there is one, within the caller's transaction. One that runs loses
 * its key and is not tried again.
 */
export async function withdraw(manager: EntityManager, key: string): Promise<void> {
  await manager.query(`select graphile_worker.remove_job($1)`, [key]);
}

/** Takes jobs out of the queue whose worker died, or that failed, after a newer job had taken their place. */
export async function forgetReplacedJobs(manager: EntityManager): Promise<void> {
  await manager.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where key is null and attempts >= max_attempts and locked_at is null))`,
  );
}
