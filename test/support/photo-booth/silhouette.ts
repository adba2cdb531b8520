const { hypot } = Math;

/** A stretched disc: all places within `radius` of the line from (x1, y1) to (x2, y2), in mm. */
export interface Capsule {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  radius: number;
}

/** An outline made of capsules. */
export type Silhouette = readonly Capsule[];

/** Distance in mm to the outline, negative within. */
export function signedDistance(shape: Silhouette, x: number, y: number): number {
  let nearest = Infinity;
  for (const { x1, y1, x2, y2, radius } of shape) {
    const dx = x2 - x1;
    const dy = y2 - y1;
    const length = dx * dx + dy * dy;
    let t = length > 0 ? ((x - x1) * dx + (y - y1) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const d = hypot(x - x1 - t * dx, y - y1 - t * dy) - radius;
    if (d < nearest) nearest = d;
  }
  return nearest;
}
