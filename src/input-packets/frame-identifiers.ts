import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { BarcodeSymbol } from '../../libs/vision-pool/index.js';
import { lockFrame } from './frame-rows.js';
import type { Frame } from './frame.entity.js';
import { Identifier } from './identifier.entity.js';

/** PostgreSQL's text has no U+0000, which codes of bytes have (postage, tickets): its picture stands for it. */
const NUL = /\0/g;
const NUL_PICTURE = '\u2400';

/** Makes what was read from a frame the identifiers that the packet has from it; a repeat replaces them. */
export async function replaceIdentifiers(
  manager: EntityManager,
  frame: Frame,
  symbols: readonly BarcodeSymbol[],
): Promise<void> {
  await manager.transaction(async (inner) => {
    // The frame's row is the lock: two runs at once must not both insert. A frame that was deleted meanwhile gets
    // nothing, nor does one that turned out to be a page of a form.
    const locked = await lockFrame(inner, frame);
    if (locked?.role === 'barcode') await writeIdentifiers(inner, locked, symbols);
  });
}

/** The same for a frame that the caller's transaction has locked. */
export async function writeIdentifiers(
  manager: EntityManager,
  { id: frameId, packetId }: Frame,
  symbols: readonly BarcodeSymbol[],
): Promise<void> {
  await manager.delete(Identifier, { frameId });
  await manager.insert(
    Identifier,
    symbols.map(({ type, value }) => ({
      id: randomUUID(),
      packetId,
      frameId,
      type,
      value: value.replace(NUL, NUL_PICTURE),
    })),
  );
}
