import type { Displacement } from '../geometry/displacement-grid.js';
import { median } from '../geometry/median.js';
import type { PointMap } from '../geometry/point-map.js';
import { steepestPath } from '../geometry/steepest-path.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import { ALONG, ALONG_STEP, edgeInLight, MIDDLE, type SideAt } from './edge-in-light.js';

const { abs, floor, max, min, round } = Math;

/** Places looked at along a side are this far apart, px of the page. */
const SPACING = 28;
/** The ends of a side are left out, px: corners are folded, rounded or held. */
const CORNER = 24;
/** px between places at which the map is asked. */
const ASK_EVERY = 8;
/** A step is the difference of means over this many px either side of a place. */
const STEP_SPAN = 3;
/**
 * A step is print's where paper goes on beyond it: where so many px, at one of these distances outwards, differ from as
 * many at one of them inwards by less than this part of it. A rule does, with or without a line of small print beside
 * it; now and then the shadow of a sheet on paper as white. Such a step counts for this part of a full one at most, and
 * so does one beyond which it is lighter, as beyond a fill: little is lighter than paper.
 */
const PAPER_SPAN = 6;
const PAPER_DISTANCES = [4, 7, 10, 13, 16, 19, 22];
const FARTHEST = 27;
const PAPER_DIFFERENCE = 0.3;
const PRINT_COUNTS = 0.4;
/** Step, levels, under which a place tells nothing; and above which it tells no more. */
const MIN_STEP = 5;
const FULL_STEP = 30;
/** px by which the edge may move from one place to the next, and what each costs, in parts of a full step. */
const MAX_MOVE = 8;
const MOVE_COST = 0.035;
/** Cost of a step further in, in parts of its size, and px from where it is not the same one. */
const WITHIN_COST = 0.5;
const BESIDE = 10;
/** Levels under this are the page's print, which may lie so far, px, from where the map has it. */
const PRINT = 200;
const PRINT_WITHIN = 12;
/** A side counts when this part of its places shows a step. */
const MIN_SHARE = 0.5;

/** The paper's edge as found along one side of a page. */
export interface PaperSide {
  /** Where the edge's places belong, by how much they are off across the side. */
  displacements: Displacement[];
  /** Median distance, px of the page, from where the map had the edge. */
  offset: number;
}

/**
 * Looks for the paper's edge around where a map has the page's border: where a page is blank towards its edge,
 * only the edge tells how the sheet goes on. Along each side the path of steepest steps that moves least is
 * taken (dynamic programming).
 *
 * @param page grey, with its own print, which is no edge
 * @param toFrame px of the page to px of the frame; must go on beyond the page's border
 * @param shift the map's own displacement at a place of the page, on which the found one is put
 * @param reachAt px of the page to look in- and outwards at a place of the border
 * @param weight of each place found
 */
export function findPaperEdges(
  page: Raster,
  frame: Raster,
  toFrame: PointMap,
  shift: (x: number, y: number) => Point,
  reachAt: (place: Point) => number,
  weight: number,
): PaperSide[] {
  const found: PaperSide[] = [];
  for (const places of borderPlaces(page)) {
    const reaches = places.map(({ place }) => round(reachAt(place)));
    const reach = max(...reaches);
    const steps = places.map((at, i) => {
      const near = stepsAcross(frame, toFrame, at, reaches[i]);
      leaveOutPrint(near, page, at);
      const all = new Float64Array(2 * reach + 1);
      all.set(near, reach - reaches[i]);
      return all;
    });
    const path = steepestPath(steps.map(outermostPaper), MAX_MOVE, (move) => MOVE_COST * abs(move));
    const displacements: Displacement[] = [];
    const offsets: number[] = [];
    places.forEach((at, i) => {
      const { place, out } = at;
      const strength = steps[i][path[i]];
      if (strength < MIN_STEP) return;
      const k = edgeInLight(frame, toFrame, at, steepest(steps[i], path[i]) - reach);
      offsets.push(abs(k));
      const q = { x: place.x + k * out.x, y: place.y + k * out.y };
      const s = shift(q.x, q.y);
      displacements.push({
        at: place,
        dx: q.x + s.x - place.x,
        dy: q.y + s.y - place.y,
        hold: holdAcross(at),
        weight: weight * min(1, strength / FULL_STEP),
      });
    });
    if (displacements.length < MIN_SHARE * places.length) continue;
    found.push({ displacements, offset: median(offsets) });
  }
  return found;
}

