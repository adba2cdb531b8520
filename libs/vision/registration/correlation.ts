// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { imul, round, sqrt } = Math;

/** A square that is looked for. */
export interface Template {
  /** Zero mean, its length TEMPLATE_UNIT; row-major, side^2. Whole numbers: their products add up fast. */
  levels: Int16Array;
  /** px, 31 at most: sums of products with levels fit 32 bits. */
  side: number;
}

const TEMPLATE_UNIT = 1 << 14;
/** Scores not worked out yet. */
const UNKNOWN = -3;

/** @param levels row-major, side^2; not all the same */
export function templateOf(levels: Uint8Array, side: number): Template {
  const area = side * side;
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < area; k++) {
    sum += levels[k];
    squares += levels[k] * levels[k];
  }
  const mean = sum / area;
  const scale = TEMPLATE_UNIT / sqrt(squares - sum * mean);
  const whole = new Int16Array(area);
  for (let k = 0; k < area; k++) whole[k] = round((levels[k] - mean) * scale);
  return { levels: whole, side };
}

/** Normalized correlations of a template with a picture at shifts by whole px, each worked out when it is first asked for. */
export class CorrelationSearch {
  /** Shifts along each axis. */
  count = 0;
  /** -1..1 of each shift asked for, row-major. */
  scores = new Float32Array(0);
  private template: Template = { levels: new Int16Array(0), side: 0 };
  private picture: Uint8Array = new Uint8Array(0);
  private origin = 0;
  private stride = 0;
  /** Levels and their squares, summed from the window's upper left corner. */
  private sums = new Int32Array(0);
  private squares = new Int32Array(0);

  /**
   * @param picture grey, `stride` px a row
   * @param origin index of the upper left px under the template at its first shift
   */
  begin(template: Template, picture: Uint8Array, origin: number, stride: number, count: number): void {
    this.template = template;
    this.picture = picture;
    this.origin = origin;
    this.stride = stride;
    this.count = count;
    if (this.scores.length < count * count) this.scores = new Float32Array(count * count);
    this.scores.fill(UNKNOWN, 0, count * count);
    const wide = template.side + count - 1;
    const sumWide = wide + 1;
    if (this.sums.length < sumWide * sumWide) {
      this.sums = new Int32Array(sumWide * sumWide);
      this.squares = new Int32Array(sumWide * sumWide);
    }
    const { sums, squares } = this;
    sums.fill(0, 0, sumWide);
    squares.fill(0, 0, sumWide);
    for (let y = 0, o = sumWide; y < wide; y++) {
      sums[o] = squares[o] = 0;
      o++;
      let sum = 0;
      let square = 0;
      for (let k = origin + y * stride, end = k + wide; k < end; k++, o++) {
        const level = picture[k];
        sum += level;
        square += level * level;
        sums[o] = sums[o - sumWide] + sum;
        squares[o] = squares[o - sumWide] + square;
      }
    }
  }

  /** Of the template at a shift; -1 where the picture is blank. */
  at(u: number, v: number): number {
    const { count, scores } = this;
    const s = v * count + u;
    if (scores[s] !== UNKNOWN) return scores[s];
    const { template, picture, stride, sums, squares } = this;
    const { levels, side } = template;
    const area = side * side;
    const sumWide = side + count;
    const a = v * sumWide + u;
    const b = a + side;
    const c = a + side * sumWide;
    const d = c + side;
    const sum = sums[d] - sums[c] - sums[b] + sums[a];
    const deviation = squares[d] - squares[c] - squares[b] + squares[a] - (sum * sum) / area;
    if (deviation <= 4 * area) return (scores[s] = -1);
    let product = 0;
    let t = 0;
    for (let row = this.origin + v * stride + u, y = 0; y < side; y++, row += stride) {
      let k = row;
      // By twos: the loop itself takes as long as what is done in it.
      for (const end = row + side - 1; k < end; k += 2, t += 2)
        product = (product + imul(picture[k], levels[t]) + imul(picture[k + 1], levels[t + 1])) | 0;
      if (side & 1) product = (product + imul(picture[k], levels[t++])) | 0;
    }
    return (scores[s] = product / TEMPLATE_UNIT / sqrt(deviation));
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
