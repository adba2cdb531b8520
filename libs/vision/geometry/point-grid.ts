const { floor, max, min } = Math;

/** Buckets points of a picture by square cells, so that neighbours of a place are found at once. */
export class PointGrid {
  readonly columns: number;
  readonly rows: number;
  /** Numbers of the points, cell by cell, row by row. */
  readonly ids: Int32Array;
  /** Where each cell's begin among them; of the one after the last, how many there are. */
  readonly starts: Int32Array;

  /** @param cell side of a cell in px */
  constructor(
    private readonly x: Float32Array,
    private readonly y: Float32Array,
    width: number,
    height: number,
    readonly cell: number,
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

  private cellOf(i: number): number {
    const cx = min(this.columns - 1, max(0, floor(this.x[i] / this.cell)));
    const cy = min(this.rows - 1, max(0, floor(this.y[i] / this.cell)));
    return cy * this.columns + cx;
  }
}