/** Places along each side of a page, its upper, lower, left and right one, px of the page. */
export function borderPlaces({ width, height }: Size): SideAt[][] {
  const sides = [
    { from: { x: 0, y: -0.5 }, along: { x: 1, y: 0 }, out: { x: 0, y: -1 }, length: width },
    { from: { x: 0, y: height - 0.5 }, along: { x: 1, y: 0 }, out: { x: 0, y: 1 }, length: width },
    { from: { x: -0.5, y: 0 }, along: { x: 0, y: 1 }, out: { x: -1, y: 0 }, length: height },
    { from: { x: width - 0.5, y: 0 }, along: { x: 0, y: 1 }, out: { x: 1, y: 0 }, length: height },
  ];
  return sides.map(({ from, along, out, length }) => {
    const count = max(4, floor((length - 2 * CORNER) / SPACING));
    return Array.from({ length: count }, (_, i): SideAt => {
      const t = CORNER + ((length - 2 * CORNER) * (i + 0.5)) / count;
      return { place: { x: from.x + t * along.x, y: from.y + t * along.y }, along, out };
    });
  });
}

/** A place of a side is known across the side. */
export const holdAcross = ({ out }: SideAt): Displacement['hold'] => (out.x ? [1, 0, 0] : [0, 0, 1]);

/** Forgets the steps where the page itself has print about so far inwards. */
function leaveOutPrint(
  steps: Float64Array,
  { data, width, height }: Raster,
  { place, along, out }: SideAt,
): void {
  const reach = (steps.length - 1) / 2;
  for (let k = 0; k <= reach + PRINT_WITHIN; k++) {
    let darkest = 255;
    for (let m = -MIDDLE; m <= MIDDLE; m++) {
      const x = min(width - 1, max(0, round(place.x - k * out.x + m * ALONG_STEP * along.x)));
      const y = min(height - 1, max(0, round(place.y - k * out.y + m * ALONG_STEP * along.y)));
      darkest = min(darkest, data[y * width + x]);
    }
    if (darkest >= PRINT) continue;
    // The step `k` px inwards has the index reach - k; about the border itself the paper's edge may lie on print.
    const from = max(0, reach - k - PRINT_WITHIN);
    steps.fill(0, from, max(from, min(reach - PRINT_WITHIN, reach - k + PRINT_WITHIN)));
  }
}

/** Size of the step at each of the places -reach .. reach px outwards; 0 where the frame ends. */
function stepsAcross(
  frame: Raster,
  toFrame: PointMap,
  { place, along, out }: SideAt,
  reach: number,
): Float64Array {
  const { data, width, height, channels } = frame;
  const colours = channels === 1 ? 1 : 3;
  const half = reach + FARTHEST;
  const levels = new Float64Array((2 * half + 1) * colours);
  // The map is as good as straight over a few px: it is asked now and then, and interpolated.
  const centre = toFrame.at(place.x, place.y);
  const beside = toFrame.at(place.x + along.x * ALONG_STEP, place.y + along.y * ALONG_STEP);
  const [sideX, sideY] = [beside.x - centre.x, beside.y - centre.y];
  let before = toFrame.at(place.x - half * out.x, place.y - half * out.y);
  for (let first = -half; first <= half; first += ASK_EVERY) {
    const k1 = first + ASK_EVERY;
    const after = toFrame.at(place.x + k1 * out.x, place.y + k1 * out.y);
    for (let k = first, o = (first + half) * colours; k < min(k1, half + 1); k++, o += colours) {
      const t = (k - first) / ASK_EVERY;
      // Half a px more, and cut off: the nearest px.
      const px = before.x + t * (after.x - before.x) + 0.5;
      const py = before.y + t * (after.y - before.y) + 0.5;
      // Red, or grey.
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let m = -MIDDLE; m <= MIDDLE; m++) {
        const x = floor(px + m * sideX);
        const y = floor(py + m * sideY);
        if (!(x >= 0 && y >= 0 && x < width && y < height)) {
          red = green = blue = NaN;
          break;
        }
        const from = (y * width + x) * channels;
        red += data[from];
        if (colours === 1) continue;
        green += data[from + 1];
        blue += data[from + 2];
      }
      levels[o] = red;
      if (colours === 1) continue;
      levels[o + 1] = green;
      levels[o + 2] = blue;
    }
    before = after;
  }
  const spans = spansOf(levels, colours);
  const steps = new Float64Array(2 * reach + 1);
  for (let i = 0; i < steps.length; i++) {
    const at = i + FARTHEST;
    const signed = stepAt(levels, colours, at);
    if (!Number.isFinite(signed)) continue;
    const step = abs(signed);
    steps[i] = step;
    if (step <= PRINT_COUNTS * FULL_STEP) continue;
    if (signed > 0 || paperGoesOn(spans, colours, at, PAPER_DIFFERENCE * step))
      steps[i] = PRINT_COUNTS * FULL_STEP;
  }
  return steps;
}

