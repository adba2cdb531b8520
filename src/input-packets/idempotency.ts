import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../domain-error.js';
import type { Upload } from './frame-intake.js';

/** A caller's name for one request, under which a repeat is known. Keys of different callers do not meet. */
export interface IdempotencyKey {
  subject: string;
  key: string;
  /** Tells a true repeat from another request under the same key. */
  fingerprint: string;
}

/** SHA-256 of everything that makes the packet: number, roles, and each file's bytes. */
export async function fingerprintOf(frames: readonly Upload[], number: string | null): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([number, frames.map(({ role }) => role)]));
  for (const { path } of frames) {
    const file = createHash('sha256');
    for await (const chunk of createReadStream(path)) file.update(chunk as Buffer);
    hash.update(file.digest());
  }
  return hash.digest('hex');
}

/**
 * The packet that the first request under this key made; null when there was none.
 *
 * @throws DomainError CONFLICT when that request was another one, or its packet is softly deleted
 */
export async function findFirst(manager: EntityManager, id: IdempotencyKey): Promise<string | null> {
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
    throw new DomainError('CONFLICT', 'The packet that this Idempotency-Key made has been deleted since.');
  }
  return row.packetId;
}

/**
 * Books the key for a packet, waiting for another request under the same key that is under way.
 *
 * @returns false when that other request has made its packet meanwhile
 */
export async function claim(manager: EntityManager, id: IdempotencyKey, packetId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into idempotency_keys (subject, key, fingerprint, packet_id) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [id.subject, id.key, id.fingerprint, packetId],
  );
  return rows.length > 0;
}
