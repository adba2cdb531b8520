import { lowestPasses } from '../../libs/vision/pixels/watershed.js';

/** A relief row by row, a digit a px, times ten. */
const reliefOf = (...rows: string[]): Uint8Array => Uint8Array.from(rows.join(''), (digit) => 10 * +digit);

describe('lowest passes', () => {
  it('lead around what is higher, not over it', () => {
    const relief = reliefOf('00900', '00900', '00300', '00900');
    const passes = lowestPasses(
      relief,
      Uint8Array.from(relief, (_, k) => (k === 0 ? 1 : 0)),
      5,
    );
    expect([...passes.subarray(0, 5)]).toEqual([0, 0, 90, 30, 30]);
    expect(passes[12]).toBe(30);
  });

  it('are as high as what has to be passed on the way, though it is low beyond', () => {
    const passes = lowestPasses(reliefOf('0507010'), Uint8Array.of(1, 0, 0, 0, 0, 0, 0), 7);
    expect([...passes]).toEqual([0, 50, 50, 70, 70, 70, 70]);
  });

  it('start from all seeds, and do not lead around the ends of rows', () => {
    const relief = reliefOf('0990', '9990', '0999');
    const passes = lowestPasses(relief, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 4);
    expect(passes[7]).toBe(90);
    const both = lowestPasses(relief, Uint8Array.of(1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), 4);
    expect(both[7]).toBe(0);
    expect(both[8]).toBe(90);
  });
});
