import type { Raster } from './raster.js';
import type { SplitPicture } from './split-picture.js';

/**
 * The colours over green joined with it again: RGB, or grey of a grey picture.
 *
 * @param width px, as it is to be: the picture's own, or a column less
 * @param height px, the same for rows
 */
export function joined(picture: SplitPicture, width: number, height: number): Raster {
  const { green, colours } = picture;
  if (!colours) {
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      data.set(green.subarray(y * picture.width, y * picture.width + width), y * width);
    return { data, width, height, channels: 1 };
  }
  const { red, blue } = colours;
  const data = new Uint8Array(width * height * 3);
  const clamped = new Uint8ClampedArray(data.buffer);
  const words = new DataView(data.buffer);
  const four = new Int32Array(green.buffer, green.byteOffset, green.length >> 2);
  for (let y = 0, o = 0; y < height; y++) {
    let c = (y >> 1) * (picture.width >> 1);
    let k = (y * picture.width) >> 2;
    // Four px are twelve bytes, three words, unless a level lies beyond white or black.
    for (const end = k + (width >> 2); k < end; k++, c += 2, o += 12) {
      const levels = four[k];
      const g0 = levels & 255;
      const g1 = (levels >> 8) & 255;
      const g2 = (levels >> 16) & 255;
      const g3 = levels >>> 24;
      const r0 = g0 + red[c];
      const b0 = g0 + blue[c];
      const r1 = g1 + red[c];
      const b1 = g1 + blue[c];
      const r2 = g2 + red[c + 1];
      const b2 = g2 + blue[c + 1];
      const r3 = g3 + red[c + 1];
      const b3 = g3 + blue[c + 1];
      if (((r0 | b0 | r1 | b1 | r2 | b2 | r3 | b3) & ~255) === 0) {
        words.setInt32(o, r0 | (g0 << 8) | (b0 << 16) | (r1 << 24), true);
        words.setInt32(o + 4, g1 | (b1 << 8) | (r2 << 16) | (g2 << 24), true);
        words.setInt32(o + 8, b2 | (r3 << 8) | (g3 << 16) | (b3 << 24), true);
        continue;
      }
      clamped[o] = r0;
      clamped[o + 1] = g0;
      clamped[o + 2] = b0;
      clamped[o + 3] = r1;
      clamped[o + 4] = g1;
      clamped[o + 5] = b1;
      clamped[o + 6] = r2;
      clamped[o + 7] = g2;
      clamped[o + 8] = b2;
      clamped[o + 9] = r3;
      clamped[o + 10] = g3;
      clamped[o + 11] = b3;
    }
    for (let x = width & ~3; x < width; x++) {
      const level = green[y * picture.width + x];
      const at = (y >> 1) * (picture.width >> 1) + (x >> 1);
      clamped[o++] = level + red[at];
      clamped[o++] = level;
      clamped[o++] = level + blue[at];
    }
  }
  return { data, width, height, channels: 3 };
}
