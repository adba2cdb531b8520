import { createHash } from 'node:crypto';
import type { ApiClient } from '../service/api-client.js';

/** What an operator has been told of a frame. */
export interface FrameState {
  /** SHA-256 of its picture as it was sent. */
  picture: string;
  /** The page that the operator chose for it. */
  chosen: FormPage | null;
}

export interface FormPage {
  formId: string;
  pageNumber: number;
}

/** What an operator has been told of a packet. */
export interface PacketState {
  /** Its frames in order; null where the packet is gone for good. */
  frames: readonly FrameState[] | null;
  /** Softly deleted. */
  hidden: boolean;
}

/** A packet and what it may be: one state, or two while an answer is missing. */
export interface LedgerEntry {
  id: string;
  state: PacketState;
  /** The state that a request would have led to whose answer never came. */
  perhaps: PacketState | null;
}

export const fingerprint = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const same = (a: PacketState, b: PacketState) => JSON.stringify(a) === JSON.stringify(b);

/** Start and end of a JPEG file. */
const jpegStart = 'ffd8';
const jpegEnd = 'ffd9';

/** What operators know, held against what the service says. */
export class PacketLedger {
  readonly entries: LedgerEntry[] = [];

  add(id: string, frames: readonly FrameState[]): LedgerEntry {
    const entry: LedgerEntry = { id, state: { frames, hidden: false }, perhaps: null };
    this.entries.push(entry);
    return entry;
  }

  /**
   * Compares what the service has of a packet with what was acknowledged, and settles what was open.
   *
   * @returns what is wrong; empty when the packet is whole
   */
  async settle(entry: LedgerEntry, api: ApiClient): Promise<string[]> {
    const { id, state, perhaps } = entry;
    const hidden = state.hidden || perhaps?.hidden === true;
    const found = await stateOf(id, hidden, api);
    if (typeof found === 'string') return [`packet ${id}: ${found}`];
    const allowed = perhaps ? [state, perhaps] : [state];
    const match = allowed.find((candidate) => same(candidate, found));
    if (!match) return [`packet ${id} is ${JSON.stringify(found)}, not ${JSON.stringify(allowed)}`];
    entry.state = match;
    entry.perhaps = null;
    return [];
  }
}

/** A packet's state as its pictures show it, or what keeps it from being read. */
async function stateOf(id: string, maybeHidden: boolean, api: ApiClient): Promise<PacketState | string> {
  const { status, body } = await api.getPacket(id);
  if (status === 404) {
    if (!maybeHidden) return { frames: null, hidden: false };
    // Hidden or gone: only restoring tells. It is hidden again afterwards.
    const restored = await api.restore(id);
    if (restored.status === 404) return { frames: null, hidden: false };
    if (restored.status !== 200) return `cannot be restored: ${restored.status}`;
    const state = await stateOf(id, false, api);
    const deleted = await api.delete(id);
    if (deleted.status !== 200) return `cannot be deleted: ${deleted.status}`;
    return typeof state === 'string' ? state : { ...state, hidden: true };
  }
  if (status !== 200 || !body.Payload) return `answers with ${status}`;
  const frames: FrameState[] = [];
  for (const [index, { Order, HasImage, FormSource, FormId, PageNumber }] of body.Payload.Frames.entries()) {
    if (Order !== index + 1) return `frame ${index + 1} has order ${Order}`;
    const original = await api.frameImage(id, Order);
    if (original.status !== 200) return `picture of frame ${Order} answers with ${original.status}`;
    const chosen =
      FormSource === 'operator' && FormId && PageNumber ? { formId: FormId, pageNumber: PageNumber } : null;
    frames.push({ picture: fingerprint(new Uint8Array(await original.arrayBuffer())), chosen });
    if (!HasImage) continue;
    const normalized = await api.frameImage(id, Order, 'normalized');
    const hex = Buffer.from(await normalized.arrayBuffer()).toString('hex');
    if (normalized.status !== 200 || !hex.startsWith(jpegStart) || !hex.endsWith(jpegEnd))
      return `normalized picture of frame ${Order} is broken (${normalized.status})`;
  }
  return { frames, hidden: false };
}
