import sharp from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from './random.js';

/** px of the picture, along either side. */
const SIDE = 1400;
const ROWS = 9;

/** A dark table full of forks and knives: rows of light bars at any angle, side by side with dark gaps. */
export async function cutleryTable(seed: number): Promise<Raster> {
  const random = new Random(seed);
  const rows = Array.from({ length: ROWS }, (_, k) => {
    const x = ((k % 3) + random.between(0.2, 0.8)) * (SIDE / 3);
    const y = (Math.floor(k / 3) + random.between(0.2, 0.8)) * (SIDE / 3);
    return row(random, x, y);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <defs><linearGradient id="metal">
      <stop offset="0" stop-color="#bbb"/><stop offset="0.35" stop-color="#fff"/><stop offset="1" stop-color="#ccc"/>
    </linearGradient></defs>
    <rect width="${SIDE}" height="${SIDE}" fill="#080808"/>${rows.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

function row(random: Random, x: number, y: number): string {
  const [count, wide, gap] = [random.between(30, 50), random.between(9, 12), random.between(4, 6)];
  const bars = Array.from({ length: Math.round(count) }, (_, k) => {
    const [length, from] = [random.between(330, 430), random.between(-20, 20)];
    const left = (k - count / 2) * (wide + gap);
    return `<rect x="${left}" y="${from - length / 2}" width="${wide}" height="${length}" rx="${wide / 2}" fill="url(#metal)"/>`;
  });
  return `<g transform="translate(${x} ${y}) rotate(${random.between(0, 180)})">${bars.join('')}</g>`;
}
