import type { Point, Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import type { FormField } from '../sample-forms/form-sheet.js';
import { findBlankPlaces } from './blank-places.js';
import { drawStroke, smoothed, type Ink } from './ink.js';
import { ADVANCE, canWrite, CAP_HEIGHT, strokesOf } from './stroke-font.js';

/** How one person, or one machine, writes. */
interface Hand {
  machine: boolean;
  ink: Ink;
  /** Lean of the letters: x for each unit of height. */
  slant: number;
  /** Spread of the points of a letter, in the font's units. */
  unrest: number;
  /** Height of a capital in mm. */
  height: number;
}

const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
const NAMES = [
  'Marta Oliveira',
  'J. Okafor',
  'Ines Calder',
  'Tomas Brandt',
  'Lucia Ferrer',
  'Noor Haddad',
  'P. Quill',
  'Anselm Rowe',
  'Greta Winther',
  'Hugo Salas',
];
const PLACES = [
  'Old Quay 4',
  '17 Mill Lane',
  'Calle Mayor 23',
  'Puerto Viejo',
  'North Parish',
  'Apt. 5',
  'Muelle 9',
  'Valmere',
];
const WORDS = [
  'see letter',
  'none',
  'as before',
  'repaired',
  'copy sent',
  'pending',
  'sin cambios',
  'baker',
  'clerk',
  'alta',
  'tonnes',
  'yes',
  'no',
];
const STAMPS = ['RECEIVED', 'PAID', 'REGISTRY', 'RECIBIDO', 'ENTRADA', 'COPIA', 'VALMERE'];

/**
 * A copy of the page in RGB with things written on it: in most of the given fields, or else in blank places;
 * by hand in blue or black, or typed; with signatures, ticks, a stamp or two and sometimes a note at the margin.
 * @param fields of this page, in PDF points
 */
export function writeOnPage(
  page: Raster,
  dpi: number,
  fields: readonly FormField[] | undefined,
  random: Random,
): Raster {
  const target = inColour(page);
  const pxPerMm = dpi / MM_PER_INCH;
  const hand = aHand(random, pxPerMm);
  const scale = dpi / POINTS_PER_INCH;
  const places =
    fields ?? findBlankPlaces(page, dpi).map((place): FormField => ({ ...place, page: 1, kind: 'text' }));
  const eagerness = random.between(0.45, 0.95);
  for (const field of places) {
    if (!random.chance(field.kind === 'checkbox' ? 0.4 : eagerness)) continue;
    fillIn(
      target,
      hand,
      {
        x: field.x * scale,
        y: field.y * scale,
        width: field.width * scale,
        height: field.height * scale,
        kind: field.kind,
        cells: field.cells,
      },
      pxPerMm,
      random,
    );
  }
  if (random.chance(0.6)) stamp(target, pxPerMm, random);
  if (random.chance(0.25)) stamp(target, pxPerMm, random);
  if (random.chance(0.25)) {
    const note: Hand = { ...hand, machine: false, height: random.between(3, 4.5), unrest: 0.3 };
    const x = random.between(0.05, 0.6) * target.width;
    write(
      target,
      note,
      random.pick(WORDS),
      x,
      random.between(0.03, 0.97) * target.height,
      note.height * pxPerMm,
      target.width,
      random.between(-0.2, 0.2),
      random,
    );
  }
  return target;
}

function inColour(page: Raster): Raster {
  if (page.channels === 3) return { ...page, data: page.data.slice() };
  const data = new Uint8Array(page.width * page.height * 3);
  const step = page.channels;
  for (let s = 0, d = 0; d < data.length; s += step, d += 3)
    for (let c = 0; c < 3; c++) data[d + c] = page.data[s + (step === 1 ? 0 : c)];
  return { data, width: page.width, height: page.height, channels: 3 };
}

function aHand(random: Random, pxPerMm: number): Hand {
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

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  kind: FormField['kind'];
  cells?: number;
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('');
}

function contentFor(kind: FormField['kind'], random: Random): string {
  if (kind === 'amount')
    return `${random.int(1, 99)},${digits(random, 3)}.${digits(random, 2)}`.slice(random.int(0, 3));
  if (kind === 'date') return `${random.int(1, 28)}.${random.int(1, 12)}.20${random.int(19, 26)}`;
  return random.pick(random.pick([NAMES, PLACES, WORDS]));
}

function fillIn(page: Raster, hand: Hand, place: Place, pxPerMm: number, random: Random): void {
  const { x, y, width, height, kind } = place;
  const line = Math.min(hand.height * pxPerMm, height * 0.72);
  const foot = y + height * 0.82;
  if (kind === 'checkbox') return tick(page, hand, place, random);
  if (kind === 'signature')
    return sign(
      page,
      { ...hand, machine: false },
      x + width * random.between(0.02, 0.2),
      foot,
      Math.min(height * 0.7, 9 * pxPerMm),
      width * 0.8,
      random,
    );
  if (kind === 'comb') {
    const cells = place.cells ?? 1;
    const cell = width / cells;
    const text =
      cells > 15
        ? random.pick(NAMES).toUpperCase()
        : digits(random, random.int(Math.max(1, cells - 3), cells));
    const size = Math.min(line, cell * 0.95);
    for (let i = 0; i < Math.min(cells, text.length); i++)
      write(
        page,
        hand,
        text[i],
        x + (i + 0.5) * cell - (size * 2) / CAP_HEIGHT,
        foot,
        size,
        cell * 2,
        0,
        random,
      );
    return;
  }
  const rows = kind === 'text' ? Math.max(1, Math.min(4, Math.floor(height / (line * 2.4)))) : 1;
  for (let row = 0; row < rows; row++) {
    const at = rows === 1 ? foot : y + (height * (row + 0.8)) / rows;
    write(
      page,
      hand,
      contentFor(kind, random),
      x + random.between(0, 0.12) * width,
      at,
      line,
      width,
      random.gauss() * 0.008,
      random,
    );
  }
}

/** Writes a line of text; foot of its first letter at (x, y) px, capitals `size` px high, over no more than `room` px. */
function write(
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

function tick(page: Raster, hand: Hand, place: Place, random: Random): void {
  const { x, y, width, height } = place;
  const shake = (): number => random.gauss() * 0.1;
  const at = (u: number, v: number): Point => ({
    x: x + (u + shake()) * width,
    y: y + (v + shake()) * height,
  });
  const ink = { ...hand.ink, width: hand.ink.width * 1.1 };
  if (random.chance(0.5)) {
    drawStroke(page, [at(0.05, 0.05), at(0.95, 0.95)], ink, random);
    drawStroke(page, [at(0.95, 0.05), at(0.05, 0.95)], ink, random);
  } else drawStroke(page, smoothed([at(0.1, 0.5), at(0.4, 0.95), at(1.3, -0.5)]), ink, random);
}

/** A name no one can read: loops that grow smaller, and a flourish. */
function sign(
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

/** A rubber stamp: two rings with words along them and a date across, in one worn colour. */
function stamp(page: Raster, pxPerMm: number, random: Random): void {
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
