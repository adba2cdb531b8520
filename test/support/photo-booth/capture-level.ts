import sharp from 'sharp';
import type { Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import type { View } from './camera.js';
import { evenLight, type Lighting } from './light.js';
import type { SensorFaults } from './sensor.js';
import { generatedTableTop, type TableTop } from './table-top.js';

/**
 * How a page is captured: `scan` on a flatbed (up to 2 degrees askew); `easy` by a phone, tilted up to 15 degrees in
 * good light; `hard` tilted up to 40 degrees with shadows, blur, noise and clutter; `curled` as easy, but a sheet that
 * does not lie flat; `cut` as easy, with up to about a quarter of the page outside the picture or covered.
 */
export type CaptureLevel = 'scan' | 'easy' | 'hard' | 'curled' | 'cut';

// Share of a given background's longer side to the page's: a table is larger than what lies on it.
const BACKGROUND_SPAN = 2.4;
const BACKGROUND_MAX_PX = 1600;

/** What the page lies on: a given surface, or one made up. */
export async function tableFor(
  background: Raster | undefined,
  pageSize: number,
  random: Random,
  cluttered: boolean,
  view: View,
): Promise<TableTop> {
  if (!background) return generatedTableTop(random, cluttered, view);
  const { data, info } = await sharp(background.data, {
    raw: { width: background.width, height: background.height, channels: background.channels },
  })
    .resize(BACKGROUND_MAX_PX, BACKGROUND_MAX_PX, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const span = pageSize * BACKGROUND_SPAN * random.between(0.8, 1.3);
  return {
    picture: { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] },
    mmPerPixel: span / Math.max(info.width, info.height),
  };
}

/** What a flatbed sees beside the page. */
export function scannerLid(random: Random): TableTop {
  const value = random.pick([252, 246, 238, 24]);
  return {
    picture: { data: new Uint8Array(64 * 64 * 3).fill(value), width: 64, height: 64, channels: 3 },
    mmPerPixel: 4,
  };
}

export function scanLight(random: Random): Lighting {
  return evenLight(random.between(0.9, 1));
}

/** Linear reflectance of the sheet. */
export function paperColour(level: CaptureLevel, random: Random): [number, number, number] {
  if (level === 'scan') return [1, random.between(0.985, 1), random.between(0.96, 1)];
  const white = random.between(0.86, 0.98);
  return [white, white * random.between(0.985, 1.005), white * random.between(0.93, 1.02)];
}

export function faultsOf(level: CaptureLevel, view: View, random: Random): SensorFaults {
  // Blur grows with the picture: it is set in px of a photograph of 12 megapixels, 4,000 px long.
  const scale = Math.max(view.width, view.height) / 4000;
  const motionAngle = random.between(0, Math.PI);
  if (level === 'scan')
    return {
      blur: random.between(0.35, 0.7),
      motion: 0,
      motionAngle,
      shot: random.between(0.5e-4, 3e-4),
      read: 0.0015,
      sharpening: random.between(0, 0.5),
      grey: random.chance(0.4),
    };
  const hard = level === 'hard';
  const defocus = hard ? random.between(0.9, 3.6) : random.between(0.6, 1.5);
  return {
    blur: Math.hypot(defocus * scale, 0.45),
    motion: (hard ? Math.max(0, random.between(-3, 9)) : Math.max(0, random.between(-3, 2))) * scale,
    motionAngle,
    shot: hard ? random.between(5e-4, 2.2e-3) : random.between(0.8e-4, 5e-4),
    read: hard ? random.between(0.002, 0.006) : random.between(0.0008, 0.002),
    sharpening: random.between(0.2, hard ? 0.6 : 0.9),
    grey: false,
  };
}

export function qualityOf(level: CaptureLevel, random: Random): number {
  if (level === 'hard') return random.int(35, 70);
  if (level === 'scan') return random.int(75, 92);
  return random.int(78, 93);
}
