import { bentQuadsBeyond } from './bent-quads.js';
import type { EdgeMap } from './edge-map.js';
import { areaOf, centroid } from '../geometry/plane-geometry.js';
import { depthsWithin, type JoinedQuad } from './quad-score.js';
import { regionQuads } from './region-quads.js';
import type { SideStretch } from './side-stretch.js';
import { tableShowsBetween } from './table-between.js';
import { CLEAR } from './whole-page.js';
import type { Point, Raster } from '../pixels/raster.js';

/**
 * A region goes around what lies on a sheet, too: where it is not clear, its score counts so many times less (of 40
 * flat pages with an oval over a side one is outlined 7 % too small without it, unflagged).
 */
const UNCLEAR_REGION = 1.03;
/** What takes in a sheet's neighbour has so many times its area, and the side between them lies so many px within. */
const WITH_NEIGHBOUR = 1.2;
const INSIDE = 12;

/**
 * Quads that take in what lies beyond the best one of straight edges, or that hold where no straight edge does; but for
 * those that take in another sheet, which the closing joins to it.
 *
 * @param folded whether a folded sheet was found, whose shape no region shows
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function widerQuads(
  best: JoinedQuad | undefined,
  folded: boolean,
  stretches: readonly SideStretch[],
  edges: EdgeMap,
  closed: Raster,
  plain: Raster,
): JoinedQuad[] {
  const beyond = best ? bentQuadsBeyond(best, stretches, edges, closed) : [];
  // A fill beside the part that was found is a region too.
  const holdsBest = (quad: JoinedQuad): boolean => !best || isInside(quad, centroid(best.quad), 0);
  const around = (folded ? [] : regionQuads(edges, closed))
    .filter(holdsBest)
    .map((quad) => ({ ...quad, score: quad.score < CLEAR ? quad.score / UNCLEAR_REGION : quad.score }));
  return [...beyond, ...around].filter((quad) => !best || !takesInNeighbour(quad, best, closed, plain));
}

/** Whether a quad goes on beyond a side of another one along which the table shows. */
function takesInNeighbour(whole: JoinedQuad, part: JoinedQuad, closed: Raster, plain: Raster): boolean {
  if (areaOf(whole) < WITH_NEIGHBOUR * areaOf(part)) return false;
  return part.quad.some((a, i) => {
    const b = part.quad[(i + 1) % 4];
    return isInside(whole, centroid([a, b]), INSIDE) && tableShowsBetween(a, b, closed, plain);
  });
}

/** Whether a point lies by more than so many px within a quad's sides, bent as they are. */
function isInside(quad: JoinedQuad, point: Point, least: number): boolean {
  return depthsWithin(quad, point).every((depth) => depth > least);
}
