import type { Point3, Sheet } from './paper-shape.js';

const { hypot, min } = Math;

// Half the step of a numeric derivative, mm.
const NUDGE = 0.05;
// Steps of Newton's method; from DAMPED_FROM on half steps, lest it swing to and fro over a crease.
const STEPS = 40;
const DAMPED_FROM = 8;
// Distance from the ray, mm, that is near enough.
const NEAR = 1e-5;
// Places looked at for the lowest, along each axis.
const PLACES = 41;

/**
 * A sheet whose surface is given as a formula: mm on the page from its middle to space. Its lowest point rests on the
 * table.
 */
export class LiftedSheet implements Sheet {
  private readonly rise: number;

  /** @param surface has to go on smoothly beyond the page's `width` and `height`, mm */
  constructor(
    width: number,
    height: number,
    private readonly surface: (x: number, y: number) => Point3,
  ) {
    let lowest = Infinity;
    for (let j = 0; j < PLACES; j++)
      for (let i = 0; i < PLACES; i++)
        lowest = min(lowest, surface((i / (PLACES - 1) - 0.5) * width, (j / (PLACES - 1) - 0.5) * height).z);
    this.rise = -lowest;
  }

  lift(x: number, y: number): Point3 {
    const p = this.surface(x, y);
    return { x: p.x, y: p.y, z: p.z + this.rise };
  }

  hit(origin: Point3, direction: Point3): { x: number; y: number } {
    const ground = -origin.z / direction.z;
    let x = origin.x + ground * direction.x;
    let y = origin.y + ground * direction.y;
    let t = ground;
    for (let step = 0; step < STEPS; step++) {
      const p = this.lift(x, y);
      const miss = {
        x: origin.x + t * direction.x - p.x,
        y: origin.y + t * direction.y - p.y,
        z: origin.z + t * direction.z - p.z,
      };
      if (hypot(miss.x, miss.y, miss.z) < NEAR) break;
      const [across, down] = this.tangents(x, y);
      // Cramer's rule on (across, down, -direction) (dx, dy, dt) = miss.
      const normal = cross(across, down);
      const determinant = dot(normal, direction);
      if (!(Math.abs(determinant) > 1e-9)) break;
      const share = step < DAMPED_FROM ? 1 : 0.5;
      x += (share * dot(cross(direction, down), miss)) / -determinant;
      y += (share * dot(cross(across, direction), miss)) / -determinant;
      t += (share * dot(normal, miss)) / -determinant;
    }
    return { x, y };
  }

  normal(x: number, y: number): Point3 {
    const [across, down] = this.tangents(x, y);
    const n = cross(across, down);
    const length = hypot(n.x, n.y, n.z);
    return { x: n.x / length, y: n.y / length, z: n.z / length };
  }

  private tangents(x: number, y: number): [Point3, Point3] {
    const slope = (a: Point3, b: Point3): Point3 => ({
      x: (a.x - b.x) / (2 * NUDGE),
      y: (a.y - b.y) / (2 * NUDGE),
      z: (a.z - b.z) / (2 * NUDGE),
    });
    return [
      slope(this.surface(x + NUDGE, y), this.surface(x - NUDGE, y)),
      slope(this.surface(x, y + NUDGE), this.surface(x, y - NUDGE)),
    ];
  }
}

function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function cross(a: Point3, b: Point3): Point3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}
