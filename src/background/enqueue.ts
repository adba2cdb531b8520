import type { EntityManager } from 'typeorm';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** A job with the same key that has not started is replaced. */
  key?: string;
}

/** Tries of a job before it is given up; with exponential waits the last one comes after about a day. */
export const maxAttempts = 16;

/**
 * Queues a background task within the caller's transaction: it runs if and only if the transaction commits.
 */
export async function enqueue(
  manager: EntityManager,
  task: string,
  payload: object,
  { queue, key }: JobOptions = {},
): Promise<void> {
  await manager.query(
    `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, job_key := $4, max_attempts := $5)`,
    [task, JSON.stringify(payload), queue ?? null, key ?? null, maxAttempts],
  );
}
