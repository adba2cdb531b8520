import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Raster } from '../vision/pixels/raster.js';
import { PNG_LEVEL } from './encode.js';

const INCHES_PER_METRE = 1000 / 25.4;
const MM_PER_INCH = 25.4;
const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * A two-tone raster (one channel, 0 and 255) as PNG of one bit a px, with its density written. sharp writes one
 * bit only through a palette that it looks for colour by colour, 300 ms a page instead of 15.
 * @param dpi px per inch
 */
export function encodeBitonalPng({ data, width, height }: Raster, { dpi }: { dpi: number }): Uint8Array {
  const stride = Math.ceil(width / 8);
  // Each row begins with its filter, 0: none.
  const rows = new Uint8Array((1 + stride) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0, from = y * width, to = y * (1 + stride) + 1; x < width; x++)
      if (data[from + x] > 127) rows[to + (x >> 3)] |= 0x80 >> (x & 7);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bit a px; grey, deflate, filtered by rows, not interlaced are all 0
  const density = Buffer.alloc(9);
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  density.writeUInt32BE(perMetre, 0);
  density.writeUInt32BE(perMetre, 4);
  density[8] = 1; // per metre
  const parts = [
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', density),
    chunk('IDAT', deflateSync(rows, { level: PNG_LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(type: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** The same as TIFF of one bit a px, compressed by CCITT Group 4 (ITU-T T.6), as archives ask for. */
export async function encodeBitonalTiff(raster: Raster, { dpi }: { dpi: number }): Promise<Uint8Array> {
  const { data, width, height } = raster;
  // px per mm, as libvips has it.
  const density = dpi / MM_PER_INCH;
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: density, yres: density, resolutionUnit: 'inch' })
    .toBuffer();
  return new Uint8Array(file);
}
