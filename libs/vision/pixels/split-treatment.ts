import type { Raster } from './raster.js';
import type { SplitColours, SplitPicture } from './split-picture.js';
import type { PixelTreatment } from './warp-mesh.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, max, min, round } = Math;

/** A gain and a tone curve, both. */
export type Evening = { [K in keyof PixelTreatment]: NonNullable<PixelTreatment[K]> };

/** Bits of the fraction in gains. */
const GAIN_BITS = 12;
const HALF = 1 << (GAIN_BITS - 1);
/** Gains are kept under this, so that a level times a gain fits the table of tones. */
const MAX_GAIN = 20;
/** px between places where the gain is worked out; between them it runs straight. */
const SPAN = 16;

/**
 * Applies gain and tone to green and colours of a picture, in place; what is left of the colours is how far they are over the
 * green then.
 */
export function treat(picture: SplitPicture, { gain, tone }: Evening): void {
  const { width, height, colours } = picture;
  const table = Uint8Array.from({ length: 256 * MAX_GAIN }, (_, level) => tone[min(255, level)]);
  const channels = colours ? 3 : 1;
  const nodes = floor((width - 1) / SPAN) + 2;
  const lattice = new Float32Array(gain.cols * channels);
  const factors = new Int32Array(nodes * channels);
  for (let y = 0; y < height; y += 2) {
    latticeRow(gain, channels, y / max(1, height - 1), lattice);
    for (let i = 0, k = 0; i < nodes; i++) {
      const at = min(gain.cols - 1, (i * SPAN * (gain.cols - 1)) / max(1, width - 1));
      const cell = min(gain.cols - 2, floor(at));
      for (let c = cell * channels; c < (cell + 1) * channels; c++, k++) {
        const factor = lattice[c] + (lattice[c + channels] - lattice[c]) * (at - cell);
        factors[k] = round(min(MAX_GAIN - 1, factor) * (1 << GAIN_BITS));
      }
    }
    if (colours) treatColours(width, colours, y, factors, table);
    treatGreen(picture, y, factors, channels, table);
    treatGreen(picture, y + 1, factors, channels, table);
  }
}

/** The lattice's factors at a height (0..1), as many channels as asked for. */
function latticeRow(gain: Evening['gain'], channels: number, height: number, out: Float32Array): void {
  const at = height * (gain.rows - 1);
  const j = min(gain.rows - 2, floor(at));
  for (let i = 0, o = 0; i < gain.cols; i++)
    for (let c = 0; c < channels; c++, o++) {
      const k = (j * gain.cols + i) * gain.channels + min(c, gain.channels - 1);
      const below = k + gain.cols * gain.channels;
      out[o] = gain.factors[k] + (gain.factors[below] - gain.factors[k]) * (at - j);
    }
}

function treatGreen(
  { width, green }: SplitPicture,
  y: number,
  factors: Int32Array,
  channels: number,
  table: Uint8Array,
): void {
  const row = y * width;
  let n = channels === 1 ? 0 : 1;
  for (let left = 0; left < width; left += SPAN, n += channels) {
    let gain = factors[n];
    const by = ((factors[n + channels] - gain) / SPAN) | 0;
    for (let k = row + left, end = row + min(width, left + SPAN); k < end; k++, gain += by)
      green[k] = table[(green[k] * gain + HALF) >> GAIN_BITS];
  }
}

/** The colours of two rows of green: what is left of them is how far they are over it. */
function treatColours(
  width: number,
  { red, green, blue }: SplitColours,
  y: number,
  factors: Int32Array,
  table: Uint8Array,
): void {
  const row = (y >> 1) * (width >> 1);
  for (let left = 0, n = 0; left < width; left += SPAN, n += 3) {
    let ofRed = factors[n];
    let ofGreen = factors[n + 1];
    let ofBlue = factors[n + 2];
    const redStep = ((factors[n + 3] - ofRed) / (SPAN / 2)) | 0;
    const greenStep = ((factors[n + 4] - ofGreen) / (SPAN / 2)) | 0;
    const blueStep = ((factors[n + 5] - ofBlue) / (SPAN / 2)) | 0;
    for (let k = row + (left >> 1), end = row + (min(width, left + SPAN) >> 1); k < end; k++) {
      const level = table[(green[k] * ofGreen + HALF) >> GAIN_BITS];
      red[k] = table[(red[k] * ofRed + HALF) >> GAIN_BITS] - level;
      blue[k] = table[(blue[k] * ofBlue + HALF) >> GAIN_BITS] - level;
      ofRed += redStep;
      ofGreen += greenStep;
      ofBlue += blueStep;
    }
  }
}

/** A smaller copy of a picture not treated yet, every `stride`-th px of the colours' density. */
export function thinned({ width, height, green, colours }: SplitPicture, stride: number): Raster {
  const cols = max(1, floor(width / 2 / stride));
  const rows = max(1, floor(height / 2 / stride));
  const channels = colours ? 3 : 1;
  const data = new Uint8Array(cols * rows * channels);
  for (let y = 0, o = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const k = 2 * stride * (y * width + x);
      const level = (green[k] + green[k + 1] + green[k + width] + green[k + width + 1] + 2) >> 2;
      if (colours) {
        const c = stride * (y * (width >> 1) + x);
        data[o++] = colours.red[c];
        data[o++] = level;
        data[o++] = colours.blue[c];
      } else data[o++] = level;
    }
  return { data, width: cols, height: rows, channels };
}
