import sharp from 'sharp';
import { encodeBitonalPng, encodeBitonalTiff } from '../../libs/imaging/index.js';
import { toBitonal } from '../../libs/vision/light/bitonal.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { tiffCompression } from '../support/tiff-compression.js';

const dpi = 200;

/** An evened page, paper at 250, on which `paint` says the grey of each px. */
function page(paint: (x: number, y: number) => number | undefined, width = 400, height = 300): Raster {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = paint(x, y) ?? 250;
  return { data, width, height, channels: 1 };
}

const at = ({ data, width }: Raster, x: number, y: number) => data[y * width + x];
const shareOfInk = ({ data }: Raster) => data.filter((tone) => tone === 0).length / data.length;

describe('the two-tone version of a page', () => {
  it('holds nothing but ink and paper, and bare paper stays bare under noise', () => {
    const bare = toBitonal(
      page((x, y) => 246 + ((x * 7 + y * 13) % 9)),
      dpi,
    );
    expect(new Set(bare.data)).toEqual(new Set([255]));
  });

  it('keeps sharp print, blurred print and faint pencil', () => {
    const strokes = [
      { left: 40, grey: 20 },
      { left: 140, grey: 110 },
      { left: 240, grey: 190 },
    ];
    for (const { left, grey } of strokes) {
      const tones = toBitonal(
        page((x) => (x >= left && x < left + 4 ? grey : undefined)),
        dpi,
      );
      expect(at(tones, left + 1, 150)).toBe(0);
      expect(at(tones, left - 4, 150)).toBe(255);
      expect(at(tones, left + 8, 150)).toBe(255);
    }
  });

  it('keeps filled areas filled and the light letters in them light', () => {
    const tones = toBitonal(
      page((x, y) => (x > 50 && x < 350 && y > 50 && y < 250 ? (x % 40 < 4 ? 240 : 40) : undefined)),
      dpi,
    );
    expect(at(tones, 180, 150)).toBe(0);
    expect(at(tones, 202, 150)).toBe(255);
  });

  it('lets light shading go', () => {
    const tones = toBitonal(
      page((x, y) => (x > 100 && x < 300 && y > 100 && y < 200 ? 222 : undefined)),
      dpi,
    );
    expect(shareOfInk(tones)).toBe(0);
  });

  it('keeps print on a dark sheet of one colour apart from the sheet', () => {
    const [width, height] = [400, 300];
    const data = new Uint8Array(width * height).fill(74);
    const isLetter = (x: number, y: number): boolean => y % 40 < 12 && x % 20 < 4;
    for (let k = 0; k < data.length; k++) if (isLetter(k % width, Math.floor(k / width))) data[k] = 9;
    const tones = toBitonal({ data, width, height, channels: 1 }, 150);
    expect(tones.data[5 * width + 2]).toBe(0);
    expect(tones.data[5 * width + 12]).toBe(255);
    expect(tones.data[30 * width + 200]).toBe(255);
  });

  it('takes single px that stand alone for noise', () => {
    const tones = toBitonal(
      page((x, y) => (x % 50 === 25 && y % 50 === 25 ? 100 : undefined)),
      dpi,
    );
    expect(shareOfInk(tones)).toBe(0);
  });

  it('takes what an enlarged px covers for noise too, and keeps what is larger', () => {
    // Dots of two by two px on the left, of three by two on the right.
    const dots = page((x, y) => ((x + 25) % 50 < (x < 200 ? 2 : 3) && (y + 25) % 50 < 2 ? 20 : undefined));
    const inked = (speck: number, half: 'left' | 'right'): number =>
      toBitonal(dots, dpi, speck).data.filter((tone, o) => tone === 0 && o % 400 < 200 === (half === 'left'))
        .length;
    expect(inked(1, 'left')).toBeGreaterThan(0);
    expect(inked(2, 'left')).toBe(0);
    expect(inked(1, 'right')).toBeGreaterThan(0);
    expect(inked(2, 'right')).toBe(inked(1, 'right'));
  });
});

describe('a two-tone file', () => {
  // Odd sizes: rows end within a byte.
  const tones = toBitonal(
    page((x, y) => ((x + y) % 60 < 12 ? 20 : undefined), 403, 301),
    dpi,
  );

  it.each([
    ['png', encodeBitonalPng],
    ['tiff', encodeBitonalTiff],
  ] as const)('in %s has one bit a px, its density, and the very same px', async (format, encode) => {
    const file = await encode(tones, { dpi });
    const { format: written, density } = await sharp(file).metadata();
    expect({ written, density }).toEqual({ written: format, density: dpi });
    const { data, info } = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 403, height: 301, channels: 1 });
    expect(Buffer.from(tones.data).equals(data)).toBe(true);
    expect(file.length).toBeLessThan((403 * 301) / 8);
  });

  it('in TIFF is compressed by CCITT Group 4', async () => {
    expect(tiffCompression(Buffer.from(await encodeBitonalTiff(tones, { dpi })))).toBe(4);
  });
});
