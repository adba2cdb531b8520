import type { Point, Raster } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import type { FormField } from '../sample-forms/form-sheet.js';
import { findBlankPlaces } from './blank-places.js';
import { aHand, sign, write, type Hand } from './handwriting.js';
import { drawStroke, smoothed } from './ink.js';
import { stamp } from './stamp.js';
import { CAP_HEIGHT } from './stroke-font.js';

const { floor, max, min } = Math;

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
  // A buffer's own slice shares its bytes.
  if (page.channels === 3) return { ...page, data: Uint8Array.from(page.data) };
  const data = new Uint8Array(page.width * page.height * 3);
  const step = page.channels;
  for (let s = 0, d = 0; d < data.length; s += step, d += 3)
    for (let c = 0; c < 3; c++) data[d + c] = page.data[s + (step === 1 ? 0 : c)];
  return { data, width: page.width, height: page.height, channels: 3 };
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
  const line = min(hand.height * pxPerMm, height * 0.72);
  const foot = y + height * 0.82;
  if (kind === 'checkbox') return tick(page, hand, place, random);
  if (kind === 'signature')
    return sign(
      page,
      { ...hand, machine: false },
      x + width * random.between(0.02, 0.2),
      foot,
      min(height * 0.7, 9 * pxPerMm),
      width * 0.8,
      random,
    );
  if (kind === 'comb') {
    const cells = place.cells ?? 1;
    const cell = width / cells;
    const text =
      cells > 15 ? random.pick(NAMES).toUpperCase() : digits(random, random.int(max(1, cells - 3), cells));
    const size = min(line, cell * 0.95);
    for (let i = 0; i < min(cells, text.length); i++)
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
  const rows = kind === 'text' ? max(1, min(4, floor(height / (line * 2.4)))) : 1;
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
