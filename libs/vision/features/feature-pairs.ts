import type { PointGrid } from '../geometry/point-grid.js';
import { project } from '../geometry/projective.js';
import type { FeaturePairs } from '../geometry/similarity-consensus.js';
import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Homography, Size } from '../pixels/raster.js';
import { DESCRIPTOR_WORDS, type Features } from './orb-features.js';
import type { PageProfile } from './page-profile.js';

const { abs, atan2, ceil, max, min, PI, round, sqrt } = Math;

/** Lowe's ratio: the nearest descriptor must be this much nearer than the second. */
const RATIO = 0.85;
/** Descriptors that differ in more bits are not taken for the same place. */
const MAX_DISTANCE = 70;
/** No descriptor as far as this can keep the likest acceptable one from being clearly nearer. */
const ENOUGH = ceil(MAX_DISTANCE / RATIO);
/** With the place foretold, a worse likeness is good enough. */
const MAX_GUIDED_DISTANCE = 80;
/** Directions of one place in page and frame may differ by this from the median turn, 256ths. */
const MAX_TURN = 24;

/** A frame's features, with a grid to look them up by place. */
export interface FrameFeatures extends Size {
  features: Features;
  grid: PointGrid;
}

/** Whether a descriptor as far as `best` is taken for the same place, when the next lies as far as `second`. */
export function isClearlyNearest(best: number, second: number): boolean {
  return best <= MAX_DISTANCE && best <= RATIO * second;
}

/** Nearest frame feature of each page feature, where it is clearly nearer than the second. */
export function nearestPairs(frame: Features, page: Features): FeaturePairs {
  return KernelMemory.borrow((memory) => {
    const shown = holdDescriptors(memory, frame);
    const described = holdDescriptors(memory, page);
    const nearest = memory.take(2 * page.count);
    const distances = memory.take(2 * page.count);
    kernels.nearestTwo(described, page.count, shown, frame.count, ENOUGH, nearest, distances);
    const at = memory.words(nearest, page.count);
    const far = memory.bytes(distances, 2 * page.count);
    const pairs: { page: number[]; frame: number[] } = { page: [], frame: [] };
    for (let i = 0; i < page.count; i++)
      if (isClearlyNearest(far[2 * i], far[2 * i + 1])) {
        pairs.page.push(i);
        pairs.frame.push(at[i]);
      }
    return pairs;
  });
}

/** Pairs found where a map expects them. */
export interface GuidedPairs extends FeaturePairs {
  page: number[];
  frame: number[];
  /** Features of the page that are expected inside the frame. */
  visible: number;
}

/**
 * Pairs each page feature with the likest frame feature near the place where the map expects it; a frame feature serves
 * once.
 *
 * @param radius px of the page, which are as many px of the frame as the map makes of them; of one seen larger than it
 *   is described no more px than here, of a small one 3 at least
 */
export function guidedPairs(
  frame: FrameFeatures,
  profile: PageProfile,
  map: Homography,
  radius: number,
): GuidedPairs {
  const { features, grid } = frame;
  const page = profile.features;
  const scale = sqrt(abs(map[0] * map[4] - map[1] * map[3]));
  const reach = max(3, radius * min(1, scale || 1));
  return KernelMemory.borrow((memory) => {
    const { u, v, turns, visible } = expectedPlaces(memory, frame, profile, map);
    const described = holdDescriptors(memory, page);
    const x = memory.hold(features.x);
    const y = memory.hold(features.y);
    const angles = memory.take(features.count);
    memory.bytes(angles, features.count).set(features.angle);
    const shown = holdDescriptors(memory, features);
    const ids = holdIntegers(memory, grid.ids);
    const starts = holdIntegers(memory, grid.starts);
    const distances = memory.take(2 * features.count);
    const owner = memory.take(4 * features.count);
    const owners = memory.longs(owner, features.count).fill(-1);
    const { columns, rows, cell } = grid;
    kernels.pairExpected(
      u,
      v,
      turns,
      described,
      page.count,
      x,
      y,
      angles,
      shown,
      ids,
      starts,
      columns,
      rows,
      cell,
      reach,
      MAX_TURN,
      MAX_GUIDED_DISTANCE + 1,
      owner,
      distances,
    );
    const pairs = { page: [] as number[], frame: [] as number[], visible };
    for (let j = 0; j < owners.length; j++)
      if (owners[j] >= 0) {
        pairs.page.push(owners[j]);
        pairs.frame.push(j);
      }
    return pairs;
  });
}

/** Where a map expects a page's features in the frame, and turned how: addresses in the kernels' memory. */
function expectedPlaces(
  memory: KernelMemory,
  { width, height }: Size,
  profile: PageProfile,
  map: Homography,
): { u: number; v: number; turns: number; visible: number } {
  const { count, x, y, angle } = profile.features;
  // 256ths of a turn, as features have it.
  const turn = round((turnOf(map, profile) * 128) / PI);
  const [u, v, turns] = [memory.take(8 * count), memory.take(8 * count), memory.take(count)];
  const across = memory.doubles(u, count);
  const down = memory.doubles(v, count);
  const directions = memory.bytes(turns, count);
  let visible = 0;
  for (let i = 0; i < count; i++) {
    const place = project(map, x[i], y[i]);
    const isInside = place.x >= 0 && place.y >= 0 && place.x < width && place.y < height;
    if (isInside) visible++;
    across[i] = isInside ? place.x : NaN;
    down[i] = place.y;
    directions[i] = angle[i] + turn;
  }
  return { u, v, turns, visible };
}

/** Direction, radians, into which a map turns the page's x axis at the page's centre. */
export function turnOf(map: Homography, { width, height }: Size): number {
  const from = project(map, 0.4 * width, 0.5 * height);
  const to = project(map, 0.6 * width, 0.5 * height);
  return atan2(to.y - from.y, to.x - from.x);
}

/** Address of the descriptors in the kernels' memory. */
function holdDescriptors(memory: KernelMemory, { count, descriptors }: Features): number {
  const address = memory.take(4 * DESCRIPTOR_WORDS * count);
  memory.unsigned(address, DESCRIPTOR_WORDS * count).set(descriptors.subarray(0, DESCRIPTOR_WORDS * count));
  return address;
}

/** Address of whole numbers in the kernels' memory. */
function holdIntegers(memory: KernelMemory, values: Int32Array): number {
  const address = memory.take(4 * values.length);
  memory.longs(address, values.length).set(values);
  return address;
}
