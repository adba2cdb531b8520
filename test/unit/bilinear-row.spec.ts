import {
  colourRow,
  GAIN_UNIT,
  greyRow,
  PLACE_UNIT,
  toneTable,
  type MeshRow,
} from '../../libs/vision/pixels/bilinear-row.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const STEP = 16;
const WIDTH = 40;

/** A picture whose levels change from px to px, the same every time. */
function picture(channels: 1 | 3 | 4): Raster {
  const [width, height] = [60, 50];
  const data = Uint8Array.from(
    { length: width * height * channels },
    (_, i) => (i * 97 + (i >> 4) * 31) % 251,
  );
  return { data, width, height, channels };
}

/** A row that runs straight from one place of the source to another. */
function row(from: [number, number], to: [number, number], channels: number, gain = 1): MeshRow {
  const nodes = Math.floor((WIDTH - 1) / STEP) + 2;
  const along = (a: number, b: number) =>
    Int32Array.from({ length: nodes }, (_, i) => (a + ((b - a) * i * STEP) / WIDTH) * PLACE_UNIT);
  return {
    step: STEP,
    width: WIDTH,
    x: along(from[0], to[0]),
    y: along(from[1], to[1]),
    gains: new Int32Array(nodes * channels).fill(gain * GAIN_UNIT),
    tone: toneTable(null),
    outside: 255,
  };
}

/** The exact bilinear mix of one channel. */
function exact({ data, width, channels }: Raster, x: number, y: number, channel: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const at = (px: number, py: number): number => data[(py * width + px) * channels + channel];
  const top = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * (x - x0);
  const bottom = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * (x - x0);
  return top + (bottom - top) * (y - y0);
}

function colours(source: Raster, line: MeshRow): Uint8Array {
  const out = new Uint8Array(3 * WIDTH);
  colourRow(source, new DataView(source.data.buffer), line, out, 0);
  return out;
}

function greys(source: Raster, line: MeshRow): Uint8Array {
  const out = new Uint8Array(WIDTH);
  greyRow(source, line, out, 0);
  return out;
}

describe('a row of an output picture', () => {
  const [from, to]: [number, number][] = [
    [4.3, 5.6],
    [50.1, 40.2],
  ];
  const placeOf = (i: number) =>
    [from[0] + ((to[0] - from[0]) * i) / WIDTH, from[1] + ((to[1] - from[1]) * i) / WIDTH] as const;

  it('mixes the four neighbours of each place, grey to a level', () => {
    const source = picture(1);
    const line = greys(source, row(from, to, 1));
    line.forEach((level, i) => {
      expect(Math.abs(level - exact(source, ...placeOf(i), 0))).toBeLessThan(2);
    });
  });

  it.each([3, 4] as const)('mixes colours of %d channels as far as a sixteenth of a px tells', (channels) => {
    const source = picture(channels);
    const line = colours(source, row(from, to, 3));
    let sum = 0;
    line.forEach((level, k) => {
      const off = Math.abs(level - exact(source, ...placeOf(Math.floor(k / 3)), k % 3));
      expect(off).toBeLessThan(20);
      sum += off;
    });
    expect(sum / line.length).toBeLessThan(5);
  });

  it('leaves a picture as it is where places are whole px', () => {
    const source = picture(3);
    const line = colours(source, row([3, 7], [43, 7], 3));
    expect([...line]).toEqual([...source.data.subarray((7 * 60 + 3) * 3, (7 * 60 + 43) * 3)]);
  });

  it('applies gain, then tone, and never wraps around white', () => {
    const source = picture(1);
    const line = row([3, 7], [43, 7], 1, 2);
    line.tone = toneTable(Uint8Array.from({ length: 256 }, (_, level) => 255 - level));
    const before = source.data.subarray(7 * 60 + 3, 7 * 60 + 43);
    expect([...greys(source, line)]).toEqual([...before].map((level) => 255 - Math.min(255, 2 * level)));
  });

  it('is white outside of the source and goes on to its border', () => {
    const source = { ...picture(3), data: new Uint8Array(60 * 50 * 3).fill(9) };
    const line = colours(source, row([-20, 20], [20, 20], 3));
    expect([...line.subarray(0, 3 * 18)].every((level) => level === 255)).toBe(true);
    expect([...line.subarray(3 * 21)].every((level) => level === 9)).toBe(true);
    const below = greys(
      { ...picture(1), data: new Uint8Array(60 * 50).fill(9) },
      row([5, 48.9], [45, 48.9], 1),
    );
    expect([...below].every((level) => level === 9)).toBe(true);
  });
});
