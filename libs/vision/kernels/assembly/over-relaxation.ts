/**
 * Rounds of successive over-relaxation on a lattice, the cells of one colour of a chessboard after those of the other:
 * each cell becomes its own value times `kept`, and its share of the sum of its four neighbours and its step.
 *
 * A row holds its cells of one colour and then, `half` cells on, those of the other, so that neighbouring vectors are
 * read whole: of row j first those with an odd i + j. About the lattice lies a rim of cells that stay as they are.
 * @param value 64-bit floats, rows of `2 * half` cells; `share` and `steps` likewise, 0 in the rim
 * @param half cells of a colour in a row, rim included: even
 * @param rows of the lattice, rim included
 */
export function overRelax(
  value: usize,
  share: usize,
  steps: usize,
  half: i32,
  rows: i32,
  kept: f64,
  rounds: i32,
): void {
  const stride = (<usize>half) << 4;
  const other = (<usize>half) << 3;
  const own = f64x2.splat(kept);
  for (let turn = 0; turn < 2 * rounds; turn++) {
    const colour = turn & 1;
    for (let j = 1; j < rows - 1; j++) {
      const row = <usize>j * stride;
      // In which half of this row the cells of this colour lie, and how their neighbours beside them and above are
      // shifted.
      const at = row + (colour ? other : 0);
      const beside = row + (colour ? 0 : other);
      const left = value + beside - ((j & 1) == colour ? 0 : 8);
      const right = left + 8;
      const above = value + beside - stride;
      const below = value + beside + stride;
      for (let k: usize = 0; k < other; k += 16) {
        const p = value + at + k;
        let sum = f64x2.add(v128.load(left + k), v128.load(right + k));
        sum = f64x2.add(sum, v128.load(above + k));
        sum = f64x2.add(sum, v128.load(below + k));
        sum = f64x2.add(sum, v128.load(steps + at + k));
        v128.store(p, f64x2.add(f64x2.mul(own, v128.load(p)), f64x2.mul(v128.load(share + at + k), sum)));
      }
    }
  }
}
