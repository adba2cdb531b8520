/** Room to sort few values in. */
const few = new Float64Array(32);

/** The middle value, of an even number the upper of the two; 0 without values. */
export function median(values: readonly number[]): number {
  const { length } = values;
  if (length > few.length) return Float64Array.from(values).sort()[length >> 1];
  // Sorted by insertion: for few values much quicker than a call of `sort`.
  for (let n = 0; n < length; n++) {
    const value = values[n];
    let k = n;
    for (; k > 0 && few[k - 1] > value; k--) few[k] = few[k - 1];
    few[k] = value;
  }
  return length > 0 ? few[length >> 1] : 0;
}

/** The least value that this part of all weight stays within, 0..1; 0 without values. */
export function weightedQuantile(
  values: readonly number[],
  weights: readonly number[],
  part: number,
): number {
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  const enough = part * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const i of order) {
    sum += weights[i];
    if (sum >= enough) return values[i];
  }
  return 0;
}
