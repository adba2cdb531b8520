import { rollOutPage } from '../../libs/vision/dewarp/dewarp-page.js';
import { frameQuad } from '../../libs/vision/geometry/plane-geometry.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes } from '../../libs/vision/pixels/resample.js';
import { PAGE, PHOTO, sheetUnder } from '../support/rolled-sheet.js';

const WHOLE = { cut: [true, true, true, true], bow: 0, borne: 1 };
const { rolled } = sheetUnder(1300);
const show = rolled(0, 1400);

/** A photograph of rows of letter-like marks on a rolled sheet that fills it, from one height of it to another. */
function photographOf(from: number, to: number): Raster {
  const { width, height } = PHOTO;
  const data = new Uint8Array(width * height).fill(235);
  for (let row = from; row < to; row += 34)
    for (let mark = 60; mark < PAGE.width - 60; mark += mark % 5 === 0 ? 26 : 14)
      for (let dy = 0; dy < 12; dy += 0.4)
        for (let dx = 0; dx < 8; dx += 0.4) {
          if (dx > 2.5 && dy > 2.5 && dy < 9) continue;
          const { x, y } = show(mark + dx, row + dy);
          const [px, py] = [Math.round(x), Math.round(y)];
          if (px >= 0 && py >= 0 && px < width && py < height) data[py * width + px] = 40;
        }
  return { data, width, height, channels: 1 };
}

function rolledOut(frame: Raster): ReturnType<typeof rollOutPage> {
  const { width, height } = frame;
  const page = reduceByBoxes(frame, 1500).raster;
  return rollOutPage({
    ...WHOLE,
    frame,
    reduced: reduceByBoxes(frame, 1650),
    quad: frameQuad(width, height),
    page,
  });
}

describe('a frame of whose paper no border is seen', () => {
  it('is rolled out by rows that span it', () => {
    expect(rolledOut(photographOf(100, 1650))).not.toBeNull();
  });

  it('is left as it is where bent rows span a part of it: they are of something that lies in it', () => {
    expect(rolledOut(photographOf(620, 1130))).toBeNull();
  });
});
