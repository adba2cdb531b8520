/** 0 up to `from`, 1 at `to` and beyond, straight between; `from` may be the larger. */
export function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
