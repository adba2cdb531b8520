import type { Random } from '../random.js';

const { abs, ceil, cos, floor, hypot, max, min, sin, tanh } = Math;

/** A point in millimetres: x to the page's right, y down the page, z up from the table. */
export interface Point3 {
  x: number;
  y: number;
  z: number;
}

/** A sheet of paper in space; places on it are mm from its middle. */
export interface Sheet {
  /** Where a place of the page lies in space. */
  lift(x: number, y: number): Point3;
  /** The place of the page, or of its continuation, that a ray meets. */
  hit(origin: Point3, direction: Point3): { x: number; y: number };
  /** Unit normal, pointing up, at a place of the page. */
  normal(x: number, y: number): Point3;
}

// Step of the tabulated profile, mm; between the steps it is interpolated linearly.
const STEP = 0.25;
// The profile goes on beyond the paper by this much (mm), so that pixels at its edge have both sides.
const OVERHANG = 60;

/** Slope of the sheet, radians, at the arc length `a` (mm, 0 in the middle of the sheet). */
export type SlopeProfile = (a: number) => number;

/**
 * The surface of a sheet that is bent but not stretched: a generalised cylinder. Along the direction
 * `theta` the paper follows a curve given by its slope over arc length; across it, straight lines. So the
 * distance along the paper is kept and the map from page to space is exact up to the step of the table.
 */
export class PaperShape implements Sheet {
  private readonly cos: number;
  private readonly sin: number;
  private readonly reach: number;
  private readonly alongX: Float64Array;
  private readonly alongZ: Float64Array;
  private readonly firstX: number;
  private readonly aOfX: Float64Array;
  private readonly zOfX: Float64Array;

  /**
   * @param halfDiagonal half of the sheet's diagonal, mm
   * @param theta direction in which the sheet bends, radians from the page's x axis
   */
  constructor(
    halfDiagonal: number,
    theta = 0,
    private readonly slope: SlopeProfile = () => 0,
  ) {
    this.cos = cos(theta);
    this.sin = sin(theta);
    this.reach = halfDiagonal + OVERHANG;
    const half = ceil(this.reach / STEP);
    this.reach = half * STEP;
    const count = 2 * half + 1;
    this.alongX = new Float64Array(count);
    this.alongZ = new Float64Array(count);
    for (let i = 1; i < count; i++) {
      const phi = slope((i - half - 0.5) * STEP);
      this.alongX[i] = this.alongX[i - 1] + cos(phi) * STEP;
      this.alongZ[i] = this.alongZ[i - 1] + sin(phi) * STEP;
    }
    // The middle of the sheet stays where it was; its lowest point rests on the table.
    const middle = this.alongX[half];
    let lowest = Infinity;
    const paper = floor(halfDiagonal / STEP);
    for (let i = half - paper; i <= half + paper; i++) lowest = min(lowest, this.alongZ[i]);
    for (let i = 0; i < count; i++) {
      this.alongX[i] -= middle;
      this.alongZ[i] -= lowest;
    }
    this.firstX = this.alongX[0];
    const columns = floor((this.alongX[count - 1] - this.firstX) / STEP) + 1;
    this.aOfX = new Float64Array(columns);
    this.zOfX = new Float64Array(columns);
    for (let k = 0, i = 0; k < columns; k++) {
      const x = this.firstX + k * STEP;
      while (i < count - 2 && this.alongX[i + 1] < x) i++;
      const t = (x - this.alongX[i]) / (this.alongX[i + 1] - this.alongX[i]);
      this.aOfX[k] = (i + t - half) * STEP;
      this.zOfX[k] = this.alongZ[i] + t * (this.alongZ[i + 1] - this.alongZ[i]);
    }
  }

  /** Where the point of the page at (x, y) mm from its middle lies in space. */
  lift(x: number, y: number): Point3 {
    const a = x * this.cos + y * this.sin;
    const b = -x * this.sin + y * this.cos;
    const at = clamp((a + this.reach) / STEP, 0, this.alongX.length - 1.001);
    const i = floor(at);
    const t = at - i;
    const along = this.alongX[i] + t * (this.alongX[i + 1] - this.alongX[i]);
    const z = this.alongZ[i] + t * (this.alongZ[i + 1] - this.alongZ[i]);
    return { x: along * this.cos - b * this.sin, y: along * this.sin + b * this.cos, z };
  }

  /**
   * Where a ray meets the sheet (or its continuation): mm on the page from its middle, by Newton's method.
   * Good for slopes and rays that do not graze the paper.
   */
  hit(origin: Point3, direction: Point3): { x: number; y: number } {
    const ox = origin.x * this.cos + origin.y * this.sin;
    const oy = -origin.x * this.sin + origin.y * this.cos;
    const dx = direction.x * this.cos + direction.y * this.sin;
    const dy = -direction.x * this.sin + direction.y * this.cos;
    let t = -origin.z / direction.z;
    let k = 0;
    let f = 0;
    for (let round = 0; round < 12; round++) {
      const at = clamp((ox + t * dx - this.firstX) / STEP, 0, this.zOfX.length - 1.001);
      k = floor(at);
      f = at - k;
      const rise = this.zOfX[k + 1] - this.zOfX[k];
      const miss = origin.z + t * direction.z - (this.zOfX[k] + f * rise);
      t -= miss / (direction.z - (rise / STEP) * dx);
      if (abs(miss) < 1e-7) break;
    }
    const a = this.aOfX[k] + f * (this.aOfX[k + 1] - this.aOfX[k]);
    const b = oy + t * dy;
    return { x: a * this.cos - b * this.sin, y: a * this.sin + b * this.cos };
  }

  /** The sheet's unit normal, pointing up, at (x, y) mm from the middle of the page. */
  normal(x: number, y: number): Point3 {
    const phi = this.slope(x * this.cos + y * this.sin);
    const s = -sin(phi);
    return { x: s * this.cos, y: s * this.sin, z: cos(phi) };
  }
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

const DEGREE = Math.PI / 180;

/**
 * A sheet that has been rolled, folded for an envelope or torn from a pad: waves and a lifted end of up to
 * about 30 degrees of slope, with up to two soft creases. `width` and `height` in mm.
 */
export function curledShape(width: number, height: number, random: Random): PaperShape {
  const theta = random.pick([0, 90, 0, 90, random.between(0, 180)]) * DEGREE + random.gauss() * 6 * DEGREE;
  const half = (abs(width * cos(theta)) + abs(height * sin(theta))) / 2;
  const kind = random.pick(['bow', 'wave', 'lifted'] as const);
  const strength = random.between(7, 26) * DEGREE;
  const side = random.sign();
  const phase = random.between(-0.4, 0.4);
  const onset = random.between(-0.2, 0.5);
  const creases = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => ({
    at: random.between(-0.6, 0.6) * half,
    bend: random.gauss() * 4 * DEGREE,
    softness: random.between(1.5, 4),
  }));
  const slope = (a: number): number => {
    const u = max(-1.3, min(1.3, a / half));
    let phi: number;
    if (kind === 'bow') phi = -side * strength * (u - phase * 0.5);
    else if (kind === 'wave') phi = side * strength * sin(Math.PI * (u + phase) * 1.1);
    else phi = u * side > onset ? side * strength * 1.2 * ((u * side - onset) / (1 - onset)) ** 1.4 : 0;
    for (const crease of creases) phi += crease.bend * tanh((a - crease.at) / crease.softness);
    return max(-34 * DEGREE, min(34 * DEGREE, phi));
  };
  return new PaperShape(hypot(width, height) / 2, theta, slope);
}
