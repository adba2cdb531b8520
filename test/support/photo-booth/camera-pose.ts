import { Random } from '../random.js';
import { FlatbedView, PinholeCamera, type View } from './camera.js';
import type { CaptureLevel } from './capture-level.js';
import { fingers, otherSheet, type Occluder } from './occluder.js';
import type { Point3, Sheet } from './paper-shape.js';

const { abs, cos, max, min, PI, round, sin, sqrt } = Math;

const MM_PER_INCH = 25.4;
const DEGREE = PI / 180;

/** Places all along the sheet's edge, in space. */
export function outlineOf(shape: Sheet, width: number, height: number): Point3[] {
  const points: Point3[] = [];
  const steps = 24;
  for (let i = 0; i < steps; i++) {
    const t = i / steps - 0.5;
    points.push(shape.lift(t * width, -height / 2), shape.lift(width / 2, t * height));
    points.push(shape.lift(-t * width, height / 2), shape.lift(-width / 2, -t * height));
  }
  return points;
}

/** How a camera is held, where it is not as the level has it. */
export interface Stance {
  /** Degrees off the vertical, from and to. */
  tilt?: readonly [number, number];
  /** The picture's sides are up to so many degrees off the page's, either way, as often each; 180 for any way. */
  askew?: number;
  /** Part of the picture's width or height that the page fills, from and to. */
  fill?: readonly [number, number];
}

/** @param lensMm focal length in mm of 35-mm film; one that is usual in telephones unless told */
export function phone(
  level: CaptureLevel,
  pixels: number,
  landscape: boolean,
  turns: number,
  random: Random,
  lensMm?: number,
  stance: Stance = {},
): PinholeCamera {
  const long = round(sqrt((pixels * 4) / 3));
  const short = round((long * 3) / 4);
  // Lenses of phones: 24 to 30 mm in terms of 35-mm film, whose 4:3 crop is 34.6 mm long.
  const typical = random.between(24, 30);
  const focal = (long * (lensMm ?? typical)) / 34.6;
  const hard = level === 'hard';
  const usual = hard ? ([10, 40] as const) : ([0, level === 'curled' ? 12 : 15] as const);
  const tilt = random.between(...(stance.tilt ?? usual)) * DEGREE;
  const spread = hard ? 14 : 4;
  const askew =
    (stance.askew === undefined
      ? max(-2, min(2, random.gauss())) * spread
      : random.between(-stance.askew, stance.askew)) * DEGREE;
  return new PinholeCamera(landscape ? long : short, landscape ? short : long, focal, {
    tilt,
    azimuth: random.between(0, 2 * PI),
    roll: turns * 90 * DEGREE + askew,
  });
}

export function flatbed(
  pageWidth: number,
  pageHeight: number,
  pixels: number,
  turns: number,
  random: Random,
): FlatbedView {
  const most = sqrt((pixels * MM_PER_INCH ** 2) / (pageWidth * pageHeight));
  const dpi = min(random.pick([150, 200, 200, 240, 300]), most);
  const scale = dpi / MM_PER_INCH;
  const [w, h] = turns % 2 === 0 ? [pageWidth, pageHeight] : [pageHeight, pageWidth];
  const edge = random.between(-1, 3);
  const skew = max(-2, min(2, random.gauss() * 0.8)) * DEGREE;
  const offset = { x: random.between(-1.2, 1.2) * scale, y: random.between(-1.2, 1.2) * scale };
  return new FlatbedView(
    round((w + edge) * scale),
    round((h + edge) * scale),
    scale,
    turns * 90 * DEGREE + skew,
    offset,
  );
}

const CUT_MOST = 0.25;

/** Leaves a part of the page out of the picture, or lays something on it, until about the wanted share is hidden. */
export function cutOff(
  camera: PinholeCamera,
  outline: readonly Point3[],
  width: number,
  height: number,
  occluders: Occluder[],
  visible: () => number,
  random: Random,
): View {
  const hidden = random.between(0.05, CUT_MOST);
  const angle = random.pick([0, 90, 180, 270, random.between(0, 360)]) * DEGREE;
  const covered = random.chance(0.35);
  const hand = random.chance(0.5);
  const count = random.int(2, 4);
  const seed = random.int(1, 1e9);
  const [c, s] = [cos(angle), sin(angle)];
  const edge = abs(c) * (width / 2) + abs(s) * (height / 2);
  const home = camera.whereabouts();
  const tryDepth = (depth: number): void => {
    if (!covered) {
      camera.moveTo(home);
      camera.shift(outline, c * depth, s * depth);
      return;
    }
    const reach = edge * (1 - 2 * depth);
    const own = new Random(seed);
    occluders.length = 0;
    if (hand) occluders.push(fingers(c * reach, s * reach, angle, count, own));
    else occluders.push(otherSheet(c * reach, s * reach, angle + own.gauss() * 0.12, own));
  };
  let low = 0;
  // A hand cannot hide a quarter of a sheet: it stops in the middle.
  let high = hand && covered ? 0.5 : 1;
  for (let step = 0; step < 12; step++) {
    tryDepth((low + high) / 2);
    if (visible() < 1 - hidden) high = (low + high) / 2;
    else low = (low + high) / 2;
  }
  tryDepth(high);
  return camera;
}

export function thumbAtEdge(width: number, height: number, random: Random): Occluder {
  const angle = random.pick([0, 90, 180, 270]) * DEGREE + random.gauss() * 0.3;
  const [c, s] = [cos(angle), sin(angle)];
  const reach = abs(c) * (width / 2) + abs(s) * (height / 2) - random.between(8, 22);
  const aside = random.between(-0.3, 0.3) * height;
  return fingers(c * reach - s * aside, s * reach + c * aside, angle, 1, random);
}

export function visibleShare(
  view: View,
  shape: Sheet,
  width: number,
  height: number,
  occluders: readonly Occluder[],
): number {
  const steps = 60;
  let seen = 0;
  for (let j = 0; j < steps; j++)
    for (let i = 0; i < steps; i++) {
      const x = ((i + 0.5) / steps - 0.5) * width;
      const y = ((j + 0.5) / steps - 0.5) * height;
      const p = view.project(shape.lift(x, y));
      const inPicture = p.x >= -0.5 && p.y >= -0.5 && p.x <= view.width - 0.5 && p.y <= view.height - 0.5;
      if (inPicture && occluders.every((thing) => thing.distance(x, y) > 0)) seen++;
    }
  return seen / (steps * steps);
}
