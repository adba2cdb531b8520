import type { EntityManager } from 'typeorm';
import type { BarcodeSymbol } from '../../libs/vision-pool/index.js';
import { enqueuePurge } from '../storage/purge.js';
import { writeIdentifiers } from './frame-identifiers.js';
import { lockFrame } from './frame-rows.js';
import { assignmentOf, Frame, type FrameRole } from './frame.entity.js';

/**
 * Gives a frame whose uploader said none its role: `barcode` with what its symbols hold, or `document`. What belongs
 * to the other role goes: a barcode frame has no normalized picture, a document no identifiers.
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
    // The operator may have named its form while its picture was looked at: a page of a form is no barcode sheet.
    if (!symbols || assignmentOf(current)?.source === 'operator') {
      await inner.update(Frame, { id: frame.id }, { role: 'document' });
      await writeIdentifiers(inner, current, []);
      return 'document';
    }
    const picture = { normalizedKey: null, normalizationFlag: null, normalizationError: null };
    await inner.update(Frame, { id: frame.id }, { role: 'barcode', ...picture });
    if (current.normalizedKey) await enqueuePurge(inner, { keys: [current.normalizedKey] });
    await writeIdentifiers(inner, current, symbols);
    return 'barcode';
  });
}
