/** Shares of four px in a row in the level at `t`, from the second (0) to the third (1), by Keys (1981). */
export function cubicShares(t: number): [number, number, number, number] {
  // Within a px of it, and within two.
  const near = (d: number): number => 1 - 2.5 * d * d + 1.5 * d ** 3;
  const far = (d: number): number => 2 - 4 * d + 2.5 * d * d - 0.5 * d ** 3;
  return [far(1 + t), near(t), near(1 - t), far(2 - t)];
}
