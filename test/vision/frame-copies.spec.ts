import { FRAME_LONG_SIDE } from '../../libs/vision/features/page-homography.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { Random } from '../support/random.js';

it('copies of a frame are the same, whichever is asked for first', () => {
  const [width, height] = [FRAME_LONG_SIDE + 350, 40];
  const random = new Random(3);
  const data = Uint8Array.from({ length: 3 * width * height }, () => random.int(0, 255));
  const copies = () => new FrameCopies({ data, width, height, channels: 3 });

  const [coloursFirst, greenFirst] = [copies(), copies()];
  expect(coloursFirst.reduced.raster.channels).toBe(3);
  const { reducedLuminance, reducedGreen } = coloursFirst;
  expect(greenFirst.reducedGreen).toEqual(reducedGreen);
  expect(greenFirst.reducedLuminance).toEqual(reducedLuminance);
  expect(reducedLuminance).not.toEqual(reducedGreen);
});
