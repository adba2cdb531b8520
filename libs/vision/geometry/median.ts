/** The middle value, of an even number the upper of the two; 0 without values. */
export function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}
