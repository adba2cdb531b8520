const { floor } = Math;

/** Level of a grey picture between four px, bilinear. The caller sees to it that there are px to the right and below. */
export function levelBetween(
  { data, width }: { data: Uint8Array; width: number },
  x: number,
  y: number,
): number {
  const left = floor(x);
  const top = floor(y);
  const o = top * width + left;
  const u = x - left;
  const upper = data[o] * (1 - u) + data[o + 1] * u;
  const lower = data[o + width] * (1 - u) + data[o + width + 1] * u;
  return upper * (1 - (y - top)) + lower * (y - top);
}

/** Whether a place has px to the right and below, as well as one of its own. */
export function liesBetween(
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): boolean {
  return x >= 0 && y >= 0 && x < width - 1 && y < height - 1;
}
