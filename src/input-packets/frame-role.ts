import type { EntityManager } from 'typeorm';
import type { BarcodeSymbol } from '../../libs/vision-pool/index.js';
import { enqueuePurge } from '../storage/purge.js';
import { writeIdentifiers } from './frame-identifiers.js';
import { lockFrame } from './frame-rows.js';
import { Frame, type FrameRole, roleOf } from './frame.entity.js';

/**
 * Gives a frame whose uploader said none its role: `barcode` with what its symbols hold, or `document`. What belongs
 * to the other role goes: a barcode frame has no normalized picture, a document no identifiers. Where the operator has
 * named its form, that counts, and what is found out here for when it is taken back.
 *
 * @param symbols of a sheet that carries little but barcodes; null for any other frame
 * @returns the role that it has now
 */
export async function giveRole(
  manager: EntityManager,
  frame: Frame,
  symbols: readonly BarcodeSymbol[] | null,
): Promise<FrameRole> {
  if (!symbols && frame.role === 'document') return 'document';
  return manager.transaction(async (inner) => {
    const current = await lockFrame(inner, frame);
    // Re-shot or removed meanwhile.
    if (!current) return frame.role;
    const role = symbols ? 'barcode' : 'document';
    await inner.update(Frame, { id: frame.id }, { role });
    await writeIdentifiers(inner, current, symbols ?? []);
    await dropPictureOfSheet(inner, { ...current, role });
    return role;
  });
}

/** Takes its normalized picture from a barcode frame, within a transaction that has locked the frame or its packet. */
export async function dropPictureOfSheet(manager: EntityManager, frame: Frame): Promise<void> {
  if (roleOf(frame) !== 'barcode' || !frame.normalizedKey) return;
  await manager.update(
    Frame,
    { id: frame.id },
    {
      normalizedKey: null,
      normalizedFormId: null,
      normalizedPageNumber: null,
      normalizationFlag: null,
      normalizationError: null,
    },
  );
  await enqueuePurge(manager, { keys: [frame.normalizedKey] });
}
