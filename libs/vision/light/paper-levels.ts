/** Paper level of each cell of a picture, per channel. */
export interface PaperLevels {
  cols: number;
  rows: number;
  channels: number;
  /** Row-major, channels interleaved; 0..255. */
  levels: Float32Array;
  /** Whether the sheet itself has a strong colour, or is a picture, and these are the levels that white would have. */
  coloured: boolean;
}
