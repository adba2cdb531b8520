import type { EntityManager } from 'typeorm';
import { enqueue } from '../background/enqueue.js';

export const purgeTaskName = 'purge_files';

/** Ahead of classification: what was deleted for good must not lie there until a morning's mail has been looked at. */
const priority = -1;

/** Files to delete for good: single ones, and whole folders (see `FileStore.folderOf`). */
export interface Purge {
  keys?: string[];
  folders?: string[];
}

/**
 * Has files deleted once the caller's transaction, which removes their rows, has committed. A store that is
 * away delays the deletion and does not lose it.
 */
export async function enqueuePurge(manager: EntityManager, purge: Purge): Promise<void> {
  if (!purge.keys?.length && !purge.folders?.length) return;
  await enqueue(manager, purgeTaskName, purge, { priority });
}
