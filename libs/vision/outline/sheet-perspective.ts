/** How the squares and products of two errors are spread: of the cosine, of both, of the logarithm of the ratio. */
interface Spread {
  cc: number;
  cl: number;
  ll: number;
}

/** What one focal length makes of four corners. */
export interface SheetPerspective {
  /** Cosine between the paper's sides; of a sheet it is 0. */
  cosine: number;
  /** Logarithm of side 0 over side 1. */
  logRatio: number;
  /** Spread of both for errors of the corners of 1, each by itself. */
  byCorners: Spread;
  /** The same for a principal point that is off by 1 each way. */
  byPoint: Spread;
}

/** Proportions of paper that has right angles. */
export interface MeasuredRatio {
  /** Standard deviation of the cosine between the paper's sides. */
  cosineDeviation: number;
  /** Logarithm of side 0 over side 1 where that cosine is 0. */
  logRatio: number;
  /** Variance of the logarithm. */
  variance: number;
}

/** Step of the numeric derivatives, in the unit of the corners. */
const DERIVATIVE_STEP = 1e-5;

/**
 * The paper's angle and proportions as four corners show them, and how they move with the corners (Zhang and He,
 * "Whiteboard scanning and image enhancement", Digital Signal Processing 2007; square pixels). Null when no paper can
 * look like that with this focal length.
 *
 * @param corners x, y of top left, top right, bottom right, bottom left about the picture's centre
 * @param focal focal length in the same unit
 */
export function sheetPerspective(corners: Float64Array, focal: number): SheetPerspective | null {
  const here = shapeOf(corners, focal);
  if (!Number.isFinite(here.cosine) || !Number.isFinite(here.logRatio)) return null;
  const byCorners: Spread = { cc: 0, cl: 0, ll: 0 };
  const point = [
    { dc: 0, dl: 0 },
    { dc: 0, dl: 0 },
  ];
  const moved = Float64Array.from(corners);
  for (let i = 0; i < 8; i++) {
    moved[i] = corners[i] + DERIVATIVE_STEP;
    const there = shapeOf(moved, focal);
    moved[i] = corners[i];
    const dc = (there.cosine - here.cosine) / DERIVATIVE_STEP;
    const dl = (there.logRatio - here.logRatio) / DERIVATIVE_STEP;
    add(byCorners, dc, dl);
    // A principal point that is off moves all corners alike.
    point[i % 2].dc += dc;
    point[i % 2].dl += dl;
  }
  if (!(byCorners.cc > 0) || !Number.isFinite(byCorners.ll)) return null;
  const byPoint: Spread = { cc: 0, cl: 0, ll: 0 };
  for (const { dc, dl } of point) add(byPoint, dc, dl);
  return { ...here, byCorners, byPoint };
}

/**
 * The proportions, given that the paper's angles must be right.
 *
 * @param cornerError standard deviation of each coordinate of the corners
 * @param pointError the same of the principal point's
 */
export function ratioOfRightAngled(
  { cosine, logRatio, byCorners, byPoint }: SheetPerspective,
  cornerError: number,
  pointError: number,
): MeasuredRatio {
  const [corner, point] = [cornerError * cornerError, pointError * pointError];
  const cc = byCorners.cc * corner + byPoint.cc * point;
  const cl = byCorners.cl * corner + byPoint.cl * point;
  const ll = byCorners.ll * corner + byPoint.ll * point;
  return {
    cosineDeviation: Math.sqrt(cc),
    logRatio: logRatio - (cl / cc) * cosine,
    variance: Math.max(0, ll - (cl * cl) / cc),
  };
}

function add(spread: Spread, dc: number, dl: number): void {
  spread.cc += dc * dc;
  spread.cl += dc * dl;
  spread.ll += dl * dl;
}

function shapeOf(corners: Float64Array, focal: number): { cosine: number; logRatio: number } {
  const [ax, ay, bx, by, dx, dy, cx, cy] = corners;
  // In the paper's names: 1 is a, 2 is b, 3 is c (bottom left), 4 is d (bottom right).
  const adc = determinant(ax, ay, dx, dy, cx, cy);
  const k2 = adc / determinant(bx, by, dx, dy, cx, cy);
  const k3 = determinant(ax, ay, dx, dy, bx, by) / determinant(cx, cy, dx, dy, bx, by);
  const ux = (k2 * bx - ax) / focal;
  const uy = (k2 * by - ay) / focal;
  const uz = k2 - 1;
  const vx = (k3 * cx - ax) / focal;
  const vy = (k3 * cy - ay) / focal;
  const vz = k3 - 1;
  const u = ux * ux + uy * uy + uz * uz;
  const v = vx * vx + vy * vy + vz * vz;
  return {
    cosine: (ux * vx + uy * vy + uz * vz) / Math.sqrt(u * v),
    logRatio: 0.5 * Math.log(u / v),
  };
}

/** (p x q) . r of three points with third coordinate 1: twice the area of their triangle. */
function determinant(px: number, py: number, qx: number, qy: number, rx: number, ry: number): number {
  return px * (qy - ry) - py * (qx - rx) + (qx * ry - qy * rx);
}
