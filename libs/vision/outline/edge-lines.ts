import { directionGap, directionOf, DIRECTIONS, type EdgeMap } from './edge-map.js';

const { abs, atan2, ceil, floor, hypot, max, min, round } = Math;

/** The line of points with `x cos(theta) + y sin(theta) = rho`. */
export interface EdgeLine {
  /** Direction of the normal, radians, 0 <= theta < pi. */
  theta: number;
  /** px; may be negative. */
  rho: number;
  /** Edge px that voted for it, each counted at most once. */
  votes: number;
}

/** The px of an edge map that are edges, row by row. */
interface EdgePx {
  x: Int32Array;
  y: Int32Array;
  /** As the edge map has it. */
  direction: Uint8Array;
  /** 0..1. */
  vote: Float64Array;
}

/** An edge px may be turned off its line by this much, in the directions of an edge map. */
const TURN = 14;
/** Directions from one group of edge px to the next: a line's px are all in the group nearest to its direction. */
const GROUP_STEP = 16;

/** Bins of the normal's direction over half a turn (1.4 degrees each). */
const THETA_BINS = 128;
/** px of the edge map a bin of rho. */
const RHO_STEP = 2;
/** An edge px votes this many direction bins to either side of its gradient. */
const THETA_SPREAD = 3;
/** Strength at which an edge px has a full vote, levels per px; fainter ones count less. */
const FULL_VOTE = 10;

/**
 * The strongest straight edges, found by a Hough transform in which an edge px votes only near the direction
 * of its own gradient (O'Gorman and Clowes), and refined by a weighted total-least-squares fit.
 */
export function findLines(edges: EdgeMap, count: number, minVotes: number): EdgeLine[] {
  const { width, height } = edges;
  const reach = ceil(hypot(width, height) / RHO_STEP) + 2;
  const rhoBins = 2 * reach + 1;
  const accumulator = new Float32Array(THETA_BINS * rhoBins);
  const cos = Float64Array.from({ length: THETA_BINS }, (_, t) => Math.cos((t * Math.PI) / THETA_BINS));
  const sin = Float64Array.from({ length: THETA_BINS }, (_, t) => Math.sin((t * Math.PI) / THETA_BINS));
  const edgePx: number[] = [];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (!edges.strength[i]) continue;
      edgePx.push(i);
      const vote = voteOf(edges.strength[i]);
      const centre = edges.direction[i] >> 1;
      for (let t = centre - THETA_SPREAD; t <= centre + THETA_SPREAD; t++) {
        const bin = (t + THETA_BINS) % THETA_BINS;
        const rho = (x * cos[bin] + y * sin[bin]) / RHO_STEP + reach;
        accumulator[bin * rhoBins + round(rho)] += vote;
      }
    }
  const groups = new Map<number, EdgePx>();
  const near = (direction: number): EdgePx => {
    const group = (round(direction / GROUP_STEP) * GROUP_STEP) % DIRECTIONS;
    const known = groups.get(group) ?? turnedLike(edges, edgePx, group);
    groups.set(group, known);
    return known;
  };
  const lines: EdgeLine[] = [];
  const peaks: { bin: number; rho: number; votes: number }[] = [];
  for (let t = 0; t < THETA_BINS; t++)
    for (let r = 2; r < rhoBins - 2; r++) {
      const votes = accumulator[t * rhoBins + r];
      if (votes >= minVotes && isPeak(accumulator, rhoBins, t, r)) peaks.push({ bin: t, rho: r, votes });
    }
  peaks.sort((a, b) => b.votes - a.votes);
  for (const peak of peaks) {
    const theta = (peak.bin * Math.PI) / THETA_BINS;
    const line = fitLine(near, theta, (peak.rho - reach) * RHO_STEP);
    if (line.votes >= minVotes && !lines.some((other) => sameLine(line, other, width, height)))
      lines.push(line);
    if (lines.length >= count) break;
  }
  return lines;
}

