import type { EntityManager } from 'typeorm';
import { DomainError } from '../domain-error.js';
import { isBusy } from '../vision-failure.js';
import { Frame } from './frame.entity.js';

/**
 * Does work on a frame as it is when its turn comes: the operator may have named its form since the frames were listed.
 * Where the work fails and the frame was re-shot meanwhile, whose file goes soon after its row, it is done on the new
 * shot.
 *
 * @param known ids of the frames that have their own turn: one of them moves up when a frame is removed
 * @throws what the work threw; DomainError CONFLICT when the frame was removed
 */
export async function onNewestShot<T>(
  manager: EntityManager,
  { id, packetId, order }: Frame,
  known: ReadonlySet<string>,
  work: (frame: Frame) => Promise<T>,
): Promise<T> {
  const current = await manager.findOneBy(Frame, { id });
  let cause: unknown;
  if (current) {
    try {
      return await work(current);
    } catch (error) {
      if (isBusy(error)) throw error;
      // While the database is away too, the failure at hand tells more.
      const isThere = await manager.existsBy(Frame, { id }).catch(() => true);
      if (isThere) throw error;
      cause = error;
    }
  }
  const reshot = await manager.findOneBy(Frame, { packetId, order });
  if (!reshot || known.has(reshot.id)) {
    throw new DomainError('CONFLICT', 'The frame was replaced or removed meanwhile.', undefined, { cause });
  }
  return onNewestShot(manager, reshot, new Set([...known, reshot.id]), work);
}
