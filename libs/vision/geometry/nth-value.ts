const { max, min } = Math;

/**
 * The value that would stand at a place if all were sorted (Hoare's selection: time grows with their number alone).
 *
 * @param values are put into another order
 * @param place from 0
 */
export function nthValue(values: Float32Array | Uint16Array, place: number): number {
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    // The middle of three, so that what is sorted already is quick too.
    const a = values[first];
    const b = values[(first + last) >> 1];
    const c = values[last];
    const pivot = max(min(a, b), min(max(a, b), c));
    let i = first;
    let j = last;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (place <= j) last = j;
    else if (place >= i) first = i;
    else break;
  }
  return values[place];
}
