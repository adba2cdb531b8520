import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, Matches } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { DomainError } from './domain-error.js';
import { currentRequest } from './request-context.js';
import { sentAs } from './validation.js';

/** A caller's name for one request, under which a repeat is known. Keys of different callers do not meet. */
export interface IdempotencyKey {
  subject: string;
  key: string;
  /** Tells a true repeat from another request under the same key. */
  fingerprint: string;
}

/** A field that holds the key as the caller sent it; null without one. */
export const IsIdempotencyKey = () =>
  applyDecorators(
    IsOptional(),
    Matches(/^[\x21-\x7e]{1,200}$/, {
      message: 'Idempotency-Key must have 1 to 200 visible ASCII characters',
      ...sentAs('Idempotency-Key'),
    }),
  );

/** A request that may come again. */
export interface Repeatable<Result> {
  /** As the caller sent it; null does the work each time. */
  key: string | null;
  /** What is asked beside the files, as JSON; another operation's must never look the same. */
  asked: unknown;
  /** Where the files that came with the request lie. */
  files: readonly string[];
  /** Does the work; is given the key, which it claims in its transaction (`claim`). */
  work: (key: IdempotencyKey | null) => Promise<Result>;
  /** The answer to a repeat: what the first request made or edited, as it is now. */
  again: (id: string) => Promise<Result>;
}

/**
 * Does a request once: a repeat under the same key, after a lost answer, does nothing more.
 *
 * @throws DomainError CONFLICT as `findFirst`
 */
export async function once<Result>(
  manager: EntityManager,
  { key: sentKey, asked, files, work, again }: Repeatable<Result>,
): Promise<Result> {
  if (sentKey === null) return work(null);
  const subject = currentRequest()?.subject ?? '';
  const key = { subject, key: sentKey, fingerprint: await fingerprintOf(asked, files) };
  const first = await findFirst(manager, key);
  if (first) return again(first);
  try {
    return await work(key);
  } catch (error) {
    const winner = error instanceof Repeated ? await findFirst(manager, key) : null;
    if (winner) return again(winner);
    throw error;
  }
}

/** SHA-256 of everything that makes the request: what it asks, and each file's bytes. */
async function fingerprintOf(asked: unknown, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(asked));
  for (const path of files) {
    const file = createHash('sha256');
    for await (const chunk of createReadStream(path)) file.update(chunk as Buffer);
    hash.update(file.digest());
  }
  return hash.digest('hex');
}

/**
 * The packet or form that the first request under this key made or edited; null when there was none.
 *
 * @throws DomainError CONFLICT when that request was another one, or its packet is softly deleted
 */
async function findFirst(manager: EntityManager, id: IdempotencyKey): Promise<string | null> {
  const [row] = await manager.query<{ target: string; fingerprint: string; deleted: boolean }[]>(
    `select coalesce(packet_id, form_id) as target, fingerprint, packet.deleted_at is not null as deleted
     from idempotency_keys left join input_packets packet on packet.id = packet_id
     where subject = $1 and key = $2`,
    [id.subject, id.key],
  );
  if (!row) return null;
  if (row.fingerprint !== id.fingerprint) {
    throw new DomainError('CONFLICT', 'This Idempotency-Key came with another request already.');
  }
  if (row.deleted) {
    throw new DomainError(
      'CONFLICT',
      'The packet that this Idempotency-Key stands for has been deleted since.',
    );
  }
  return row.target;
}

/** Another request under the same key was quicker. */
class Repeated extends DomainError {}

/**
 * Books the key for a packet or a form, waiting for another request under the same key that is under way. Ends the
 * caller's transaction when that one has done its work meanwhile.
 */
export async function claim(
  manager: EntityManager,
  id: IdempotencyKey | null,
  { packetId, formId }: { packetId?: string; formId?: string },
): Promise<void> {
  if (!id) return;
  const rows = await manager.query<unknown[]>(
    `insert into idempotency_keys (subject, key, fingerprint, packet_id, form_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [id.subject, id.key, id.fingerprint, packetId ?? null, formId ?? null],
  );
  if (rows.length === 0)
    throw new Repeated('CONFLICT', 'Another request under this Idempotency-Key is under way.');
}
