import { KernelMemory, kernels } from '../kernels/kernels.js';
import { FULL_INK, PALE_INK, type InkBitmap } from './ink-bitmap.js';

/** Bytes to spare for what an encoder writes at its end. */
const TAIL = 16;

/**
 * Compresses a bitmap without loss, a dense page at 150 px an inch to 15 to 30 kB; its size is not part of the bytes.
 * Ink that is not FULL_INK is pale.
 */
export function encodeInk({ data, width, height }: InkBitmap): Uint8Array {
  return KernelMemory.borrow((memory) => {
    const bitmap = memory.take(data.length);
    const out = memory.take(data.length + TAIL);
    const scratch = memory.take(kernels.inkScratch(width));
    memory.bytes(bitmap, data.length).set(data);
    const count = kernels.encodeInk(bitmap, width, height, FULL_INK, out, scratch);
    return memory.bytes(out, count).slice();
  });
}

/** Restores a bitmap of the given size. Bytes that no encoder made give some bitmap, never an error. */
export function decodeInk(bytes: Uint8Array, width: number, height: number): InkBitmap {
  return KernelMemory.borrow((memory) => {
    const size = width * height;
    const coded = memory.take(bytes.length);
    const bitmap = memory.take(size);
    const scratch = memory.take(kernels.inkScratch(width));
    memory.bytes(coded, bytes.length).set(bytes);
    memory.bytes(bitmap, size).fill(0);
    kernels.decodeInk(coded, bytes.length, bitmap, width, height, FULL_INK, PALE_INK, scratch);
    return { width, height, data: memory.bytes(bitmap, size).slice() };
  });
}
