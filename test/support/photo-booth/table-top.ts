import type { Raster } from '../../../libs/vision/pixels/raster.js';
import { Random } from '../random.js';
import { onTable, type View } from './camera.js';

const { abs, cos, floor, hypot, max, min, PI, sin } = Math;

/** A surface to photograph pages on. */
export interface TableTop {
  picture: Raster;
  /** Size of one px of the picture, mm. */
  mmPerPixel: number;
}

const SIDE = 900;
/** Pages are laid down turned against a table's planks and tiles by up to this, radians. */
const MOST_TURNED = PI / 7;
const LATTICE = 256;
/**
 * Px of a table's picture are painted in squares of this side, only those that the photograph shows, and only by things
 * that reach into the square.
 */
const SQUARE = 18;
const SQUARES = SIDE / SQUARE;
/** Where the table is seen is asked at so many places along a photograph, which shows so many squares about each. */
const LOOKS = 150;
const SQUARES_ABOUT = 2;
/** A thing's shadow reaches this far, px. */
const SHADOW = 9;

/** Smooth noise in 0..1 of about one feature a unit (value noise; K. Perlin, 1985). */
class Noise {
  private readonly values = new Float32Array(LATTICE * LATTICE);

  constructor(random: Random) {
    for (let i = 0; i < this.values.length; i++) this.values[i] = random.next();
  }

  at(x: number, y: number): number {
    // Two lattices at an angle hide each other's squares.
    return (
      0.65 * this.lattice(x, y) + 0.35 * this.lattice(1.31 * x + 0.97 * y + 17.3, 1.31 * y - 0.97 * x + 5.1)
    );
  }

  private lattice(x: number, y: number): number {
    const ix = floor(x);
    const iy = floor(y);
    let fx = x - ix;
    let fy = y - iy;
    fx *= fx * (3 - 2 * fx);
    fy *= fy * (3 - 2 * fy);
    const mask = LATTICE - 1;
    const x0 = ix & mask;
    const x1 = (ix + 1) & mask;
    const y0 = (iy & mask) * LATTICE;
    const y1 = ((iy + 1) & mask) * LATTICE;
    const top = this.values[y0 + x0] + fx * (this.values[y0 + x1] - this.values[y0 + x0]);
    const low = this.values[y1 + x0] + fx * (this.values[y1 + x1] - this.values[y1 + x0]);
    return top + fy * (low - top);
  }
}

/** Colour of a surface at (x, y) px, as 0..255 a channel, into `out`. */
type Painter = (x: number, y: number, out: Float32Array) => void;
type Colour = readonly [number, number, number];

const BLACK: Colour = [0, 0, 0];

const mix = (out: Float32Array, a: Colour, b: Colour, t: number): void => {
  for (let i = 0; i < 3; i++) out[i] = a[i] + (b[i] - a[i]) * t;
};

function wood(random: Random, noise: Noise): Painter {
  const [dark, light] = random.pick<[Colour, Colour]>([
    [
      [92, 54, 28],
      [148, 96, 56],
    ],
    [
      [52, 30, 20],
      [88, 54, 36],
    ],
    [
      [168, 128, 84],
      [206, 168, 120],
    ],
    [
      [120, 106, 92],
      [168, 154, 138],
    ],
  ]);
  const plank = random.between(110, 320);
  const grain = random.between(0.05, 0.11);
  return (x, y, out) => {
    const board = floor(y / plank);
    const seam = y - board * plank < 2.5 ? 0.55 : 1;
    const shift = board * 71.3;
    const ring =
      noise.at(x * 0.006 + shift, y * 0.03 + shift) * 9 + noise.at(x * 0.012 + shift, y * grain * 3) * 1.2;
    const t = 0.65 * (ring - floor(ring)) + 0.35 * noise.at(x * 0.02 + shift, y * 0.7);
    mix(out, dark, light, t);
    const board8 = (0.92 + 0.16 * noise.at(board * 5.7, 3.3)) * seam;
    for (let i = 0; i < 3; i++) out[i] *= board8;
  };
}

