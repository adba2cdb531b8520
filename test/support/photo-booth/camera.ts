import type { Point } from '../../../libs/vision/pixels/raster.js';
import type { Point3 } from './paper-shape.js';

const { cos, hypot, max, min, sin } = Math;

/** How space is seen: space in mm to px of the picture and back. (0, 0) is the centre of the first pixel. */
export interface View {
  width: number;
  height: number;
  project(point: Point3): Point;
  ray(x: number, y: number): LineOfSight;
}

/** The line of sight through a place of the picture. */
export interface LineOfSight {
  origin: Point3;
  direction: Point3;
}

/** Where a line of sight meets the table. */
export function onTable({ origin, direction }: LineOfSight): Point3 {
  const t = -origin.z / direction.z;
  return { x: origin.x + t * direction.x, y: origin.y + t * direction.y, z: 0 };
}

const dot = (a: Point3, b: Point3): number => a.x * b.x + a.y * b.y + a.z * b.z;
const plus = (a: Point3, b: Point3, s: number): Point3 => ({
  x: a.x + s * b.x,
  y: a.y + s * b.y,
  z: a.z + s * b.z,
});
function unit(a: Point3): Point3 {
  const length = hypot(a.x, a.y, a.z);
  return { x: a.x / length, y: a.y / length, z: a.z / length };
}

export interface Pose {
  /** Angle between the line of sight and the table's normal, radians. */
  tilt: number;
  /** Direction in which the camera leans, radians from the page's x axis. */
  azimuth: number;
  /** Turn of the page in the picture, clockwise, radians. */
  roll: number;
}

/** A pinhole camera over the table, square pixels, the principal point in the middle. */
export class PinholeCamera implements View {
  private readonly forward: Point3;
  private readonly rightward: Point3;
  private readonly downward: Point3;
  private position: Point3 = { x: 0, y: 0, z: 1 };

  /** @param focal focal length in px */
  constructor(
    readonly width: number,
    readonly height: number,
    private readonly focal: number,
    pose: Pose,
  ) {
    const s = sin(pose.tilt);
    this.forward = { x: s * cos(pose.azimuth), y: s * sin(pose.azimuth), z: -cos(pose.tilt) };
    const right = unit(plus({ x: 1, y: 0, z: 0 }, this.forward, -this.forward.x));
    let down = plus({ x: 0, y: 1, z: 0 }, this.forward, -this.forward.y);
    down = unit(plus(down, right, -dot(down, right)));
    const [c, r] = [cos(pose.roll), sin(pose.roll)];
    this.rightward = plus({ x: right.x * c, y: right.y * c, z: right.z * c }, down, -r);
    this.downward = plus({ x: right.x * r, y: right.y * r, z: right.z * r }, down, c);
  }

  project(point: Point3): Point {
    const d = plus(point, this.position, -1);
    const depth = dot(d, this.forward);
    return {
      x: (this.focal * dot(d, this.rightward)) / depth + (this.width - 1) / 2,
      y: (this.focal * dot(d, this.downward)) / depth + (this.height - 1) / 2,
    };
  }

  ray(x: number, y: number): LineOfSight {
    const u = (x - (this.width - 1) / 2) / this.focal;
    const v = (y - (this.height - 1) / 2) / this.focal;
    return {
      origin: this.position,
      direction: plus(plus(this.forward, this.rightward, u), this.downward, v),
    };
  }

  /**
   * Moves the camera, its direction kept, so that the given points just fill the share `fill` of the
   * picture's width or height and lie in its middle.
   */
  frame(points: readonly Point3[], fill: number): void {
    let target: Point3 = { x: 0, y: 0, z: 0 };
    let distance = 1;
    for (let round = 0; round < 8; round++) {
      let near = 60;
      let far = 5000;
      for (let step = 0; step < 40; step++) {
        distance = (near + far) / 2;
        this.position = plus(target, this.forward, -distance);
        const box = this.boundsOf(points);
        const share = max((box.right - box.left) / this.width, (box.bottom - box.top) / this.height);
        if (share > fill || !(share > 0)) near = distance;
        else far = distance;
      }
      const box = this.boundsOf(points);
      const shiftX = (box.left + box.right - (this.width - 1)) / 2;
      const shiftY = (box.top + box.bottom - (this.height - 1)) / 2;
      target = plus(
        plus(target, this.rightward, (shiftX * distance) / this.focal),
        this.downward,
        (shiftY * distance) / this.focal,
      );
      this.position = plus(target, this.forward, -distance);
    }
  }

  /** Moves the camera sideways; the page goes the other way by about the given share of its size in the picture. */
  shift(points: readonly Point3[], x: number, y: number): void {
    const box = this.boundsOf(points);
    const depth = -dot(this.position, this.forward);
    const mm = depth / this.focal;
    this.position = plus(this.position, this.rightward, x * (box.right - box.left) * mm);
    this.position = plus(this.position, this.downward, y * (box.bottom - box.top) * mm);
  }

  /** Where the camera is; to be given back to `moveTo`. */
  whereabouts(): Point3 {
    return this.position;
  }

  moveTo(position: Point3): void {
    this.position = position;
  }

  private boundsOf(points: readonly Point3[]): { left: number; right: number; top: number; bottom: number } {
    const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (const point of points) {
      const depth = dot(plus(point, this.position, -1), this.forward);
      if (depth <= 1) return { left: -1e9, right: 1e9, top: -1e9, bottom: 1e9 };
      const { x, y } = this.project(point);
      box.left = min(box.left, x);
      box.right = max(box.right, x);
      box.top = min(box.top, y);
      box.bottom = max(box.bottom, y);
    }
    return box;
  }
}

/** A flatbed scanner: parallel lines of sight, straight down. */
export class FlatbedView implements View {
  private readonly cos: number;
  private readonly sin: number;

  /**
   * @param scale px per mm
   * @param roll turn of the page in the picture, clockwise, radians
   * @param offset of the page's middle from the picture's, px
   */
  constructor(
    readonly width: number,
    readonly height: number,
    private readonly scale: number,
    roll: number,
    private readonly offset: Point,
  ) {
    this.cos = cos(roll);
    this.sin = sin(roll);
  }

  project(point: Point3): Point {
    return {
      x: (point.x * this.cos - point.y * this.sin) * this.scale + (this.width - 1) / 2 + this.offset.x,
      y: (point.x * this.sin + point.y * this.cos) * this.scale + (this.height - 1) / 2 + this.offset.y,
    };
  }

  ray(x: number, y: number): LineOfSight {
    const u = (x - (this.width - 1) / 2 - this.offset.x) / this.scale;
    const v = (y - (this.height - 1) / 2 - this.offset.y) / this.scale;
    return {
      origin: { x: u * this.cos + v * this.sin, y: -u * this.sin + v * this.cos, z: 100 },
      direction: { x: 0, y: 0, z: -1 },
    };
  }
}
