import { steepest } from '../orientation/skew.js';
import { everyFourth, type Strokes } from '../orientation/strokes.js';
import type { Point } from '../pixels/raster.js';
import { PX_PER_UNIT } from './fit-unrolling.js';
import { intoPlane, rayOf, scaled, type SheetPose, type Vector } from './sheet-pose.js';

const { abs, ceil, cos, exp, floor, log, max, PI, sin } = Math;

const DEGREE = PI / 180;
/** Furthest pitch looked at, and the steps, each finer about the best before, radians. */
const FURTHEST = 30 * DEGREE;
const COARSE_STEP = DEGREE;
const FINE_STEP = DEGREE / 5;
/** Standard deviation of the pitch where nothing is known, radians, and how many times the profiles count. */
const USUAL = 28 * DEGREE;
const WEIGHT = 3;
/**
 * A pitch beyond this is believed if so many px of ink ask for it, by this much, and more than for any that is farther
 * off than this: blurred print may stand a little sharper at any.
 */
const SLIGHT = 5 * DEGREE;
const MIN_INK = 10_000;
const MIN_GAIN = 1;
/** Height of the bands in which columns are asked by themselves, px of a page of PX_PER_UNIT to a half diagonal. */
const BAND = 200;
/** Lines of text begin below each other to within this, px of the same. */
const FLUSH = 3;
/** Px of the same, either way from the middle, that are looked at. */
const REACH = 2 * PX_PER_UNIT;
/** The golden ratio's multiples lie evenly between whole numbers. */
const GOLDEN = 0.618034;

/** A plane whose rows are level, and what is seen of it. */
interface LevelRows {
  pose: SheetPose;
  /** Rotation matrix of the plane against the pose. */
  turn: Float64Array;
  /** Ink, and where lines of text begin, px of the page's copy. */
  strokes: Strokes;
  starts: readonly Point[];
  /** Takes px of the page's copy to px of the frame. */
  onFrame(p: Point): Point;
}

/**
 * The angle, radians, by which a plane whose rows are level leans about these: they are level on any plane through
 * their direction, but only on one columns stand upright. Margins, rules and the stems of letters fall together on it,
 * over the page and in bands of it (projection profiles: Postl, 1986), and lines of text begin below each other.
 *
 * @returns 0 where nothing tells
 */
export function pitchOf(plane: LevelRows): number {
  const all = new Columns(plane, plane.strokes);
  const some = new Columns(plane, everyFourth(plane.strokes));
  const rough = likeliest(some, 0, FURTHEST, COARSE_STEP);
  const pitch = likeliest(all, rough, COARSE_STEP, FINE_STEP);
  if (abs(pitch) <= SLIGHT) return pitch;
  const most = all.upright(pitch);
  if (plane.strokes.xs.length < MIN_INK || most - all.upright(0) < MIN_GAIN) return 0;
  let other = -Infinity;
  for (let angle = -FURTHEST; angle <= FURTHEST; angle += COARSE_STEP)
    if (abs(angle - pitch) > SLIGHT) other = max(other, all.upright(angle));
  return most > other ? pitch : 0;
}

/** The likeliest pitch about a centre, in steps within a span either way. */
const likeliest = (columns: Columns, centre: number, span: number, step: number): number =>
  steepest((angle) => columns.upright(angle) - (angle / USUAL) ** 2 / 2, centre, span, step);

/** What stands in columns, as rays in the plane's axes. */
class Columns {
  private readonly camera: Vector;
  private readonly rays: Float64Array;
  /** The band each ray's place is in where the plane does not lean. */
  private readonly bands: Int32Array;
  private readonly starts: readonly Vector[];
  private readonly bins = new Float32Array(2 * REACH + 1);
  private readonly banded: Float32Array;

  constructor({ pose, turn, starts, onFrame }: LevelRows, { xs, ys }: Strokes) {
    const rayTo = (p: Point): Vector => {
      const { x, y } = onFrame(p);
      return intoPlane(pose, turn, rayOf(pose, x, y));
    };
    this.camera = intoPlane(pose, turn, scaled(pose.middle, -1));
    this.starts = starts.map(rayTo);
    this.rays = new Float64Array(3 * xs.length);
    this.bands = new Int32Array(xs.length);
    for (let k = 0; k < xs.length; k++) {
      // Px lie on a grid: seen straight on they fall into every bin alike, but for this.
      const ray = rayTo({ x: xs[k] + ((k * GOLDEN) % 1) - 0.5, y: ys[k] });
      this.rays.set(ray, 3 * k);
      const down = this.camera[1] - (this.camera[2] / ray[2]) * ray[1];
      this.bands[k] = floor((down * PX_PER_UNIT + REACH) / BAND);
    }
    this.banded = new Float32Array(this.bins.length * ceil((2 * REACH) / BAND));
  }

  /** How much speaks for columns that stand upright at a pitch, as a logarithm. */
  upright(angle: number): number {
    const across = this.across(angle);
    const profiles = log(1 + this.profile(across, false)) + log(1 + this.profile(across, true));
    return WEIGHT * profiles + log(1 + this.flush(across));
  }

  /** Sum of the squared differences between neighbouring columns of ink, of the page or of its bands. */
  private profile(across: Across, inBands: boolean): number {
    const { rays, bands } = this;
    const bins = inBands ? this.banded : this.bins;
    const width = this.bins.length;
    bins.fill(0);
    for (let k = 0; k < bands.length; k++) {
      const at = across(rays[3 * k], rays[3 * k + 1], rays[3 * k + 2]) * PX_PER_UNIT + REACH;
      const bin = floor(at);
      if (!(bin >= 0 && bin < width - 1)) continue;
      const place = inBands ? bands[k] * width + bin : bin;
      bins[place] += 1 - (at - bin);
      bins[place + 1] += at - bin;
    }
    let sum = 0;
    for (let i = 1; i < bins.length; i++) sum += (bins[i] - bins[i - 1]) ** 2;
    return sum;
  }

  /** How many lines of text begin below each other, in pairs. */
  private flush(across: Across): number {
    const at = this.starts.map(([x, y, z]) => across(x, y, z) * PX_PER_UNIT).sort((a, b) => a - b);
    let sum = 0;
    for (let i = 0; i < at.length; i++)
      for (let j = i + 1; j < at.length && at[j] - at[i] < 3 * FLUSH; j++)
        sum += exp(-(((at[j] - at[i]) / FLUSH) ** 2) / 2);
    return sum;
  }

  private across(angle: number): Across {
    const [c, s] = [cos(angle), sin(angle)];
    const [cx, cy, cz] = this.camera;
    const height = s * cy + c * cz;
    return (x, y, z) => cx - (height / (s * y + c * z)) * x;
  }
}

/** Takes a ray to where along its rows it meets a plane that leans. */
type Across = (x: number, y: number, z: number) => number;
