import type { Displacement } from '../geometry/displacement-grid.js';
import type { DisplacementMap } from '../geometry/point-map.js';
import type { Homography, Size } from '../pixels/raster.js';
import { fitParameters } from './cylinder-fit.js';
import { COUNT, inSpace, KNOTS, profileOf, showPlaces, THETA } from './sheet-profile.js';
import { frameOf, viewOf, type Frame, type SheetView } from './sheet-view.js';

const { floor, max } = Math;

/**
 * A sheet that is bent one way, as paper that does not stretch: a generalised cylinder seen by a pinhole camera. Across
 * the rulings the paper follows a curve, given by its slope over arc length.
 */
export interface SheetCylinder extends DisplacementMap {
  /**
   * 8 corrections of the plane's homography, 3 of where height shows, the direction of bending (radians from the page's
   * x axis), then the slope (radians against the plane) at each knot. Lengths are in halves of the page's diagonal,
   * from its middle.
   */
  parameters: Float64Array;
  /** Where a px of the page lies in space: px of the page, along the plane from the page's middle and over it. */
  inSpace(x: number, y: number): [number, number, number];
  /** What the camera sees of space. */
  view: SheetView;
}

/** Directions of bending to start from. */
const STARTS = 4;
/** Measurements that tell which start is best. */
const FEW = 160;
/** Residuals let in, px, round by round, each of a few steps of Gauss and Newton: to find the start, then to end. */
const FIRST_SCALES = [64, 32, 16, 8];
const SCALES = [16, 8, 4, 2.5, 1.5, 1.5];

/**
 * Fits a cylinder to what a plane leaves of places found, robustly.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px; its middle is taken for the camera's axis
 * @param homography of the plane, px of the page to px of the frame
 * @param measured what it leaves, px of the page
 * @param from parameters of a cylinder near to it, where one is known
 * @returns null when there is too little to fit one
 */
export function fitCylinder(
  page: Size,
  photo: Size,
  homography: Homography,
  measured: readonly Displacement[],
  from?: Float64Array,
): SheetCylinder | null {
  const frame = frameOf(page, photo, homography);
  if (!frame || measured.length < KNOTS) return null;
  const parameters = from?.slice() ?? bestStart(frame, measured);
  fitParameters(frame, measured, parameters, SCALES, true);
  const profile = profileOf(parameters);
  const shown = new Float64Array(2);
  return {
    parameters,
    displacement: (x, y) => {
      const { unit, middle } = frame;
      showPlaces(frame, parameters, profile, [(x - middle.x) / unit], [(y - middle.y) / unit], shown);
      return { x: shown[0] - x, y: shown[1] - y };
    },
    inSpace: (x, y) => {
      const { unit, middle } = frame;
      const [u, v, z] = inSpace(parameters, profile, (x - middle.x) / unit, (y - middle.y) / unit);
      return [u * unit, v * unit, z * unit];
    },
    view: viewOf(frame, parameters),
  };
}

/** Parameters from the direction of bending that explains a sample of the measurements best. */
function bestStart(frame: Frame, measured: readonly Displacement[]): Float64Array {
  const stride = max(1, measured.length / FEW);
  const few = Array.from({ length: floor(measured.length / stride) }, (_, k) => measured[floor(k * stride)]);
  let best = new Float64Array(COUNT);
  let least = Infinity;
  for (let k = 0; k < STARTS; k++) {
    const parameters = new Float64Array(COUNT);
    parameters[THETA] = (k * Math.PI) / STARTS;
    const left = fitParameters(frame, few, parameters, FIRST_SCALES, k % 2 === 1);
    if (left < least) {
      least = left;
      best = parameters;
    }
  }
  return best;
}
