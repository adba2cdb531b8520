import type { Point, Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import { drawStroke, smoothed, type Ink } from './ink.js';
import { ADVANCE, canWrite, CAP_HEIGHT, strokesOf } from './stroke-font.js';

/** How one person, or one machine, writes. */
export interface Hand {
  machine: boolean;
  ink: Ink;
  /** Lean of the letters: x for each unit of height. */
  slant: number;
  /** Spread of the points of a letter, in the font's units. */
  unrest: number;
  /** Height of a capital in mm. */
  height: number;
}

/** Somebody's, or a typewriter's: one in four. */
export function aHand(random: Random, pxPerMm: number): Hand {
  const machine = random.chance(0.25);
  const colour = machine
    ? ([28, 28, 32] as const)
    : random.pick([
        [24, 40, 140],
        [30, 60, 170],
        [20, 22, 40],
        [30, 30, 30],
        [16, 30, 90],
      ] as const);
  return {
    machine,
    ink: {
      colour,
      width: pxPerMm * (machine ? 0.34 : random.between(0.3, 0.62)),
      opacity: random.between(0.75, 0.96),
      patchiness: machine ? 0.08 : random.between(0.05, 0.4),
    },
    slant: machine ? 0 : random.between(-0.05, 0.4),
    unrest: machine ? 0 : random.between(0.12, 0.34),
    height: machine ? 2.4 : random.between(2.5, 4.2),
  };
}

/**
 * Writes a line of text; foot of its first letter at (x, y) px, capitals `size` px high, over no more than `room` px.
 */
export function write(
  page: Raster,
  hand: Hand,
  text: string,
  x: number,
  y: number,
  size: number,
  room: number,
  turn: number,
  random: Random,
): void {
  const unit = size / CAP_HEIGHT;
  let at = 0;
  for (const letter of text) {
    if (!canWrite(letter)) continue;
    if ((at + ADVANCE) * unit > room && at > 0) return;
    const drift = hand.unrest * random.gauss() * 0.5;
    const swell = 1 + hand.unrest * random.gauss() * 0.25;
    for (const stroke of strokesOf(letter)) {
      const points = stroke.map((p): Point => {
        const px = at + p.x * swell - p.y * hand.slant + hand.unrest * random.gauss() * 0.6;
        const py = p.y * swell + drift + hand.unrest * random.gauss() * 0.6;
        return { x: x + unit * (px - py * turn), y: y + unit * (py + px * turn) };
      });
      drawStroke(page, hand.machine ? points : smoothed(points), hand.ink, random);
    }
    at += ADVANCE * (hand.machine ? 1 : random.between(0.85, 1.05));
  }
}

/** A name no one can read: loops that grow smaller, and a flourish. */
export function sign(
  page: Raster,
  hand: Hand,
  x: number,
  y: number,
  size: number,
  room: number,
  random: Random,
): void {
  const length = Math.min(room, size * random.between(4, 8));
  const points: Point[] = [];
  for (let i = 0, n = random.int(14, 26); i < n; i++) {
    const t = i / n;
    const up = (i % 2 === 0 ? 1 : 0.1) * (1 - 0.6 * t) * random.between(0.4, 1.1) * size;
    points.push({ x: x + t * length + random.gauss() * size * 0.12, y: y - up });
  }
  drawStroke(page, smoothed(points, 8), hand.ink, random);
  drawStroke(
    page,
    smoothed(
      [
        { x: x + length, y: y - size * 0.3 },
        { x: x + length * 0.3, y: y + size * 0.15 },
        { x: x + length * 1.02, y: y + size * 0.05 },
      ],
      12,
    ),
    hand.ink,
    random,
  );
}
