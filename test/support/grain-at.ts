/** Grain of a drawn picture at a px, the same each time: so many levels up or down at most. */
export const grainAt = (x: number, y: number, levels: number): number =>
  ((x * 7919 + y * 104729) % (2 * levels + 1)) - levels;
