import type { Random } from '../random.js';
import type { Point3 } from './paper-shape.js';
import { signedDistance, type Silhouette } from './silhouette.js';

const { cos, max, sin, sqrt } = Math;

/** Something between the lamp and the table. */
export interface CastShadow {
  shape: Silhouette;
  /** Width of the half shadow, mm. */
  softness: number;
  /** Share of the light that is taken, 0..1. */
  depth: number;
}

/** How the scene is lit and how the lens passes the light on. */
export interface Lighting {
  /** Where the lamp stands, mm from the page's middle; `z` is its height. */
  lamp: Point3;
  /** Share of light that comes from everywhere, 0..1. */
  ambient: number;
  shadows: CastShadow[];
  /** Light lost in the picture's corners, 0..1. */
  vignette: number;
  /** Red, green and blue of the light, about 1 each. */
  tint: readonly [number, number, number];
  /** Linear light, 0..1, at which the camera brings a white sheet on the mean; brighter places may burn out. */
  exposure: number;
}

/** Light that falls on a place (mm) of the given upward normal, relative to the light below the lamp. */
export function lightAt(lighting: Lighting, place: Point3, normal: Point3): number {
  const { lamp, ambient } = lighting;
  const x = lamp.x - place.x;
  const y = lamp.y - place.y;
  const z = lamp.z - place.z;
  const square = x * x + y * y + z * z;
  const facing = max(0, (x * normal.x + y * normal.y + z * normal.z) / sqrt(square));
  let direct = (facing * lamp.z * lamp.z) / square;
  for (const shadow of lighting.shadows) {
    const t = signedDistance(shadow.shape, place.x, place.y) / shadow.softness + 0.5;
    const lit = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
    direct *= 1 - shadow.depth * (1 - lit);
  }
  return ambient + (1 - ambient) * direct;
}

/** Even light, as in a scanner. */
export function evenLight(exposure: number): Lighting {
  return { lamp: { x: 0, y: 0, z: 1e5 }, ambient: 0.5, shadows: [], vignette: 0, tint: [1, 1, 1], exposure };
}

/** A phone over the page held by a hand, as a shadow: a slab and an arm that comes in from one side. */
function phoneShadow(random: Random, size: number): Silhouette {
  const angle = random.between(0, 2 * Math.PI);
  const x = random.between(-0.35, 0.35) * size;
  const y = random.between(-0.4, 0.4) * size;
  const out = { x: cos(angle), y: sin(angle) };
  const hand = { x: x + out.x * size * 0.15, y: y + out.y * size * 0.15 };
  return [
    {
      x1: x - out.y * 50,
      y1: y + out.x * 50,
      x2: x + out.y * 50,
      y2: y - out.x * 50,
      radius: random.between(30, 50),
    },
    {
      x1: hand.x,
      y1: hand.y,
      x2: hand.x + out.x * size * 1.5,
      y2: hand.y + out.y * size * 1.5,
      radius: random.between(28, 55),
    },
  ];
}

/** Light of a room, kinder or harsher. `size` is the page's height in mm. */
export function roomLight(random: Random, size: number, harsh: boolean): Lighting {
  const away = size * (harsh ? random.between(0.5, 1.7) : random.between(0.2, 1.6));
  const angle = random.between(0, 2 * Math.PI);
  const warmth = random.gauss() * (harsh ? 0.075 : 0.045);
  const green = random.gauss() * 0.012;
  const shadows: CastShadow[] = [];
  if (harsh ? random.chance(0.85) : random.chance(0.35))
    shadows.push({
      shape: phoneShadow(random, size),
      softness: harsh ? random.between(6, 60) : random.between(30, 90),
      depth: harsh ? random.between(0.3, 0.75) : random.between(0.08, 0.3),
    });
  if (harsh && random.chance(0.4)) {
    // The straight edge of a shelf or a window frame.
    const turn = random.between(0, Math.PI);
    const [c, s] = [cos(turn), sin(turn)];
    const shift = random.between(0.1, 0.6) * size;
    const far = size * 2;
    shadows.push({
      shape: [
        {
          x1: -s * far + c * (shift + far),
          y1: c * far + s * (shift + far),
          x2: s * far + c * (shift + far),
          y2: -c * far + s * (shift + far),
          radius: far,
        },
      ],
      softness: random.between(4, 40),
      depth: random.between(0.25, 0.6),
    });
  }
  return {
    lamp: {
      x: cos(angle) * away,
      y: sin(angle) * away,
      z: size * (harsh ? random.between(1, 2.2) : random.between(2, 4.5)),
    },
    ambient: harsh ? random.between(0.12, 0.3) : random.between(0.35, 0.6),
    shadows,
    vignette: harsh ? random.between(0.15, 0.4) : random.between(0.05, 0.2),
    tint: [1 + warmth, 1 + green, 1 - warmth],
    exposure: harsh ? random.between(0.3, 0.78) : random.between(0.55, 0.9),
  };
}
