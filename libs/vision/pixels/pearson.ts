/** Pearson's correlation, -1..1, of as many levels of two pictures as the shorter one has; 0 where one of them is blank. */
export function pearson(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
  for (let k = 0; k < n; k++) {
    sa += a[k];
    sb += b[k];
    saa += a[k] * a[k];
    sbb += b[k] * b[k];
    sab += a[k] * b[k];
  }
  const spread = (saa - (sa * sa) / n) * (sbb - (sb * sb) / n);
  return spread > 0 ? (sab - (sa * sb) / n) / Math.sqrt(spread) : 0;
}
