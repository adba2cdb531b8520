import type { Point, Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import { write, type Hand } from './handwriting.js';
import { drawStroke, type Ink } from './ink.js';
import { ADVANCE, CAP_HEIGHT, strokesOf } from './stroke-font.js';

const STAMPS = ['RECEIVED', 'PAID', 'REGISTRY', 'RECIBIDO', 'ENTRADA', 'COPIA', 'VALMERE'];

/** A rubber stamp: two rings with words along them and a date across, in one worn colour. */
export function stamp(page: Raster, pxPerMm: number, random: Random): void {
  const radius = random.between(11, 18) * pxPerMm;
  const cx = random.between(0.15, 0.85) * page.width;
  const cy = random.between(0.15, 0.92) * page.height;
  const lean = random.between(-0.6, 0.6);
  const colour = random.pick([
    [190, 30, 40],
    [40, 60, 170],
    [110, 40, 150],
    [30, 120, 60],
  ] as const);
  const ink: Ink = {
    colour,
    width: pxPerMm * 0.6,
    opacity: random.between(0.45, 0.85),
    patchiness: random.between(0.2, 0.8),
  };
  const ring = (r: number): Point[] =>
    Array.from({ length: 73 }, (_, i) => ({
      x: cx + r * Math.cos((i * Math.PI) / 36),
      y: cy + r * Math.sin((i * Math.PI) / 36),
    }));
  drawStroke(page, ring(radius), ink, random);
  drawStroke(page, ring(radius * 0.62), { ...ink, width: ink.width * 0.7 }, random);
  const size = radius * 0.2;
  const unit = size / CAP_HEIGHT;
  const text = `${random.pick(STAMPS)} - ${random.pick(STAMPS)} -`;
  const foot = radius * 0.72;
  [...text].forEach((letter, i) => {
    const angle = lean + (i / text.length) * 2 * Math.PI - Math.PI / 2;
    for (const stroke of strokesOf(letter))
      drawStroke(
        page,
        stroke.map((p) => {
          const [u, v] = [(p.x - 2) * unit, foot - p.y * unit];
          return {
            x: cx + v * Math.cos(angle) - u * Math.sin(angle),
            y: cy + v * Math.sin(angle) + u * Math.cos(angle),
          };
        }),
        ink,
        random,
      );
  });
  const date = `${random.int(1, 28)}.${random.int(1, 12)}.${random.int(2019, 2026)}`;
  const press: Hand = { machine: true, ink, slant: 0, unrest: 0, height: 3 };
  const tall = radius * 0.2;
  write(
    page,
    press,
    date,
    cx - (date.length * ADVANCE * tall) / CAP_HEIGHT / 2,
    cy + tall / 2,
    tall,
    radius * 2,
    lean * 0.5,
    random,
  );
}
