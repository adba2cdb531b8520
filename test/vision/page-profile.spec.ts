import { decodeProfile, describePage, encodeProfile, PROFILE_VERSION } from '../../libs/vision/index.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const { floor, imul, max } = Math;

/** A page of boxes and strokes, dense or sparse, the same for the same arguments. */
function drawnPage(width: number, height: number, strokes: number): Raster {
  let state = 7;
  const next = (below: number) => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return floor((state / 2 ** 32) * below);
  };
  const data = new Uint8Array(width * height).fill(250);
  for (let k = 0; k < strokes; k++) {
    const [x, y, w, h] = [next(width - 20), next(height - 20), 2 + next(10), 2 + next(6)];
    for (let row = y; row < y + h; row++) data.fill(20, row * width + x, row * width + x + w);
  }
  return { data, width, height, channels: 1 };
}

describe('page profiles', () => {
  it('come back from storage as they went in', () => {
    const profile = describePage(drawnPage(1275, 1650, 4000));
    const stored = encodeProfile(profile);
    expect(encodeProfile(decodeProfile(stored))).toEqual(stored);
    const { data: before, ...size } = profileInk(profile);
    const { data: after, ...sizeAfter } = profileInk(decodeProfile(stored));
    expect(sizeAfter).toEqual(size);
    // As bytes: two million comparisons of numbers take seconds.
    expect(Buffer.from(after).equals(before)).toBe(true);
  });

  it.each([
    ['a dense page', drawnPage(1275, 1650, 60000)],
    ['a sparse page', drawnPage(1275, 1650, 40)],
    ['an empty page', drawnPage(1275, 1650, 0)],
    ['a large page, which is reduced', drawnPage(2550, 3300, 9000)],
    ['a tiny page', drawnPage(40, 30, 3)],
  ])('take at most 48 kB: %s', (_, page) => {
    const stored = encodeProfile(describePage(page));
    expect(stored.length).toBeLessThanOrEqual(48_000);
    expect(max(decodeProfile(stored).width, decodeProfile(stored).height)).toBeLessThanOrEqual(1650);
  });

  it('are refused when they are of another version, cut short, damaged, or no profiles', () => {
    const stored = encodeProfile(describePage(drawnPage(600, 800, 500)));
    const other = stored.slice();
    new DataView(other.buffer).setUint16(4, PROFILE_VERSION + 1, true);
    expect(() => decodeProfile(other)).toThrow(/version/);
    const damaged = stored.slice();
    damaged[damaged.length - 3] ^= 0x55;
    for (const bytes of [
      stored.slice(0, -1),
      stored.slice(0, 10),
      damaged,
      new Uint8Array(0),
      new Uint8Array(5000),
    ])
      expect(() => decodeProfile(bytes)).toThrow(RangeError);
  });
});
