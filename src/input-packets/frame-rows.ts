import type { EntityManager } from 'typeorm';
import { insertRows } from '../database/insert-rows.js';
import { frameNotFound } from '../domain-error.js';
import type { FramePicture } from './frame-intake.js';
import { Frame } from './frame.entity.js';

/** Inserts frames of a packet, the first with the given order, the others counting on. */
export async function insertFrames(
  manager: EntityManager,
  packetId: string,
  pictures: readonly FramePicture[],
  firstOrder: number,
): Promise<void> {
  await insertRows(
    manager,
    Frame,
    pictures.map((picture, index) => ({ ...picture, packetId, order: firstOrder + index, candidates: [] })),
  );
}

/** @throws DomainError FRAME_NOT_FOUND */
export async function findFrame(manager: EntityManager, packetId: string, order: number): Promise<Frame> {
  const frame = await manager.findOneBy(Frame, { packetId, order });
  if (!frame) throw frameNotFound(packetId, order);
  return frame;
}

/**
 * The frames that a command is meant for, in order: the one with this order, or all.
 *
 * @throws DomainError FRAME_NOT_FOUND when the one is not there
 */
export async function findFrames(
  manager: EntityManager,
  packetId: string,
  order: number | null,
): Promise<Frame[]> {
  if (order !== null) return [await findFrame(manager, packetId, order)];
  return manager.find(Frame, { where: { packetId }, order: { order: 'asc' } });
}

/**
 * Locks a frame until the end of the transaction.
 *
 * @returns null when it was removed, re-shot or deleted with its packet meanwhile
 */
export async function lockFrame(
  manager: EntityManager,
  { id, packetId }: Pick<Frame, 'id' | 'packetId'>,
): Promise<Frame | null> {
  // Edits and deletion lock the packet and then its frames. Whoever writes an identifier needs the packet too, by its
  // foreign key: taken after the frame, the two would wait for each other.
  await manager.query(`select 1 from input_packets where id = $1 for key share`, [packetId]);
  return manager
    .createQueryBuilder(Frame, 'frame')
    .setLock('pessimistic_write')
    .where('frame.id = :id', { id })
    .getOne();
}

/** Keys of all files that a frame has. */
export const filesOf = (frame: Frame): string[] =>
  frame.normalizedKey ? [frame.fileKey, frame.normalizedKey] : [frame.fileKey];
