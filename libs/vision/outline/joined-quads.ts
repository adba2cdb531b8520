import type { LineEvidence } from './line-evidence.js';
import {
  angleBetween,
  crossing,
  join,
  MAX_BORDERS,
  MAX_CONVERGENCE,
  sidesScore,
  type JoinedQuad,
} from './quad-score.js';
import type { Quad, Size } from '../pixels/raster.js';

/** Lines that take part: the strongest, and the borders. */
const MAX_LINES = 46;
/** Quads whose sides score no more are left out. */
const MIN_SCORE = 0.25;

/**
 * Quads of one picture, best first. There are tens of thousands, of which few are looked at: each is made when it is.
 */
class JoinedQuads implements Iterable<JoinedQuad> {
  /** @param sides four for each quad: places among the lines */
  constructor(
    private readonly lines: readonly LineEvidence[],
    private readonly sides: readonly number[],
    private readonly size: Size,
  ) {}

  *[Symbol.iterator](): Iterator<JoinedQuad> {
    const { lines, sides, size } = this;
    for (let k = 0; k < sides.length; k += 4) {
      const quad = join(
        [lines[sides[k]], lines[sides[k + 1]], lines[sides[k + 2]], lines[sides[k + 3]]],
        size.width,
        size.height,
      );
      if (quad) yield quad;
    }
  }
}

/** Joins lines to convex quads and scores them by their sides alone; best first. */
export function joinQuads(lines: readonly LineEvidence[], size: Size): JoinedQuads {
  const chosen = [...lines.filter((l) => !l.border).slice(0, MAX_LINES), ...lines.filter((l) => l.border)];
  const pairs = oppositePairs(chosen, size);
  const corners = chosen.map((a) => chosen.map((b) => crossing(a, b, size.width, size.height)));
  const borders = chosen.map((l) => (l.border ? 1 : 0));
  const sides: LineEvidence[] = [];
  const quad: Quad = [NOWHERE, NOWHERE, NOWHERE, NOWHERE];
  const first: number[] = [];
  const second: number[] = [];
  const scores: number[] = [];
  for (let p = 0; p < pairs.length; p++) {
    const { a, b } = pairs[p];
    for (let q = p + 1; q < pairs.length; q++) {
      const { a: c, b: d } = pairs[q];
      if (borders[a] + borders[b] + borders[c] + borders[d] > MAX_BORDERS) continue;
      // Sides are a, d, b, c in turn; a corner lies where a side meets the one before.
      const ca = corners[c][a];
      const ad = corners[a][d];
      const db = corners[d][b];
      const bc = corners[b][c];
      if (!ca || !ad || !db || !bc) continue;
      quad[0] = ca;
      quad[1] = ad;
      quad[2] = db;
      quad[3] = bc;
      sides[0] = chosen[a];
      sides[1] = chosen[d];
      sides[2] = chosen[b];
      sides[3] = chosen[c];
      const score = sidesScore(sides, quad, size.width, size.height);
      if (score <= MIN_SCORE) continue;
      first.push(p);
      second.push(q);
      scores.push(score);
    }
  }
  const order = Uint32Array.from(scores, (_, k) => k).sort((x, y) => scores[y] - scores[x] || x - y);
  const ordered: number[] = [];
  for (const k of order) {
    const { a, b } = pairs[first[k]];
    const { a: c, b: d } = pairs[second[k]];
    ordered.push(a, d, b, c);
  }
  return new JoinedQuads(chosen, ordered, size);
}

const NOWHERE = { x: 0, y: 0 };

/** Lines that may be opposite sides of a page. */
function oppositePairs(chosen: readonly LineEvidence[], { width, height }: Size): Pair[] {
  const pairs: Pair[] = [];
  const apart = 0.16 * Math.min(width, height);
  for (let i = 0; i < chosen.length; i++)
    for (let j = i + 1; j < chosen.length; j++) {
      const a = chosen[i];
      const b = chosen[j];
      if (angleBetween(a, b) > MAX_CONVERGENCE) continue;
      if (gapAt(a, b, width / 2, height / 2) < apart) continue;
      pairs.push({ a: i, b: j });
    }
  return pairs;
}

/** Two lines: their places among all. */
interface Pair {
  a: number;
  b: number;
}

/** How far apart two lines lie, px, measured where a point is: by how far that is off either, between them or not. */
function gapAt(a: LineEvidence, b: LineEvidence, x: number, y: number): number {
  const da = x * a.nx + y * a.ny - a.line.rho;
  const db = x * b.nx + y * b.ny - b.line.rho;
  const cosine = a.nx * b.nx + a.ny * b.ny;
  return Math.abs(da - db * Math.sign(cosine));
}