function cloth(random: Random, noise: Noise): Painter {
  const base = random.pick<Colour>([
    [36, 40, 58],
    [128, 40, 44],
    [196, 188, 172],
    [70, 88, 74],
    [30, 30, 32],
    [146, 156, 170],
  ]);
  const thread = random.between(2.2, 4.5);
  const stripes = random.chance(0.4) ? random.between(40, 120) : 0;
  return (x, y, out) => {
    const weave = 0.5 + 0.25 * (sin((x * 2 * PI) / thread) + sin((y * 2 * PI) / thread));
    const folds = noise.at(x * 0.006, y * 0.009) + 0.5 * noise.at(x * 0.02, y * 0.015);
    let t = (0.62 + 0.32 * folds) * (0.86 + 0.2 * weave) * (0.9 + 0.2 * noise.at(x * 0.9, y * 0.9));
    if (stripes && (floor(x / stripes) + floor(y / stripes)) % 2) t *= 1.25;
    mix(out, BLACK, base, t);
  };
}

function tiles(random: Random, noise: Noise): Painter {
  const base = random.pick<Colour>([
    [206, 200, 190],
    [176, 160, 140],
    [120, 132, 142],
    [228, 226, 222],
    [96, 80, 72],
  ]);
  const side = random.between(120, 300);
  const joint = random.between(3, 7);
  return (x, y, out) => {
    const [tx, ty] = [floor(x / side), floor(y / side)];
    const inJoint = x - tx * side < joint || y - ty * side < joint;
    const speckle =
      0.8 + 0.3 * noise.at(x * 0.05 + tx * 31, y * 0.05 + ty * 17) + 0.12 * noise.at(x * 0.6, y * 0.6);
    const t = inJoint
      ? 0.55 + 0.1 * noise.at(x * 0.4, y * 0.4)
      : speckle * (0.88 + 0.18 * noise.at(tx * 3.7, ty * 9.1));
    mix(out, BLACK, base, t);
  };
}

function laminate(random: Random, noise: Noise): Painter {
  const base = random.pick<Colour>([
    [232, 230, 226],
    [214, 212, 206],
    [62, 64, 66],
    [24, 24, 26],
    [150, 150, 148],
    [186, 158, 128],
  ]);
  const speck = random.between(0.02, 0.14);
  return (x, y, out) => {
    const t =
      1 - speck * 0.5 + speck * noise.at(x * 0.8, y * 0.8) + 0.05 * (noise.at(x * 0.01, y * 0.01) - 0.5);
    mix(out, BLACK, base, t);
  };
}

/** Something that lies on a table; `near` is how far a place is from its edge, px, less than 0 on it. */
interface Thing {
  near(x: number, y: number): number;
  paint: Painter;
}

/** Papers, pens, a cup's foot: things that lie about on a desk. */
function clutter(random: Random): Thing[] {
  const things: Thing[] = [];
  for (let n = random.int(3, 7); n > 0; n--) {
    const [cx, cy, angle] = [random.between(0, SIDE), random.between(0, SIDE), random.between(0, PI)];
    const [c, s] = [cos(angle), sin(angle)];
    const along = (x: number, y: number): number => (x - cx) * c + (y - cy) * s;
    const across = (x: number, y: number): number => -(x - cx) * s + (y - cy) * c;
    const kind = random.pick(['paper', 'paper', 'pen', 'disc', 'card'] as const);
    const colour: Colour = [random.between(20, 230), random.between(20, 230), random.between(20, 230)];
    if (kind === 'paper' || kind === 'card') {
      const [w, h] = kind === 'paper' ? [random.between(90, 150), random.between(130, 220)] : [45, 28];
      const white = random.between(190, 245);
      const pitch = random.between(6, 12);
      things.push({
        near: (x, y) => max(abs(along(x, y)) - w, abs(across(x, y)) - h),
        paint: (x, y, out) => {
          const row = floor(across(x, y) / pitch);
          const word = sin(row * 91.7 + floor(along(x, y) / 9) * 37.1) * 9137.3;
          const ink =
            across(x, y) / pitch - row > 0.55 && word - floor(word) > 0.3 && abs(along(x, y)) < w * 0.8;
          if (kind === 'card') mix(out, colour, [white, white, white], ink ? 0.4 : 0);
          else mix(out, [white, white, white * 0.97], [70, 70, 78], ink ? 0.6 : 0);
        },
      });
    } else if (kind === 'pen') {
      const length = random.between(90, 140);
      things.push({
        near: (x, y) => hypot(max(0, abs(along(x, y)) - length), across(x, y)) - 7,
        paint: (x, y, out) => mix(out, colour, [255, 255, 255], max(0, 0.5 - abs(across(x, y) + 2) * 0.16)),
      });
    } else {
      const radius = random.between(40, 85);
      things.push({
        near: (x, y) => hypot(x - cx, y - cy) - radius,
        paint: (x, y, out) => {
          const r = hypot(x - cx, y - cy) / radius;
          mix(out, colour, r > 0.86 ? [250, 250, 250] : [40, 24, 14], r > 0.86 ? 0.6 : r < 0.8 ? 0.75 : 0);
        },
      });
    }
  }
  return things;
}

