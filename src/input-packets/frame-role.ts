import type { EntityManager } from 'typeorm';
import type { BarcodeSymbol } from '../../libs/vision-pool/index.js';
import { enqueuePurge } from '../storage/purge.js';
import { writeIdentifiers } from './frame-identifiers.js';
import { lockFrame } from './frame-rows.js';
import { Frame } from './frame.entity.js';

/**
 * Gives a frame whose uploader said none its role: `barcode` with what its symbols hold, or `document`. What belongs
 * to the other role goes: a barcode frame has no normalized picture, a document no identifiers.
 *
 * @param symbols of a sheet that carries little but barcodes; null for any other frame
 */
export async function giveRole(
  manager: EntityManager,
  frame: Frame,
  symbols: readonly BarcodeSymbol[] | null,
): Promise<void> {
  const role = symbols ? 'barcode' : 'document';
  if (role === 'document' && frame.role === 'document') return;
  await manager.transaction(async (inner) => {
    const current = await lockFrame(inner, frame);
    // Re-shot or removed meanwhile.
    if (!current) return;
    const picture = { normalizedKey: null, normalizationFlag: null, normalizationError: null };
    await inner.update(Frame, { id: frame.id }, role === 'barcode' ? { role, ...picture } : { role });
    if (role === 'barcode' && current.normalizedKey) {
      await enqueuePurge(inner, { keys: [current.normalizedKey] });
    }
    await writeIdentifiers(inner, current, symbols ?? []);
  });
}