function isPeak(accumulator: Float32Array, rhoBins: number, t: number, r: number): boolean {
  const value = accumulator[t * rhoBins + r];
  for (let dt = -2; dt <= 2; dt++) {
    let bin = t + dt;
    let mirrored = false;
    if (bin < 0 || bin >= THETA_BINS) {
      bin = (bin + THETA_BINS) % THETA_BINS;
      mirrored = true;
    }
    for (let dr = -1; dr <= 1; dr++) {
      if (dt === 0 && dr === 0) continue;
      const rho = mirrored ? rhoBins - 1 - (r + dr) : r + dr;
      const other = accumulator[bin * rhoBins + rho];
      if (other > value || (other === value && (dt < 0 || (dt === 0 && dr < 0)))) return false;
    }
  }
  return true;
}

/** Those of the edge px (places in the map) that lines of about a direction may have. */
function turnedLike(
  { width, strength, direction }: EdgeMap,
  edgePx: readonly number[],
  group: number,
): EdgePx {
  const within = new Uint8Array(DIRECTIONS);
  for (let d = 0; d < DIRECTIONS; d++) if (directionGap(d, group) <= TURN + GROUP_STEP / 2) within[d] = 1;
  const places = edgePx.filter((i) => within[direction[i]]);
  const count = places.length;
  const px: EdgePx = {
    x: new Int32Array(count),
    y: new Int32Array(count),
    direction: new Uint8Array(count),
    vote: new Float64Array(count),
  };
  for (let k = 0; k < count; k++) {
    const i = places[k];
    px.y[k] = floor(i / width);
    px.x[k] = i - px.y[k] * width;
    px.direction[k] = direction[i];
    px.vote[k] = voteOf(strength[i]);
  }
  return px;
}

function voteOf(strength: number): number {
  return min(1, strength / FULL_VOTE);
}

/**
 * Fits the edge px near a line, twice with a narrowing band.
 *
 * @param near edge px, row by row: those of about a direction at least
 */
function fitLine(near: (direction: number) => EdgePx, theta: number, rho: number): EdgeLine {
  let votes = 0;
  for (const band of [3.5, 2]) {
    const c = Math.cos(theta);
    const s = Math.sin(theta);
    const direction = directionOf(theta);
    const { x: xs, y: ys, direction: turns, vote } = near(direction);
    let weight = 0;
    let mx = 0;
    let my = 0;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i];
      const y = ys[i];
      if (abs(x * c + y * s - rho) > band || directionGap(turns[i], direction) > TURN) continue;
      const w = vote[i];
      weight += w;
      mx += w * x;
      my += w * y;
      xx += w * x * x;
      xy += w * x * y;
      yy += w * y * y;
    }
    votes = weight;
    if (weight < 5) break;
    mx /= weight;
    my /= weight;
    const cxx = xx / weight - mx * mx;
    const cxy = xy / weight - mx * my;
    const cyy = yy / weight - my * my;
    // The normal is the direction of least spread.
    theta = 0.5 * atan2(2 * cxy, cxx - cyy) + Math.PI / 2;
    theta = ((theta % Math.PI) + Math.PI) % Math.PI;
    rho = mx * Math.cos(theta) + my * Math.sin(theta);
  }
  return { theta, rho, votes };
}

/** Whether two lines stay within 3 px of each other over the picture's middle half. */
function sameLine(a: EdgeLine, b: EdgeLine, width: number, height: number): boolean {
  let gap = abs(a.theta - b.theta);
  if (gap > Math.PI / 2) gap = Math.PI - gap;
  if (gap > 0.05) return false;
  const along = { x: -Math.sin(a.theta), y: Math.cos(a.theta) };
  const cx = width / 2;
  const cy = height / 2;
  const t0 = cx * along.x + cy * along.y;
  const reach = max(width, height) / 4;
  return [-reach, reach].every((t) => {
    const x = a.rho * Math.cos(a.theta) + (t0 + t) * along.x;
    const y = a.rho * Math.sin(a.theta) + (t0 + t) * along.y;
    return abs(x * Math.cos(b.theta) + y * Math.sin(b.theta) - b.rho) < 3;
  });
}
