import { KernelMemory, kernels } from '../kernels/kernels.js';

const { abs, max, sqrt } = Math;

/** Px asked of a window: every one, or every other one of every other row. */
export type Step = 1 | 2;

/** How a frame goes with ink. */
export interface InkFit {
  /** Mean of the frame's levels where there is shared ink or paper. */
  frameMean: number;
  covariance: number;
  /** Of ink and darkness of the frame, -1..1; 0 where either is all one level. */
  correlation: number;
}

/** Rows of ink begin so many px apart or a multiple of it. */
const PITCH = 8;

/**
 * Px of a window in which two pages have the same ink, in the kernels' memory, with the frame that is compared with
 * them.
 */
export class SharedSample {
  private readonly stats = { 1: { count: 0, sum: 0, squares: 0 }, 2: { count: 0, sum: 0, squares: 0 } };
  private readonly pitch: number;
  private readonly ink: number;
  private readonly shared: number;
  private readonly frame: number;
  private readonly sums: number;

  /**
   * @param a, b the pages' ink, `width * height`
   * @param limit ink that differs by less is shared
   * @param frame grey levels, rows `stride` px apart
   * @param memory must not be given back while the sample is in use
   */
  constructor(
    a: Float32Array,
    b: Float32Array,
    private readonly width: number,
    private readonly height: number,
    limit: number,
    frame: Float32Array,
    private readonly stride: number,
    private readonly memory: KernelMemory,
  ) {
    this.pitch = (width + PITCH - 1) & -PITCH;
    const size = this.pitch * height;
    [this.ink, this.shared] = [memory.take(4 * size), memory.take(4 * size)];
    [this.frame, this.sums] = [memory.take(4 * (frame.length + PITCH)), memory.take(24)];
    memory.floats(this.frame, frame.length).set(frame);
    this.gather(a, b, limit, memory.floats(this.ink, size).fill(0), memory.longs(this.shared, size).fill(0));
  }

  private gather(
    a: Float32Array,
    b: Float32Array,
    limit: number,
    ink: Float32Array,
    shared: Int32Array,
  ): void {
    const { width, height, pitch, stats } = this;
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0, o = y * pitch; x < width; x++, i++, o++) {
        if (abs(a[i] - b[i]) >= limit) continue;
        const level = (a[i] + b[i]) / 2;
        ink[o] = level;
        shared[o] = -1;
        stats[1].count++;
        stats[1].sum += level;
        stats[1].squares += level * level;
        if (((x | y) & 1) !== 0) continue;
        stats[2].count++;
        stats[2].sum += level;
        stats[2].squares += level * level;
      }
  }

  get count(): number {
    return this.stats[1].count;
  }

  mean(step: Step = 1): number {
    return this.stats[step].sum / max(1, this.stats[step].count);
  }

  variance(step: Step = 1): number {
    return this.stats[step].squares / max(1, this.stats[step].count) - this.mean(step) ** 2;
  }

  /** How the frame goes with the ink, whose first px lies on the frame's `place`-th. */
  against(place: number, step: Step): InkFit {
    const { ink, shared, pitch, height, frame, stride, sums } = this;
    kernels.goWithInk(ink, shared, pitch, height, frame + 4 * place, stride, step, sums);
    const [sum, squares, products] = this.memory.doubles(sums, 3);
    const n = max(1, this.stats[step].count);
    const frameMean = sum / n;
    const covariance = products / n - this.mean(step) * frameMean;
    const spread = this.variance(step) * (squares / n - frameMean ** 2);
    return { frameMean, covariance, correlation: spread > 0 ? -covariance / sqrt(spread) : 0 };
  }
}
