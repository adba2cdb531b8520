import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { joined } from '../../libs/vision/pixels/joined-picture.js';
import { SplitPicture } from '../../libs/vision/pixels/split-picture.js';
import { evenGreen, layEvening, type Evening } from '../../libs/vision/pixels/split-treatment.js';
import { Random } from '../support/random.js';

const { floor, max, min, round } = Math;

/** A picture of random levels, light ones for the most part, as paper has them. */
function randomPicture(
  memory: KernelMemory,
  width: number,
  height: number,
  isGrey: boolean,
  random: Random,
): SplitPicture {
  const level = (): number => (random.chance(0.8) ? random.int(150, 255) : random.int(0, 255));
  const picture = new SplitPicture(memory, width, height, isGrey);
  const { green, colours } = picture.planes;
  const planes = colours ? [green, colours.red, colours.green, colours.blue] : [green];
  for (const plane of planes) for (let k = 0; k < plane.length; k++) plane[k] = level();
  return picture;
}

/** A copy of a picture's colours, which joining uses up. */
function coloursOf({ planes }: SplitPicture): Record<'red' | 'green' | 'blue', number[]> {
  const { red, green, blue } = planes.colours!;
  return { red: [...red], green: [...green], blue: [...blue] };
}

/** A lattice of random gains, one so large that white is far exceeded, and any curve. */
function randomEvening(channels: number, random: Random): Evening {
  const [cols, rows] = [7, 9];
  const factors = Float32Array.from({ length: cols * rows * channels }, () => random.between(0.3, 2.5));
  factors[5] = 19;
  return {
    gain: { cols, rows, channels, factors },
    tone: Uint8Array.from({ length: 256 }, () => random.int(0, 255)),
  };
}

/** The gain at a block of 8 by 4 px of the green, in 256ths. */
function gainAt({ gain }: Evening, picture: SplitPicture, i: number, j: number, channel: number): number {
  const { cols, rows, channels, factors } = gain;
  const x = Math.fround(min(cols - 1, ((i + 0.5) * 8 * (cols - 1)) / max(1, picture.width - 1)));
  const y = min(1, ((j + 0.5) * 4) / max(1, picture.height - 1)) * (rows - 1);
  const [left, top] = [min(cols - 2, floor(x)), min(rows - 2, floor(y))];
  const c = min(channel, channels - 1);
  const node = (u: number, v: number): number => factors[(v * cols + u) * channels + c];
  const column = (u: number): number =>
    Math.fround(node(u, top) + (node(u, top + 1) - node(u, top)) * (y - top));
  return round((column(left) + (column(left + 1) - column(left)) * (x - left)) * 256);
}

/** What becomes of a level. */
const evened = (level: number, gain: number, { tone }: Evening): number =>
  tone[min(255, round((level * gain) / 256))];

describe('evening a picture', () => {
  it.each([
    [44, 38, 3],
    [100, 70, 1],
    [8, 2, 3],
  ])('takes each level of %d by %d px times the gain of its block, then through the curve', (...of) => {
    const [width, height, channels] = of;
    const random = new Random(width);
    KernelMemory.borrow((memory) => {
      const picture = randomPicture(memory, width, height, false, random);
      const evening = randomEvening(channels, random);
      const before = picture.planes.green.slice();
      evenGreen(picture, layEvening(picture, evening));
      const expected = Array.from(before, (level, k) => {
        const gain = gainAt(evening, picture, (k % width) >> 3, floor(k / width) >> 2, 1);
        return evened(level, gain, evening);
      });
      expect([...picture.planes.green]).toEqual(expected);
    });
  });

  it.each([
    [44, 38, 43, 37],
    [100, 70, 100, 70],
    [8, 2, 5, 1],
  ])('joins colours to green by how far they are over it, evened alike (%d by %d px)', (...of) => {
    const [width, height, wide, high] = of;
    const random = new Random(height);
    KernelMemory.borrow((memory) => {
      const picture = randomPicture(memory, width, height, false, random);
      const evening = randomEvening(3, random);
      const { red, green, blue } = coloursOf(picture);
      const laid = layEvening(picture, evening);
      evenGreen(picture, laid);
      const out = joined(picture, laid, { width: wide, height: high });
      expect([out.width, out.height, out.channels, out.data.length]).toEqual([
        wide,
        high,
        3,
        3 * wide * high,
      ]);
      const expected: number[] = [];
      for (let y = 0; y < high; y++)
        for (let x = 0; x < wide; x++) {
          const half = (y >> 1) * (width >> 1) + (x >> 1);
          const level = (levels: ArrayLike<number>, channel: number): number =>
            evened(levels[half], gainAt(evening, picture, x >> 3, y >> 2, channel), evening);
          const own = picture.planes.green[y * width + x];
          const over = (levels: ArrayLike<number>, channel: number): number =>
            max(0, min(255, own + level(levels, channel) - level(green, 1)));
          expected.push(over(red, 0), own, over(blue, 2));
        }
      expect([...out.data]).toEqual(expected);
    });
  });

  it('leaves a grey picture grey, without the columns and rows that are too many', () => {
    const random = new Random(3);
    KernelMemory.borrow((memory) => {
      const picture = randomPicture(memory, 24, 10, true, random);
      const evening = randomEvening(1, random);
      const laid = layEvening(picture, evening);
      evenGreen(picture, laid);
      const out = joined(picture, laid, { width: 22, height: 9 });
      expect([out.width, out.height, out.channels]).toEqual([22, 9, 1]);
      const { green } = picture.planes;
      out.data.forEach((level, k) => {
        expect(level).toBe(green[floor(k / 22) * 24 + (k % 22)]);
      });
    });
  });

  it('writes the picture to the room that it is given', () => {
    const random = new Random(5);
    const evening = randomEvening(3, random);
    const given = new Uint8Array(1000).fill(7);
    KernelMemory.borrow((memory) => {
      const picture = randomPicture(memory, 16, 12, false, random);
      const laid = layEvening(picture, evening);
      evenGreen(picture, laid);
      const { data } = joined(picture, laid, picture, { room: (bytes) => given.subarray(0, bytes) });
      expect([data.buffer, data.length]).toEqual([given.buffer, 3 * 16 * 12]);
    });
    expect(given.subarray(0, 3 * 16 * 12).some((level) => level !== 7)).toBe(true);
    expect(given.subarray(3 * 16 * 12).every((level) => level === 7)).toBe(true);
  });
});
