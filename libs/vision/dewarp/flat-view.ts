import { frameQuad, homographyFromPoints } from '../geometry/plane-geometry.js';
import { invert, project } from '../geometry/projective.js';
import type { Point, Quad, Raster, Size } from '../pixels/raster.js';
import { PX_PER_UNIT } from './fit-unrolling.js';
import { poseOf, TYPICAL_FOCAL, type SheetPose } from './sheet-pose.js';

const { hypot, max } = Math;

/** A page as a plane shows it. */
export interface FlatView {
  /** Size of the frame, px. */
  frame: Size;
  /** Corners of the page in px of the frame, upright reading order; what lies between them is taken for a plane. */
  quad: Quad;
  /** Grey copy of what lies in the quad, upright, light evened. */
  page: Raster;
}

/** Where that plane lies, for a telephone's camera. */
export interface FlatPlane {
  pose: SheetPose;
  /** Takes px of the page's copy to px of the frame. */
  onFrame(p: Point): Point;
  /** Takes px of the frame to px of a page of PX_PER_UNIT to a half diagonal. */
  flat(p: Point): Point;
}

/** Null where the corners are those of no plane. */
export function flatPlane({ frame, quad, page }: FlatView): FlatPlane | null {
  const { width, height } = page;
  const toFrame = homographyFromPoints(frameQuad(width, height), quad);
  const toPage = toFrame && invert(toFrame);
  if (!toFrame || !toPage) return null;
  const axis = { x: (frame.width - 1) / 2, y: (frame.height - 1) / 2 };
  const pose = poseOf(toFrame, width, height, axis, TYPICAL_FOCAL * max(frame.width, frame.height));
  if (!pose) return null;
  const perPx = PX_PER_UNIT / (hypot(width, height) / 2);
  return {
    pose,
    onFrame: ({ x, y }) => project(toFrame, x, y),
    flat: (p) => {
      const q = project(toPage, p.x, p.y);
      return { x: q.x * perPx, y: q.y * perPx };
    },
  };
}
