import { MIN_SIDE, sideStretches } from './bent-quads.js';
import { findEdges, type EdgeMap } from './edge-map.js';
import { findLines, type EdgeLine } from './edge-lines.js';
import { gatherEvidence, type LineEvidence } from './line-evidence.js';
import type { Raster } from '../pixels/raster.js';
import type { SideStretch } from './side-stretch.js';

/** Gradient under which there is no edge, levels per px; white paper on a white desk gives 3 to 6. */
export const EDGE_THRESHOLD = 2.2;
/** Straight edges kept from each of the two surfaces. */
const LINES_CLOSED = 34;
const LINES_PLAIN = 14;
/** Weaker edges of the closed surface kept beside them, for a side that clutter outvotes. */
const LINES_SPARE = 50;

/** The lines of a picture that may be sides of a page, with what bears them out. */
export interface PictureLines {
  /** Of the closed surface. */
  edges: EdgeMap;
  /** Straight edges of both surfaces, and the picture's borders. */
  evidence: readonly LineEvidence[];
  /** Weaker ones of the closed surface. */
  spare: readonly LineEvidence[];
  /** All of these. */
  all: readonly LineEvidence[];
  /** The stretches of them that may be sides. */
  stretches: readonly SideStretch[];
}

/**
 * @param plain the picture's reduced copy
 * @param closed the same with its text closed away
 */
export function linesOf(plain: Raster, closed: Raster): PictureLines {
  const edges = findEdges(closed, EDGE_THRESHOLD);
  const plainEdges = findEdges(plain, EDGE_THRESHOLD * 2);
  const minVotes = MIN_SIDE * Math.min(plain.width, plain.height) * 0.4;
  const evidence: LineEvidence[] = [];
  const spare: LineEvidence[] = [];
  const add = (line: EdgeLine, along: EdgeMap, border: boolean, to = evidence): void => {
    const found = gatherEvidence(line, along, closed, border);
    if (found) to.push(found);
  };
  findLines(edges, LINES_CLOSED + LINES_SPARE, minVotes).forEach((line, rank) => {
    add(line, edges, false, rank < LINES_CLOSED ? evidence : spare);
  });
  for (const line of findLines(plainEdges, LINES_PLAIN, minVotes)) add(line, plainEdges, false);
  for (const line of bordersOf(plain)) add(line, edges, true);
  const all = [...evidence, ...spare];
  return { edges, evidence, spare, all, stretches: sideStretches(all, edges) };
}

function bordersOf({ width, height }: Raster): EdgeLine[] {
  return [
    { theta: 0, rho: 0, votes: 0 },
    { theta: 0, rho: width - 1, votes: 0 },
    { theta: Math.PI / 2, rho: 0, votes: 0 },
    { theta: Math.PI / 2, rho: height - 1, votes: 0 },
  ];
}
