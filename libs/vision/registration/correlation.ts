import { KernelMemory, kernels } from '../kernels/kernels.js';

/** A square that is looked for. */
export interface Template {
  /** Zero mean, its length 2^14, whole numbers; rows of `templateWidth(side)`, zero beyond the side. */
  levels: Int16Array;
  /** px, 31 at most: sums of products with levels fit 32 bits. */
  side: number;
}

/** Largest side of a template, px. */
const LARGEST_SIDE = 31;
/** Scores not worked out yet. */
const UNKNOWN = -3;

/** Numbers to a row of a template: rows are read by eights. */
export function templateWidth(side: number): number {
  return (side + 7) & ~7;
}

/**
 * Makes a template of a square.
 *
 * @param picture address of its first px, `stride` px a row; not all levels are the same
 * @param side px
 */
export function templateOf(picture: number, stride: number, side: number): Template {
  return KernelMemory.borrow((memory) => {
    const count = side * templateWidth(side);
    const out = memory.take(2 * count);
    kernels.patchTemplate(picture, stride, side, out);
    return { levels: memory.shorts(out, count).slice(), side };
  });
}

/**
 * Normalized correlations of a template with a picture at shifts by whole px, each worked out when it is first asked
 * for.
 */
export class CorrelationSearch {
  /** Shifts along each axis. */
  count = 0;
  /** -1..1 of each shift asked for, row-major. */
  scores = new Float32Array(0);
  private side = 0;
  private picture = 0;
  private stride = 0;
  /** Address of the template. */
  private readonly template: number;

  constructor(private readonly memory: KernelMemory) {
    this.template = memory.take(2 * LARGEST_SIDE * templateWidth(LARGEST_SIDE));
  }

  /**
   * @param picture address of the upper left px under the template at its first shift, grey, `stride` px a row
   * @param count shifts along each axis
   */
  begin({ levels, side }: Template, picture: number, stride: number, count: number): void {
    this.memory.shorts(this.template, levels.length).set(levels);
    this.side = side;
    this.picture = picture;
    this.stride = stride;
    this.count = count;
    if (this.scores.length < count * count) this.scores = new Float32Array(count * count);
    this.scores.fill(UNKNOWN, 0, count * count);
  }

  /** Of the template at a shift; -1 where the picture is blank. */
  at(u: number, v: number): number {
    const { scores, stride } = this;
    const s = v * this.count + u;
    if (scores[s] !== UNKNOWN) return scores[s];
    return (scores[s] = kernels.correlation(this.picture + v * stride + u, stride, this.template, this.side));
  }

  /** From a shift to the top of the scores around it; all neighbours of the top are known then. @returns its index */
  climb(from: number): number {
    const { count, scores } = this;
    for (let at = from; ;) {
      const u0 = at % count;
      const v0 = (at - u0) / count;
      let top = at;
      for (let v = v0 > 0 ? v0 - 1 : 0; v <= v0 + 1 && v < count; v++)
        for (let u = u0 > 0 ? u0 - 1 : 0; u <= u0 + 1 && u < count; u++)
          if (this.at(u, v) > scores[top]) top = v * count + u;
      if (top === at) return at;
      at = top;
    }
  }
}