/** What is below, with things painted over it. */
function paintedOver(below: Painter, things: readonly Thing[]): Painter {
  if (things.length === 0) return below;
  const own = new Float32Array(3);
  return (x, y, out) => {
    below(x, y, out);
    for (const thing of things) {
      const d = thing.near(x, y);
      if (d < -0.5) thing.paint(x, y, out);
      else if (d < 0.5) {
        thing.paint(x, y, own);
        for (let i = 0; i < 3; i++) out[i] += (own[i] - out[i]) * (0.5 - d);
      } else if (d < SHADOW) for (let i = 0; i < 3; i++) out[i] *= 0.6 + 0.4 * (d / SHADOW);
    }
  };
}

/** Which squares of a table's picture a photograph shows, row by row. The picture goes on in mirrored copies. */
function squaresSeen(view: View, mmPerPixel: number): Uint8Array {
  const seen = new Uint8Array(SQUARES * SQUARES);
  /** First and last square of those about a place, along a side. */
  const about = (mm: number): [number, number] => {
    const at = mm / mmPerPixel + SIDE / 2;
    const period = 2 * (SIDE - 1);
    const within = at - period * floor(at / period);
    const square = floor(min(within, period - within) / SQUARE);
    return [max(0, square - SQUARES_ABOUT), min(SQUARES - 1, square + SQUARES_ABOUT)];
  };
  const step = max(view.width, view.height) / LOOKS;
  for (let y = 0; y < view.height + step; y += step)
    for (let x = 0; x < view.width + step; x += step) {
      const ground = onTable(view.ray(x, y));
      const [left, right] = about(ground.x);
      const [top, bottom] = about(ground.y);
      for (let row = top; row <= bottom; row++) seen.fill(1, row * SQUARES + left, row * SQUARES + right + 1);
    }
  return seen;
}

/**
 * A surface made up by seed: wood, cloth, tiles, laminate, with or without things on it.
 * @param view what of it is looked at: the rest stays black
 */
export function generatedTableTop(random: Random, cluttered: boolean, view: View): TableTop {
  const noise = new Noise(random.fork('noise'));
  const base = random.pick([wood, wood, cloth, tiles, laminate])(random, noise);
  const things = cluttered ? clutter(random) : [];
  const data = new Uint8Array(SIDE * SIDE * 3);
  const out = new Float32Array(3);
  const turn = random.fork('turn').between(-MOST_TURNED, MOST_TURNED);
  const [c, s] = [cos(turn), sin(turn)];
  const mmPerPixel = random.between(0.5, 0.75);
  const seen = squaresSeen(view, mmPerPixel);
  for (let top = 0, n = 0; top < SIDE; top += SQUARE)
    for (let left = 0; left < SIDE; left += SQUARE) {
      if (!seen[n++]) continue;
      const [x, y] = [left + SQUARE / 2, top + SQUARE / 2];
      const reaching = things.filter((thing) => thing.near(c * x - s * y, s * x + c * y) < SHADOW + SQUARE);
      const paint = paintedOver(base, reaching);
      for (let v = top; v < top + SQUARE; v++)
        for (let u = left, d = (v * SIDE + left) * 3; u < left + SQUARE; u++, d += 3) {
          paint(c * u - s * v, s * u + c * v, out);
          for (let i = 0; i < 3; i++) data[d + i] = max(0, min(255, out[i]));
        }
    }
  return { picture: { data, width: SIDE, height: SIDE, channels: 3 }, mmPerPixel };
}
