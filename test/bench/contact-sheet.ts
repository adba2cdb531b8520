import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';

/** Small pictures side by side, to be looked at. */
export class ContactSheet {
  private readonly cells: Buffer[] = [];

  /** @param columns pictures a row; @param cell side of a picture's square, px */
  constructor(
    private readonly columns: number,
    private readonly cell: number,
  ) {}

  /** @param picture px, or an encoded picture */
  async add(picture: Raster | Buffer): Promise<void> {
    this.cells.push(
      await pictureOf(picture)
        .resize(this.cell - 4, this.cell - 4, { fit: 'inside' })
        .toColourspace('srgb')
        .png()
        .toBuffer(),
    );
  }

  /** Writes the sheet as PNG. */
  async write(file: string): Promise<void> {
    const rows = Math.ceil(this.cells.length / this.columns);
    await sharp({
      create: {
        width: this.columns * this.cell,
        height: Math.max(1, rows) * this.cell,
        channels: 3,
        background: '#334',
      },
    })
      .composite(
        this.cells.map((input, i) => ({
          input,
          left: (i % this.columns) * this.cell,
          top: Math.floor(i / this.columns) * this.cell,
        })),
      )
      .png()
      .toFile(file);
  }
}

function pictureOf(picture: Raster | Buffer): Sharp {
  if (Buffer.isBuffer(picture)) return sharp(picture);
  const { data, width, height, channels } = picture;
  return sharp(data, { raw: { width, height, channels } });
}
