const { floor, max, min } = Math;

/** Buckets points of a picture by square cells, so that neighbours of a place are found at once. */
export class PointGrid {
  private readonly columns: number;
  private readonly rows: number;
  private readonly starts: Int32Array;
  private readonly ids: Int32Array;

  /** @param cell side of a cell in px; `near` finds points within one cell's side of a place */
  constructor(
    private readonly x: Float32Array,
    private readonly y: Float32Array,
    width: number,
    height: number,
    private readonly cell: number,
  ) {
    this.columns = floor(width / cell) + 1;
    this.rows = floor(height / cell) + 1;
    this.starts = new Int32Array(this.columns * this.rows + 1);
    for (let i = 0; i < x.length; i++) this.starts[this.cellOf(i) + 1]++;
    for (let c = 0; c < this.columns * this.rows; c++) this.starts[c + 1] += this.starts[c];
    const fill = this.starts.slice();
    this.ids = new Int32Array(x.length);
    for (let i = 0; i < x.length; i++) this.ids[fill[this.cellOf(i)]++] = i;
  }

  /**
   * Finds the points at most `radius` px (at most the cell's side) from the place. @param found where their numbers are
   * put
   * @returns how many there are
   */
  near(px: number, py: number, radius: number, found: Uint16Array): number {
    const { x, y, cell, columns, ids, starts } = this;
    const x0 = max(0, floor((px - radius) / cell));
    const x1 = min(columns - 1, floor((px + radius) / cell));
    const y0 = max(0, floor((py - radius) / cell));
    const y1 = min(this.rows - 1, floor((py + radius) / cell));
    if (x0 > x1) return 0;
    let count = 0;
    for (let cy = y0; cy <= y1; cy++)
      for (let k = starts[cy * columns + x0], end = starts[cy * columns + x1 + 1]; k < end; k++) {
        const id = ids[k];
        const dx = x[id] - px;
        const dy = y[id] - py;
        if (dx * dx + dy * dy <= radius * radius) found[count++] = id;
      }
    return count;
  }

  private cellOf(i: number): number {
    const cx = min(this.columns - 1, max(0, floor(this.x[i] / this.cell)));
    const cy = min(this.rows - 1, max(0, floor(this.y[i] / this.cell)));
    return cy * this.columns + cx;
  }
}
