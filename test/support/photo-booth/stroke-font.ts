import type { Point } from '../../../libs/vision/pixels/raster.js';

/**
 * Letters drawn as pen strokes. Each stroke is a row of points, two digits a point: x 0..5 and y 0..9, y
 * downwards; capitals and ascenders begin at 0, small letters at 2, the line stands at 6, descenders reach 8.
 */
const GLYPHS: Record<string, string> = {
  A: '0620 2046 1434',
  B: '0006 003041423303 03334445361606',
  C: '4130100105163645',
  D: '0006 003041453606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '4130100105163645 454323',
  H: '0006 4046 0343',
  I: '2026 1030 1636',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600244046',
  N: '06004640',
  O: '20100105163645413020',
  P: '0006 003041423303',
  Q: '20100105163645413020 2547',
  R: '0006 003041423303 2346',
  S: '413010011223334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  a: '42321203051636 3645 4246',
  b: '0006 0312324345361605',
  c: '4232120305163645',
  d: '4046 4232120305163645',
  e: '04444332120305163645',
  f: '41302126 0232',
  g: '4232120305163645 4247381807',
  h: '0006 0312324346',
  i: '2226 2021',
  j: '3237281807 3031',
  k: '0006 4204 1446',
  l: '20252636',
  m: '0206 0312222326 2332424346',
  n: '0206 0312324346',
  o: '22120305163645433222',
  p: '0208 0312324345361605',
  q: '4248 4232120305163645',
  r: '0206 03123242',
  s: '42321203143445361605',
  t: '20252636 1232',
  u: '0205163645 4246',
  v: '022642',
  w: '0216243642',
  x: '0246 4206',
  y: '0226 422608',
  z: '02420646',
  0: '20100105163645413020',
  1: '112026 1636',
  2: '01103041420646',
  3: '0040224345361605',
  4: '300444 3036',
  5: '40000212324345361605',
  6: '4120020516364543321304',
  7: '004016',
  8: '201001123344453616051433413020',
  9: '42331302011030414516',
  '.': '2526',
  ',': '2617',
  '-': '1333',
  '/': '4006',
  ':': '2324 2526',
  "'": '2021',
  '(': '30112536',
  ')': '10213516',
  '+': '2125 0343',
};

/** Width of a letter and the gap after it, in the font's units; a line is 6 high above its foot. */
export const ADVANCE = 5.6;
/** Height of a capital in the font's units. */
export const CAP_HEIGHT = 6;

const parsed = new Map<string, Point[][]>();

/** The strokes of a letter, foot of the line at y = 0, up being negative; none for what the font lacks. */
export function strokesOf(letter: string): readonly Point[][] {
  const known = parsed.get(letter);
  if (known) return known;
  const strokes = (GLYPHS[letter] ?? '')
    .split(' ')
    .map((stroke) =>
      Array.from({ length: Math.floor(stroke.length / 2) }, (_, i) => ({
        x: Number(stroke[2 * i]),
        y: Number(stroke[2 * i + 1]) - CAP_HEIGHT,
      })),
    )
    .filter((stroke) => stroke.length > 0);
  parsed.set(letter, strokes);
  return strokes;
}

/** Whether the font can write the letter. */
export function canWrite(letter: string): boolean {
  return letter === ' ' || letter in GLYPHS;
}
