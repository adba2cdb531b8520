/** A line through values at places: `start + slope * place`. */
export interface StraightLine {
  start: number;
  slope: number;
}

/**
 * The line through values by weighted least squares; null where their places do not tell its slope.
 *
 * @param places of the values; `weights` likewise
 */
export function fitStraight(
  places: readonly number[],
  values: readonly number[],
  weights: readonly number[],
): StraightLine | null {
  let s = 0;
  let st = 0;
  let stt = 0;
  let so = 0;
  let sto = 0;
  for (let i = 0; i < places.length; i++) {
    const w = weights[i];
    s += w;
    st += w * places[i];
    stt += w * places[i] * places[i];
    so += w * values[i];
    sto += w * places[i] * values[i];
  }
  const determinant = s * stt - st * st;
  if (!(determinant > 1e-9)) return null;
  return { start: (so * stt - sto * st) / determinant, slope: (s * sto - st * so) / determinant };
}
