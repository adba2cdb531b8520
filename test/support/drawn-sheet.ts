import type { Raster } from '../../libs/vision/pixels/raster.js';

/** A white sheet, on which rules are drawn and print of another page is pasted; px. */
export class DrawnSheet {
  readonly picture: Raster;

  /** @param like a page of the size and channels that the sheet is to have */
  constructor(like: Raster) {
    this.picture = { ...like, data: new Uint8Array(like.data.length).fill(255) };
  }

  /** Blackens a box. */
  ink(left: number, top: number, width: number, height: number): void {
    for (let y = top; y < top + height; y++)
      this.picture.data.fill(0, this.at(left, y), this.at(left + width, y));
  }

  /** Copies a box of another page of the same size to a place. */
  paste(
    print: Raster,
    box: { left: number; top: number; width: number; height: number },
    left: number,
    top: number,
  ) {
    for (let y = 0; y < box.height; y++) {
      const from = this.at(box.left, box.top + y);
      const row = print.data.subarray(from, from + box.width * print.channels);
      this.picture.data.set(row, this.at(left, top + y));
    }
  }

  private at(x: number, y: number): number {
    return (y * this.picture.width + x) * this.picture.channels;
  }
}
