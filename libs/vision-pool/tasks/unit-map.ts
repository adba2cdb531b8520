import { compose, type Homography, type Size } from '../../vision/index.js';

/** Takes places of a raster, 0..1 between its outer edges, to its px. */
const fromUnit = ({ width, height }: Size): Homography => [width, 0, -0.5, 0, height, -0.5, 0, 0, 1];
const toUnit = ({ width, height }: Size): Homography => [
  1 / width,
  0,
  0.5 / width,
  0,
  1 / height,
  0.5 / height,
  0,
  0,
  1,
];

/** A map from px of one raster to px of another as one between their unit squares: true of their copies of any size. */
export function asUnitMap(map: Homography, from: Size, to: Size): Homography {
  return compose(toUnit(to), compose(map, fromUnit(from)));
}

/** The reverse of `asUnitMap`; null for what is no map. */
export function fromUnitMap(map: readonly number[], from: Size, to: Size): Homography | null {
  if (map.length !== 9 || !map.every(Number.isFinite)) return null;
  return compose(fromUnit(to), compose(map as Homography, toUnit(from)));
}