/**
 * Largest difference of any colour between the means of STEP_SPAN px inwards of a place and of as many outwards, more
 * than 0 where it is lighter outwards; NaN outside of the frame.
 */
function stepAt(levels: Float64Array, colours: number, at: number): number {
  let largest = 0;
  for (let c = 0; c < colours; c++) {
    let sum = 0;
    for (let d = 1; d <= STEP_SPAN; d++)
      sum += levels[(at + d) * colours + c] - levels[(at - d) * colours + c];
    if (!(abs(sum) <= abs(largest))) largest = sum;
  }
  return largest / (ALONG * STEP_SPAN);
}

/** Sums of PAPER_SPAN px from each px on. */
function spansOf(levels: Float64Array, colours: number): Float64Array {
  const spans = new Float64Array(levels.length - (PAPER_SPAN - 1) * colours);
  for (let k = 0; k < spans.length; k++) {
    let sum = 0;
    for (let d = 0; d < PAPER_SPAN; d++) sum += levels[k + d * colours];
    spans[k] = sum;
  }
  return spans;
}

/**
 * Whether the means of PAPER_SPAN px in- and outwards of a place, at any two of the distances, differ by less than so
 * many levels in all colours; they do not outside of the frame.
 */
function paperGoesOn(spans: Float64Array, colours: number, at: number, least: number): boolean {
  for (const inwards of PAPER_DISTANCES)
    for (const outwards of PAPER_DISTANCES) {
      const from = (at - inwards - PAPER_SPAN + 1) * colours;
      const to = (at + outwards) * colours;
      let largest = 0;
      for (let c = 0; c < colours; c++) largest = max(largest, abs(spans[to + c] - spans[from + c]));
      if (largest / (ALONG * PAPER_SPAN) < least) return true;
    }
  return false;
}

/** The top of the steps around one: steps count as full on a path long before they are at their steepest. */
function steepest(steps: Float64Array, from: number): number {
  let top = from;
  for (let k = max(1, from - STEP_SPAN); k <= min(steps.length - 2, from + STEP_SPAN); k++)
    if (steps[k] > steps[top]) top = k;
  return top;
}

/**
 * How much speaks for the paper's edge at each place of a line outwards: the step there, less where as large a one lies
 * further in, for paper is even up to its edge, and what lies about it need not be.
 */
function outermostPaper(steps: Float64Array): Float64Array {
  const full = new Float64Array(steps.length);
  for (let k = 0; k < full.length; k++) full[k] = min(1, steps[k] / FULL_STEP);
  const evidence = full.slice();
  let within = 0;
  for (let k = BESIDE; k < full.length; k++) {
    within = max(within, full[k - BESIDE]);
    evidence[k] -= WITHIN_COST * within;
  }
  return evidence;
}
