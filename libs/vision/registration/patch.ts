import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Point, Raster } from '../pixels/raster.js';
import { templateOf, type Template } from './correlation.js';

const { sqrt } = Math;

/** A square of a reference page, ready to be looked for. */
export interface Patch {
  /** Centre in px of the reference raster. */
  centre: Point;
  /** Its side is 2 * radius + 1. */
  template: Template;
  /** The same at half the size, px averaged by twos; the last row and column of an odd number are left out. */
  halved: Template;
  /**
   * How well each direction of a shift is held, 0..1: the structure tensor (xx, xy, yy) over its own largest
   * eigenvalue. A patch that shows one ruled line only holds the direction across it.
   */
  hold: readonly [number, number, number];
  /** Smaller eigenvalue of the structure tensor over the larger: 0 an edge, 1 a corner. */
  cornerness: number;
}

/** Whether a patch holds shifts along x better than along y: its lines stand rather than lie. */
export const holdsAlongX = ({ hold }: Pick<Patch, 'hold'>): boolean => hold[0] > hold[2];

/** Standard deviation of levels under which a square of a sharp page holds nothing to look for. */
export const MIN_CONTRAST = 7;
/** Sums that `patchSums` makes of a square: of its levels, their squares, and its slopes' products. */
export const PATCH_SUMS = 5;

/** Cuts patches of one size out of a grey page. */
export class PatchCutter {
  private readonly page: number;
  private readonly sums: number;
  private readonly halves: number;
  private readonly width: number;
  private readonly height: number;

  /** @param radius half the patches' side, px: 15 at most */
  private constructor(
    private readonly memory: KernelMemory,
    { data, width, height }: Raster,
    private readonly radius: number,
    private readonly contrast: number,
  ) {
    this.width = width;
    this.height = height;
    this.page = memory.take(data.length);
    this.sums = memory.take(4 * PATCH_SUMS);
    this.halves = memory.take(radius * radius);
    memory.bytes(this.page, data.length).set(data);
  }

  /**
   * Runs `work` with a cutter, which holds as long.
   *
   * @param contrast standard deviation of levels under which a square holds nothing to look for
   */
  static over<T>(page: Raster, radius: number, work: (cutter: PatchCutter) => T, contrast = MIN_CONTRAST): T {
    return KernelMemory.borrow((memory) => work(new PatchCutter(memory, page, radius, contrast)));
  }

  /** The patch around a px; null when it is blank or reaches over the border. */
  cut(cx: number, cy: number): Patch | null {
    const { radius, width, height, contrast } = this;
    if (cx < radius + 1 || cy < radius + 1 || cx >= width - radius - 1 || cy >= height - radius - 1)
      return null;
    const side = 2 * radius + 1;
    const area = side * side;
    const first = this.page + (cy - radius) * width + cx - radius;
    kernels.patchSums(first, width, side, this.sums);
    const [sum, squares, xx, xy, yy] = this.memory.longs(this.sums, PATCH_SUMS);
    if (squares - (sum * sum) / area < contrast * contrast * area) return null;
    // px averaged by twos.
    kernels.halvePlane(first, width, this.halves, radius, radius, radius);
    const half = (xx + yy) / 2;
    const spread = sqrt(((xx - yy) / 2) ** 2 + xy * xy);
    const largest = half + spread;
    return {
      centre: { x: cx, y: cy },
      template: templateOf(first, width, side),
      halved: templateOf(this.halves, radius, radius),
      hold: [xx / largest, xy / largest, yy / largest],
      cornerness: (half - spread) / largest,
    };
  }
}
