import type { Random } from '../random.js';
import { LiftedSheet } from './lifted-sheet.js';
import { curledShape, type Point3, type Sheet } from './paper-shape.js';

const { abs, atan2, ceil, cos, floor, hypot, max, min, sin } = Math;

/**
 * How a sheet does not lie flat: `rolled` a cylinder of any curve; `creased` by one or two folds, as letters are, which
 * do not close flat again; `cornered` with corners turned up or down; `twisted` a cone, whose rulings are not parallel;
 * `waved` bent both ways, as paper that has been damp; `crumpled` in facets, as paper smoothed out again.
 */
export type SheetKind = 'rolled' | 'creased' | 'cornered' | 'twisted' | 'waved' | 'crumpled';

/** A sheet of the kind; `width` and `height` in mm. */
export function bentSheet(kind: SheetKind, width: number, height: number, random: Random): Sheet {
  if (kind === 'rolled') return curledShape(width, height, random);
  const make = { creased, cornered, twisted, waved, crumpled }[kind];
  return new LiftedSheet(width, height, make(width, height, random));
}

type Surface = (x: number, y: number) => Point3;

const DEGREE = Math.PI / 180;

/** A strip in which the sheet turns; what lies beyond it is carried along. */
interface Bend {
  /** Unit vector across the strip, away from the page's middle. */
  x: number;
  y: number;
  /** Where the strip begins, mm from the middle along that, and how wide it is on the paper. */
  at: number;
  width: number;
  /** By how much it turns, radians; upwards where positive. */
  angle: number;
}

/**
 * The surface of a sheet with bends whose strips do not meet on it: distances along the paper are kept, with an even
 * curvature across each strip.
 */
function withBends(bends: readonly Bend[]): Surface {
  const outermostFirst = [...bends].sort((a, b) => b.at - a.at);
  return (x, y) => {
    let p: Point3 = { x, y, z: 0 };
    for (const bend of outermostFirst) {
      const beyond = x * bend.x + y * bend.y - bend.at;
      if (beyond <= 0) continue;
      const within = min(beyond, bend.width);
      const radius = bend.width / bend.angle;
      const phi = within / radius;
      const along = p.x * bend.x + p.y * bend.y - bend.at;
      const rest = along - within;
      const to = radius * sin(phi) + cos(phi) * rest - sin(phi) * p.z;
      p = {
        x: p.x + (to - along) * bend.x,
        y: p.y + (to - along) * bend.y,
        z: radius * (1 - cos(phi)) + sin(phi) * rest + cos(phi) * p.z,
      };
    }
    return p;
  };
}

function creased(width: number, height: number, random: Random): Surface {
  const direction = random.pick([90, 90, 90, 0, random.between(0, 180)]) * DEGREE + random.gauss() * DEGREE;
  const size = abs(width * cos(direction)) + abs(height * sin(direction));
  const places = random.pick([
    [random.between(-0.03, 0.03)],
    [-1 / 6 + random.between(-0.03, 0.03), 1 / 6 + random.between(-0.03, 0.03)],
    [random.between(-0.35, 0.35)],
  ]);
  const bends: Bend[] = [];
  for (const place of places) {
    const side = place < 0 ? -1 : 1;
    // Folds made by hand are hardly parallel; these do not meet on the sheet.
    const turned = direction + random.gauss() * 1.2 * DEGREE;
    const across = { x: side * cos(turned), y: side * sin(turned) };
    const angle = random.sign() * random.between(6, 24) * DEGREE;
    bends.push({ ...across, at: abs(place) * size, width: random.between(1.5, 5), angle });
    if (random.chance(0.4)) {
      const away = abs(place) * size + 12;
      bends.push({
        ...across,
        at: away,
        width: max(20, size / 2 - away),
        angle: -angle * random.between(0.2, 0.7),
      });
    }
  }
  return withBends(bends);
}

function cornered(width: number, height: number, random: Random): Surface {
  const first = random.int(0, 3);
  // Two lie opposite, so that their strips do not meet.
  const corners = random.pick([[first], [first], [first, (first + 2) % 4]]);
  const bends = corners.map((corner): Bend => {
    const [sideX, sideY] = [corner === 0 || corner === 3 ? -1 : 1, corner < 2 ? -1 : 1];
    const turned = atan2(sideY * height, sideX * width) + random.gauss() * 12 * DEGREE;
    const across = { x: cos(turned), y: sin(turned) };
    const tip = (across.x * sideX * width + across.y * sideY * height) / 2;
    const depth = random.between(35, 85);
    const up = random.chance(0.75);
    const angle = up ? random.between(12, 38) * DEGREE : -random.between(6, 16) * DEGREE;
    return { ...across, at: tip - depth, width: depth * random.between(0.25, 0.9), angle };
  });
  return withBends(bends);
}

/** Radians between the tabulated rulings of a cone. */
const CONE_STEP = 0.001;

/**
 * A cone of any cross-section: the rulings meet outside of the sheet. A ruling's direction runs over the unit sphere as
 * far as its angle on the flat page (so distances are kept), turning there by the curvature.
 */
