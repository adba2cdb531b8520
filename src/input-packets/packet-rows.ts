import type { EntityManager } from 'typeorm';
import { enqueue } from '../background/enqueue.js';
import { packetNotFound } from '../domain-error.js';
import { InputPacket } from './input-packet.entity.js';

export const classifyTaskName = 'classify_packet';

export interface ClassifyJob {
  packetId: string;
}

/**
 * Locks a visible packet until the end of the transaction, so that edits of its frames come one after the
 * other.
 *
 * @throws DomainError PACKET_NOT_FOUND, also when it is softly deleted
 */
export async function lockVisiblePacket(manager: EntityManager, id: string): Promise<InputPacket> {
  const packet = await manager
    .createQueryBuilder(InputPacket, 'packet')
    .setLock('pessimistic_write')
    .where('packet.id = :id and packet.deletedAt is null', { id })
    .getOne();
  if (!packet) throw packetNotFound(id);
  return packet;
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
