import type { BentLine } from './bent-line.js';
import { rayOf, type SheetPose, type Vector } from './sheet-pose.js';

const { floor, max } = Math;

/** Places on lines as rays, and which line each is on. */
export interface Sample {
  count: number;
  /** Places there are, of which these were taken. */
  total: number;
  rays: Vector[];
  line: Int32Array;
  /** 1 for rows, whose y is to be the same; 0 for columns. */
  row: Uint8Array;
  weight: Float64Array;
  lines: number;
}

/** @param most so many places are taken, evenly over all lines */
export function placesOn(pose: SheetPose, lines: readonly BentLine[], most: number): Sample {
  const total = lines.reduce((sum, { points }) => sum + points.length, 0);
  const every = max(1, total / most);
  const rays: Vector[] = [];
  const line: number[] = [];
  const row: number[] = [];
  const weights: number[] = [];
  let phase = 0;
  lines.forEach(({ along, points, weight }, k) => {
    for (; phase < points.length; phase += every) {
      const p = points[floor(phase)];
      rays.push(rayOf(pose, p.x, p.y));
      line.push(k);
      row.push(along === 'row' ? 1 : 0);
      weights.push(weight);
    }
    phase -= points.length;
  });
  return {
    count: rays.length,
    total,
    rays,
    line: Int32Array.from(line),
    row: Uint8Array.from(row),
    weight: Float64Array.from(weights),
    lines: lines.length,
  };
}
