import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, Matches } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../domain-error.js';
import { currentRequest } from '../request-context.js';
import { sentAs } from '../validation.js';
import type { Upload } from './frame-intake.js';
import { type PacketDetails, readPacket } from './packet-details.js';

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

/** What a request does with its frames: makes a packet of this number, or adds them to one. */
type Purpose = { number: string | null } | { addTo: string };

/**
 * Does a request once: a repeat under the same key, after a lost answer, is answered with the packet that the first one
 * made or edited, as it is now.
 *
 * @param sentKey as the caller sent it; null does the work each time
 * @param work is given the key, which it claims in its transaction (`claim`)
 * @throws DomainError CONFLICT as `findFirst`
 */
export async function once(
  manager: EntityManager,
  sentKey: string | null,
  frames: readonly Upload[],
  purpose: Purpose,
  work: (key: IdempotencyKey | null) => Promise<PacketDetails>,
): Promise<PacketDetails> {
  if (sentKey === null) return work(null);
  const subject = currentRequest()?.subject ?? '';
  const key = { subject, key: sentKey, fingerprint: await fingerprintOf(frames, purpose) };
  const first = await findFirst(manager, key);
  if (first) return readPacket(manager, first);
  try {
    return await work(key);
  } catch (error) {
    const winner = error instanceof Repeated ? await findFirst(manager, key) : null;
    if (winner) return readPacket(manager, winner);
    throw error;
  }
}

/** SHA-256 of everything that makes the request: what it is for, roles, and each file's bytes. */
async function fingerprintOf(frames: readonly Upload[], purpose: Purpose): Promise<string> {
  // Of a creation its number alone, as the keys that are stored already have it.
  const what = 'addTo' in purpose ? purpose : purpose.number;
  const hash = createHash('sha256').update(JSON.stringify([what, frames.map(({ role }) => role)]));
  for (const { path } of frames) {
    const file = createHash('sha256');
    for await (const chunk of createReadStream(path)) file.update(chunk as Buffer);
    hash.update(file.digest());
  }
  return hash.digest('hex');
}

/**
 * The packet that the first request under this key made or edited; null when there was none.
 *
 * @throws DomainError CONFLICT when that request was another one, or its packet is softly deleted
 */
async function findFirst(manager: EntityManager, id: IdempotencyKey): Promise<string | null> {
  const [row] = await manager.query<{ packetId: string; fingerprint: string; deleted: boolean }[]>(
    `select packet.id as "packetId", fingerprint, deleted_at is not null as deleted
     from idempotency_keys join input_packets packet on packet.id = packet_id
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
  return row.packetId;
}

/** Another request under the same key was quicker. */
class Repeated extends DomainError {}

/**
 * Books the key for a packet, waiting for another request under the same key that is under way. Ends the caller's
 * transaction when that one has done its work meanwhile.
 */
export async function claim(
  manager: EntityManager,
  id: IdempotencyKey | null,
  packetId: string,
): Promise<void> {
  if (!id) return;
  const rows = await manager.query<unknown[]>(
    `insert into idempotency_keys (subject, key, fingerprint, packet_id) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [id.subject, id.key, id.fingerprint, packetId],
  );
  if (rows.length === 0)
    throw new Repeated('CONFLICT', 'Another request under this Idempotency-Key is under way.');
}
