import { cv, withMats } from '../pixels/opencv.js';
import { FEATURE_LONG_SIDE } from '../features/orb-features.js';
import { projectQuad } from '../geometry/plane-geometry.js';
import { invert } from '../geometry/projective.js';
import { placesInOutline, seenProportions } from '../outline/cut-sheet.js';
import { searchOutlines } from '../outline/page-outline.js';
import type { PageOutline } from '../outline/refined-outline.js';
import { levelBetween } from '../pixels/level-between.js';
import type { Homography, Quad, Raster, Size } from '../pixels/raster.js';

const { hypot, max, min, round } = Math;

/** The part of a frame that an outline encloses, seen straight from above. */
export interface OutlinedView {
  raster: Raster;
  /** Takes px of the view to px of the frame. */
  toFrame: Homography;
  /** The outline in the view. */
  corners: Quad;
  /** Whether the picture's border is a side of it: what it encloses is no whole page. */
  isCut: boolean;
  /**
   * Where a page lies whose side 0 is so many times as long as its side 1, corners in px of the view: as the outline
   * encloses it, or, where the picture cuts off one side of that, or something lies on it, beyond that side. None where
   * no such page looks like that.
   */
  placesOf(ratio: number): Quad[];
}

/** Outlines looked at. */
const OUTLINES = 2;
/** The page is shown with this much around it, relative to its sides: outlines are not exact. */
const OUTSET = 0.02;

/**
 * Views of what may be a page in the frame, likeliest first. What is small, or steeply seen, in the frame has
 * its print straight and large here, and the clutter around it is gone.
 * @param frame grey
 */
export function* outlinedViews(frame: Raster): Generator<OutlinedView> {
  for (const outline of searchOutlines(frame, OUTLINES)) {
    const view = viewOf(frame, outline);
    if (view) yield view;
  }
}

function viewOf(frame: Raster, outline: PageOutline): OutlinedView | null {
  const { quad, cut } = outline;
  const { across, down } = sidesOf(outline, frame);
  if (!(min(across, down) > 1)) return null;
  const scale = FEATURE_LONG_SIDE / max(across, down);
  const width = round(across * scale);
  const height = round(down * scale);
  const [mx, my] = [OUTSET * width, OUTSET * height];
  const corners: Quad = [
    { x: mx, y: my },
    { x: width - mx, y: my },
    { x: width - mx, y: height - my },
    { x: mx, y: height - my },
  ];
  const toFrame = perspective(corners, quad);
  const toView = invert(toFrame);
  const places = placesInOutline(outline, frame);
  const placesOf = (ratio: number): Quad[] =>
    toView ? places(ratio).map((page) => projectQuad(toView, page)) : [];
  const raster = sampled(frame, toFrame, width, height);
  return { raster, toFrame, corners, isCut: cut.some(Boolean), placesOf };
}

/**
 * Sides of what an outline encloses, px of the frame, in the paper's own proportions: at a slant one of them looks
 * shorter, and print that is stretched so has other features.
 */
function sidesOf(outline: PageOutline, size: Size): { across: number; down: number } {
  const { quad } = outline;
  const side = (a: number, b: number) => hypot(quad[a].x - quad[b].x, quad[a].y - quad[b].y);
  const across = max(side(0, 1), side(3, 2));
  const down = max(side(0, 3), side(1, 2));
  const ratio = seenProportions(outline, size);
  return across < ratio * down ? { across: ratio * down, down } : { across, down: across / ratio };
}

function perspective(corners: Quad, quad: Quad): Homography {
  return withMats((scope) => {
    const flat = (points: Quad) => points.flatMap((p) => [p.x, p.y]);
    const found = scope.own(
      cv.getPerspectiveTransform(
        scope.fromArray(4, 1, cv.CV_32FC2, flat(corners)),
        scope.fromArray(4, 1, cv.CV_32FC2, flat(quad)),
      ),
    );
    return Array.from(found.data64F) as Homography;
  });
}

/** Bilinear; beyond the frame the nearest px of its border. */
function sampled(frame: Raster, h: Homography, width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const w = h[6] * x + h[7] * y + h[8];
      const fx = max(0, min(frame.width - 1.001, (h[0] * x + h[1] * y + h[2]) / w));
      const fy = max(0, min(frame.height - 1.001, (h[3] * x + h[4] * y + h[5]) / w));
      data[y * width + x] = levelBetween(frame, fx, fy);
    }
  return { data, width, height, channels: 1 };
}
