import type { EntityManager } from 'typeorm';
import { enqueue } from '../background/enqueue.js';
import { DomainError, packetNotFound } from '../domain-error.js';
import { InputPacket } from './input-packet.entity.js';

export const classifyTaskName = 'classify_packet';

export interface ClassifyJob {
  packetId: string;
}

/**
 * Revisions of a packet's set of frames of which a caller allows one to be edited; null where any may be. Frames are
 * named by their place: after an edit that the caller does not know of, another frame may stand there.
 */
export type AllowedRevisions = readonly number[] | null;

/**
 * Locks a visible packet until the end of the transaction, so that edits of its frames come one after the
 * other.
 *
 * @throws DomainError PACKET_NOT_FOUND, also when it is softly deleted; PRECONDITION_FAILED when its set of frames has
 *   none of the revisions allowed
 */
export async function lockVisiblePacket(
  manager: EntityManager,
  id: string,
  allowed: AllowedRevisions = null,
): Promise<InputPacket> {
  const packet = await manager
    .createQueryBuilder(InputPacket, 'packet')
    .setLock('pessimistic_write')
    .where('packet.id = :id and packet.deletedAt is null', { id })
    .getOne();
  if (!packet) throw packetNotFound(id);
  assertRevision(packet, allowed);
  return packet;
}

/** @throws DomainError PRECONDITION_FAILED */
export function assertRevision({ revision }: InputPacket, allowed: AllowedRevisions): void {
  if (allowed === null || allowed.includes(revision)) return;
  throw new DomainError(
    'PRECONDITION_FAILED',
    'The set of frames has been edited since. Get the packet again.',
  );
}

/** Queues the classification of a packet whose set of frames has just been made or edited. */
export async function requestClassification(manager: EntityManager, packetId: string): Promise<void> {
  await manager.query(
    `update input_packets set classification = 'pending', revision = revision + 1 where id = $1`,
    [packetId],
  );
  const job: ClassifyJob = { packetId };
  await enqueue(manager, classifyTaskName, job, { queue: `packet:${packetId}`, key: `classify:${packetId}` });
}
