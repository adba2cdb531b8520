/** A displacement measured at a place: where it is from the middle of those it is fitted with, and what it counts. */
export interface WeightedDisplacement {
  x: number;
  y: number;
  dx: number;
  dy: number;
  weight: number;
}

/** Displacement in the middle, px, and how it changes from there: by so much a unit of place across and down. */
export interface LocalDisplacement {
  dx: number;
  dy: number;
  dxx: number;
  dxy: number;
  dyx: number;
  dyy: number;
}

/**
 * Affine least squares through displacements, at least one of which counts.
 * @param ridge added to the variance of their places, in units of place squared: keeps slopes down where they lie in a line
 */
export function fitLocalAffine(measured: readonly WeightedDisplacement[], ridge: number): LocalDisplacement {
  let [s, sx, sy, su, sv] = [0, 0, 0, 0, 0];
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0];
  for (const { x, y, dx, dy, weight } of measured) {
    s += weight;
    sx += weight * x;
    sy += weight * y;
    su += weight * dx;
    sv += weight * dy;
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
    xu += weight * x * dx;
    yu += weight * y * dx;
    xv += weight * x * dy;
    yv += weight * y * dy;
  }
  const [mx, my, mu, mv] = [sx / s, sy / s, su / s, sv / s];
  const a = xx / s - mx * mx + ridge;
  const b = xy / s - mx * my;
  const c = yy / s - my * my + ridge;
  const det = a * c - b * b;
  const [pu, qu, pv, qv] = [xu / s - mx * mu, yu / s - my * mu, xv / s - mx * mv, yv / s - my * mv];
  const dxx = (c * pu - b * qu) / det;
  const dxy = (a * qu - b * pu) / det;
  const dyx = (c * pv - b * qv) / det;
  const dyy = (a * qv - b * pv) / det;
  return { dx: mu - dxx * mx - dxy * my, dy: mv - dyx * mx - dyy * my, dxx, dxy, dyx, dyy };
}