function twisted(width: number, height: number, random: Random): Surface {
  const half = hypot(width, height) / 2;
  const towards = random.between(0, 2 * Math.PI);
  const away = half * random.between(1.15, 2.4);
  const apex = { x: away * cos(towards), y: away * sin(towards) };
  const most = Math.asin(min(0.95, half / away)) * 0.8;
  const strength = random.sign() * random.between(6, 20) * DEGREE;
  const kind = random.pick(['bow', 'wave', 'lifted'] as const);
  const phase = random.between(-0.4, 0.4);
  const onset = random.between(-0.2, 0.4);
  /** Derivative of the slope by the angle. */
  const turning = (angle: number): number => {
    const u = angle / most;
    if (abs(u) > 1.3) return 0;
    if (kind === 'bow') return strength / most;
    if (kind === 'wave') return ((strength * 1.1 * Math.PI) / most) * cos(1.1 * Math.PI * (u + phase));
    return u > onset ? ((1.68 * strength) / (most * (1 - onset))) * ((u - onset) / (1 - onset)) ** 0.4 : 0;
  };
  const count = floor(Math.PI / CONE_STEP);
  const rulings: Point3[] = [];
  for (const side of [-1, 1]) {
    let ruling: Point3 = { x: -cos(towards), y: -sin(towards), z: 0 };
    let tangent: Point3 = { x: side * sin(towards), y: -side * cos(towards), z: 0 };
    let normal: Point3 = { x: 0, y: 0, z: 1 };
    for (let k = 0; k <= count; k++) {
      rulings[count + side * k] = ruling;
      const curvature = turning(side * (k + 0.5) * CONE_STEP);
      const [r, t, n] = [ruling, tangent, normal];
      const mix = (a: Point3, b: Point3, c: Point3, u: number, v: number, w: number): Point3 => ({
        x: a.x * u + b.x * v + c.x * w,
        y: a.y * u + b.y * v + c.y * w,
        z: a.z * u + b.z * v + c.z * w,
      });
      ruling = unit(mix(r, t, n, 1, CONE_STEP, 0));
      tangent = mix(t, r, n, 1, -CONE_STEP, curvature * CONE_STEP);
      const overlap = tangent.x * ruling.x + tangent.y * ruling.y + tangent.z * ruling.z;
      tangent = unit(mix(tangent, ruling, n, 1, -overlap, 0));
      normal = unit({
        x: side * (ruling.y * tangent.z - ruling.z * tangent.y),
        y: side * (ruling.z * tangent.x - ruling.x * tangent.z),
        z: side * (ruling.x * tangent.y - ruling.y * tangent.x),
      });
    }
  }
  const [c, s] = [-cos(towards), -sin(towards)];
  return (x, y) => {
    const [u, v] = [x - apex.x, y - apex.y];
    const at = min(2 * count - 1e-6, max(0, atan2(v * c - u * s, u * c + v * s) / CONE_STEP + count));
    const k = floor(at);
    const t = at - k;
    const r = hypot(u, v);
    const [a, b] = [rulings[k], rulings[k + 1]];
    return {
      x: apex.x + r * (a.x + (b.x - a.x) * t),
      y: apex.y + r * (a.y + (b.y - a.y) * t),
      z: r * (a.z + (b.z - a.z) * t),
    };
  };
}

/** A height over the table. It stretches the paper, by a percent at most, as dampness does. */
function waved(width: number, height: number, random: Random): Surface {
  const half = hypot(width, height) / 2;
  const sag = [0, 1].map(() => (random.sign() * random.between(1, 6)) / half ** 2);
  const ripples = Array.from({ length: random.int(1, 2) }, () => {
    const angle = random.between(0, Math.PI);
    const [length, across] = [random.between(110, 240), random.between(110, 240)];
    return {
      x: cos(angle),
      y: sin(angle),
      along: (2 * Math.PI) / length,
      across: (2 * Math.PI) / across,
      phases: [random.between(0, 6.3), random.between(0, 6.3)],
      height: min(length, across) * random.between(0.003, 0.01),
    };
  });
  return (x, y) => {
    // Beyond the sheet the formula would grow without end.
    const u = max(-half, min(half, x));
    const v = max(-half, min(half, y));
    let z = sag[0] * u * u + sag[1] * v * v;
    for (const r of ripples)
      z +=
        r.height *
        sin((u * r.x + v * r.y) * r.along + r.phases[0]) *
        cos((v * r.x - u * r.y) * r.across + r.phases[1]);
    return { x, y, z };
  };
}

/** Distance, mm, over which a crumpled sheet's creases are rounded. */
const CREASE = 3;

/**
 * Facets of random heights over the table: squares of a lattice, each in two triangles. It stretches the paper by as
 * much as facets of up to 20 degrees are longer than their shadows.
 */
function crumpled(width: number, height: number, random: Random): Surface {
  const side = random.between(28, 60);
  const turned = random.between(0, Math.PI);
  const across = ceil(hypot(width, height) / side) + 4;
  const heights = Float64Array.from({ length: across ** 2 }, () => random.between(-0.12, 0.12) * side);
  const falling = Uint8Array.from({ length: across ** 2 }, () => (random.chance(0.5) ? 1 : 0));
  const facet = (x: number, y: number): number => {
    const within = (v: number) => max(0, min(across - 1.001, v / side + (across - 1) / 2));
    const u = within(x * cos(turned) + y * sin(turned));
    const v = within(y * cos(turned) - x * sin(turned));
    const k = floor(v) * across + floor(u);
    const [i, j] = [u - floor(u), v - floor(v)];
    const [a, b, c, d] = [heights[k], heights[k + 1], heights[k + across], heights[k + across + 1]];
    if (falling[k])
      return i + j < 1 ? a + (b - a) * i + (c - a) * j : d + (c - d) * (1 - i) + (b - d) * (1 - j);
    return i > j ? a + (b - a) * i + (d - b) * j : a + (d - c) * i + (c - a) * j;
  };
  const r = CREASE / 2;
  return (x, y) => ({
    x,
    y,
    z: (2 * facet(x, y) + facet(x - r, y) + facet(x + r, y) + facet(x, y - r) + facet(x, y + r)) / 6,
  });
}

function unit(a: Point3): Point3 {
  const length = hypot(a.x, a.y, a.z);
  return { x: a.x / length, y: a.y / length, z: a.z / length };
}
