/** Displacement in the middle, px, and how it changes from there: by so much a unit of place across and down. */
export interface LocalDisplacement {
  dx: number;
  dy: number;
  dxx: number;
  dxy: number;
  dyx: number;
  dyy: number;
}

/** Affine least squares through displacements, gathered one by one; at least one has to count. */
export class LocalAffine {
  private s = 0;
  private sx = 0;
  private sy = 0;
  private su = 0;
  private sv = 0;
  private xx = 0;
  private xy = 0;
  private yy = 0;
  private xu = 0;
  private yu = 0;
  private xv = 0;
  private yv = 0;

  /** A displacement (dx, dy) at a place, from the middle of those it is fitted with. */
  add(x: number, y: number, dx: number, dy: number, weight: number): void {
    this.s += weight;
    this.sx += weight * x;
    this.sy += weight * y;
    this.su += weight * dx;
    this.sv += weight * dy;
    this.xx += weight * x * x;
    this.xy += weight * x * y;
    this.yy += weight * y * y;
    this.xu += weight * x * dx;
    this.yu += weight * y * dx;
    this.xv += weight * x * dy;
    this.yv += weight * y * dy;
  }

  /**
   * @param ridge added to the variance of the places, in units of place squared: keeps slopes down where they lie in a
   * line
   */
  fit(ridge: number): LocalDisplacement {
    const { s } = this;
    const [mx, my, mu, mv] = [this.sx / s, this.sy / s, this.su / s, this.sv / s];
    const a = this.xx / s - mx * mx + ridge;
    const b = this.xy / s - mx * my;
    const c = this.yy / s - my * my + ridge;
    const det = a * c - b * b;
    const [pu, qu] = [this.xu / s - mx * mu, this.yu / s - my * mu];
    const [pv, qv] = [this.xv / s - mx * mv, this.yv / s - my * mv];
    const dxx = (c * pu - b * qu) / det;
    const dxy = (a * qu - b * pu) / det;
    const dyx = (c * pv - b * qv) / det;
    const dyy = (a * qv - b * pv) / det;
    return { dx: mu - dxx * mx - dxy * my, dy: mv - dyx * mx - dyy * my, dxx, dxy, dyx, dyy };
  }
}
