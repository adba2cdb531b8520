import { type EntityManager, IsNull } from 'typeorm';
import { enqueue, withdraw } from '../background/enqueue.js';
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
 * A visible packet.
 *
 * @throws DomainError PACKET_NOT_FOUND, also when it is softly deleted
 */
export async function findVisiblePacket(manager: EntityManager, id: string): Promise<InputPacket> {
  const packet = await manager.findOneBy(InputPacket, { id, deletedAt: IsNull() });
  if (!packet) throw packetNotFound(id);
  return packet;
}

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

/** Counts an edit of a packet's set of frames up, and queues the packet's classification. */
export async function noteEdit(manager: EntityManager, packetId: string): Promise<void> {
  await manager.increment(InputPacket, { id: packetId }, 'revision', 1);
  await requestClassification(manager, packetId);
}

const jobKeyOf = (packetId: string) => `classify:${packetId}`;

/** Queues the classification of a packet. */
export async function requestClassification(manager: EntityManager, packetId: string): Promise<void> {
  await manager.update(InputPacket, { id: packetId }, { classification: 'pending' });
  const job: ClassifyJob = { packetId };
  await enqueue(manager, classifyTaskName, job, { queue: `packet:${packetId}`, key: jobKeyOf(packetId) });
}

/** Takes the classification of a packet out of the queue, where a failed one may wait for a day or lie given up. */
export async function withdrawClassification(manager: EntityManager, packetId: string): Promise<void> {
  await withdraw(manager, jobKeyOf(packetId));
}
