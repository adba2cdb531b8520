/** Against squared distances of one neighbour: keeps the slope small while few of them could tell it. */
const RIDGE = 0.6;

/**
 * What values about a place foretell for it: their weighted least squares plane, whose slope is the smaller the fewer
 * they are, or the more they lie in one line.
 */
export class LocalTrend {
  count = 0;
  private s = 0;
  private su = 0;
  private sv = 0;
  private suu = 0;
  private suv = 0;
  private svv = 0;
  private t = 0;
  private tu = 0;
  private tv = 0;

  /**
   * @param u how far from the place, along the axes, in units of neighbours' usual distance
   * @param value there
   */
  add(u: number, v: number, weight: number, value: number): void {
    this.count++;
    this.s += weight;
    this.su += weight * u;
    this.sv += weight * v;
    this.suu += weight * u * u;
    this.suv += weight * u * v;
    this.svv += weight * v * v;
    this.t += weight * value;
    this.tu += weight * u * value;
    this.tv += weight * v * value;
  }

  /** At the place itself; of one value at least. */
  foretold(): number {
    const { count, s, su, sv, suu, suv, svv, t, tu, tv } = this;
    const mu = su / s;
    const mv = sv / s;
    const mean = t / s;
    const ridge = RIDGE / count;
    const cuu = suu / s - mu * mu + ridge;
    const cvv = svv / s - mv * mv + ridge;
    const cuv = suv / s - mu * mv;
    const bu = tu / s - mu * mean;
    const bv = tv / s - mv * mean;
    const determinant = cuu * cvv - cuv * cuv;
    const slopeU = (bu * cvv - bv * cuv) / determinant;
    const slopeV = (bv * cuu - bu * cuv) / determinant;
    return mean - slopeU * mu - slopeV * mv;
  }
}
