import { decodeInk, encodeInk } from '../../libs/vision/ink/ink-codec.js';
import { FULL_INK, PALE_INK, type InkBitmap } from '../../libs/vision/ink/ink-bitmap.js';

/** A bitmap of which about `share` is ink, a third of it pale, the same for the same arguments. */
function speckled(width: number, height: number, share: number, seed = 12345): InkBitmap {
  let state = seed;
  const data = Uint8Array.from({ length: width * height }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    if (state / 2 ** 32 >= share) return 0;
    return state / 2 ** 32 < share / 3 ? PALE_INK : FULL_INK;
  });
  return { width, height, data };
}

describe('ink coding', () => {
  it.each([
    ['noise', speckled(333, 217, 0.5)],
    ['sparse ink', speckled(640, 480, 0.01)],
    ['a width and height that no square divides', speckled(17, 33, 0.2)],
    ['all ink', { width: 50, height: 40, data: new Uint8Array(2000).fill(FULL_INK) }],
    ['no ink', { width: 50, height: 40, data: new Uint8Array(2000) }],
    ['one px', { width: 1, height: 1, data: Uint8Array.of(PALE_INK) }],
  ])('gives back exactly what it was given: %s', (_, ink) => {
    expect(decodeInk(encodeInk(ink), ink.width, ink.height)).toEqual(ink);
  });

  it('gives back bitmaps of every density, those that begin with ink too', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const ink = speckled(16 + (seed % 23), 16 + (seed % 19), (seed % 31) / 30, seed);
      ink.data.fill(FULL_INK, 0, seed % 7);
      expect(decodeInk(encodeInk(ink), ink.width, ink.height)).toEqual(ink);
    }
  });

  it('stores ruled lines in next to nothing', () => {
    const ink = { width: 1275, height: 1650, data: new Uint8Array(1275 * 1650) };
    for (let y = 100; y < 1600; y += 40) ink.data.fill(FULL_INK, y * 1275 + 80, y * 1275 + 1200);
    expect(encodeInk(ink).length).toBeLessThan(1500);
  });

  it('survives bytes that no encoder made', () => {
    expect(
      decodeInk(
        Uint8Array.from({ length: 100 }, (_, i) => i * 37),
        64,
        64,
      ).data.length,
    ).toBe(4096);
    expect(decodeInk(new Uint8Array(0), 64, 64).data.length).toBe(4096);
  });
});
