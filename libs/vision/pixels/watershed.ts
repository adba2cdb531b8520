const LEVELS = 256;
/** No px: the end of a queue. */
const NONE = -1;

/**
 * The height of the lowest pass over which each px is reached from seeds, as water that rises from them does: the
 * flooding of a watershed from markers (Meyer and Beucher 1990), with a queue for each level.
 *
 * @param relief heights 0..255, row-major
 * @param seeds other than 0 where it starts, row-major
 * @returns heights, row-major; 0 at seeds
 */
export function lowestPasses(relief: Uint8Array, seeds: Uint8Array, width: number): Uint8Array {
  const passes = new Uint8Array(relief.length);
  const isReached = Uint8Array.from(seeds);
  const next = new Int32Array(relief.length).fill(NONE);
  const [first, last] = [0, 1].map(() => new Int32Array(LEVELS).fill(NONE));
  const queue = (k: number, level: number): void => {
    if (first[level] === NONE) first[level] = k;
    else next[last[level]] = k;
    last[level] = k;
  };
  seeds.forEach((seed, k) => {
    if (seed) queue(k, 0);
  });
  for (let level = 0; level < LEVELS; level++) {
    const reach = (k: number): void => {
      if (isReached[k]) return;
      isReached[k] = 1;
      passes[k] = relief[k] > level ? relief[k] : level;
      queue(k, passes[k]);
    };
    for (let k = first[level]; k !== NONE; k = next[k]) {
      const column = k % width;
      if (column > 0) reach(k - 1);
      if (column < width - 1) reach(k + 1);
      if (k >= width) reach(k - width);
      if (k < relief.length - width) reach(k + width);
    }
  }
  return passes;
}
