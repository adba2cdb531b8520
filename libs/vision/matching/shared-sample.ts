import { KernelMemory, kernels } from '../kernels/kernels.js';

const { max, sqrt } = Math;

/** Px asked of a window: every one, or every other one of every other row. */
export type Step = 1 | 2;

/** How a frame goes with ink. */
interface InkFit {
  /** Mean of the frame's levels where there is shared ink or paper. */
  frameMean: number;
  covariance: number;
  /** Of ink and darkness of the frame, -1..1; 0 where either is all one level. */
  correlation: number;
}

/** Of px that are shared: how many, and the sums of their ink and of its squares. */
interface Stats {
  count: number;
  sum: number;
  squares: number;
}

/** Rows of ink begin so many px apart or a multiple of it. */
const PITCH = 8;

/**
 * Px of a window in which two pages have the same ink, in the kernels' memory, with the frame that is compared with
 * them.
 */
export class SharedSample {
  private readonly stats: Record<Step, Stats>;
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
    memory.floats(this.ink, size).fill(0);
    memory.longs(this.shared, size).fill(0);
    this.stats = this.gather(a, b, limit);
  }

  private gather(a: Float32Array, b: Float32Array, limit: number): Record<Step, Stats> {
    const { width, height, pitch, ink, shared } = this;
    return KernelMemory.borrow((scratch) => {
      const first = scratch.hold(a);
      const second = b === a ? first : scratch.hold(b);
      const stats = scratch.take(48);
      kernels.shareInk(first, second, width, height, limit, ink, shared, pitch, stats);
      const [count, sum, squares, thinCount, thinSum, thinSquares] = scratch.doubles(stats, 6);
      return {
        1: { count, sum, squares },
        2: { count: thinCount, sum: thinSum, squares: thinSquares },
      };
    });
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
