import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';

const WIDTH = 37;
const HEIGHT = 29;

/** The same by the plain rule, over all px but those of the first and last row. */
function softened(picture: Uint8Array): Uint8Array {
  const mean = (p: Uint8Array, k: number, apart: number): number =>
    (((p[k - apart] + p[k + apart] + 1) >> 1) + p[k] + 1) >> 1;
  const across = picture.slice();
  for (let k = 1; k < picture.length - 1; k++) across[k] = mean(picture, k, 1);
  const out = picture.slice();
  for (let k = WIDTH; k < picture.length - WIDTH; k++) out[k] = mean(across, k, WIDTH);
  return out;
}

describe('softening a picture', () => {
  it('takes the binomial mean of three, both ways, as often as told', () => {
    const picture = Uint8Array.from(
      { length: WIDTH * HEIGHT },
      (_, k) => (k * 7919 + (k >> 3) * 104729) % 256,
    );
    const twice = KernelMemory.borrow((memory) => {
      const at = memory.take(picture.length);
      const scratch = memory.take(picture.length + 32);
      memory.bytes(at, picture.length).set(picture);
      kernels.soften(at, WIDTH, HEIGHT, 2, scratch);
      return memory.bytes(at, picture.length).slice();
    });
    expect(twice).toEqual(softened(softened(picture)));
  });
});
