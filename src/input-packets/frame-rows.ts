import type { EntityManager } from 'typeorm';
import { DomainError, frameNotFound } from '../domain-error.js';
import { isBusy } from '../vision-failure.js';
import type { FramePicture } from './frame-intake.js';
import { Frame } from './frame.entity.js';

/** Inserts frames of a packet, the first with the given order, the others counting on. */
export async function insertFrames(
  manager: EntityManager,
  packetId: string,
  pictures: readonly FramePicture[],
  firstOrder: number,
): Promise<void> {
  await manager.insert(
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

/**
 * Does work on a frame. Where that fails and the frame was re-shot meanwhile, whose file goes soon after its row, the
 * work is done on the new shot.
 *
 * @param known ids of the frames that have their own turn: one of them moves up when a frame is removed
 * @throws what the work threw; DomainError CONFLICT when the frame was removed
 */
export async function onNewestShot<T>(
  manager: EntityManager,
  frame: Frame,
  known: ReadonlySet<string>,
  work: (frame: Frame) => Promise<T>,
): Promise<T> {
  try {
    return await work(frame);
  } catch (error) {
    if (isBusy(error)) throw error;
    const { id, packetId, order } = frame;
    // While the database is away too, the failure at hand tells more.
    const isThere = await manager.existsBy(Frame, { id }).catch(() => true);
    if (isThere) throw error;
    const reshot = await manager.findOneBy(Frame, { packetId, order });
    if (!reshot || known.has(reshot.id)) {
      throw new DomainError('CONFLICT', 'The frame was replaced or removed meanwhile.', undefined, {
        cause: error,
      });
    }
    return onNewestShot(manager, reshot, new Set([...known, reshot.id]), work);
  }
}

/** Keys of all files that a frame has. */
export const filesOf = (frame: Frame): string[] =>
  frame.normalizedKey ? [frame.fileKey, frame.normalizedKey] : [frame.fileKey];
