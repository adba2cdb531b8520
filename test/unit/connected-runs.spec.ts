import { connectedCells } from '../../libs/vision/pixels/connected-cells.js';
import { connectedRuns } from '../../libs/vision/pixels/connected-runs.js';
import { Random } from '../support/random.js';

describe('the runs of a mask that hang together', () => {
  it.each([0.4, 0.6, 0.8])('are the parts that its cells make, where %f of them are marked', (share) => {
    const random = new Random(7);
    const cols = 37;
    const marked = Uint8Array.from({ length: cols * 29 }, () => (random.chance(share) ? 255 : 0));
    const byCells = connectedCells(marked, cols, { corners: false }).map((cells) =>
      cells.sort((a, b) => a - b),
    );
    const byRuns = connectedRuns(marked, cols).map((runs) =>
      runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k)),
    );
    const inOrder = (parts: number[][]): number[][] => [...parts].sort((a, b) => a[0] - b[0]);
    expect(inOrder(byRuns)).toEqual(inOrder(byCells));
    expect(byRuns.length).toBeGreaterThan(1);
  });

  it('do not go on from the end of a row to the start of the next', () => {
    expect(connectedRuns(Uint8Array.of(0, 0, 1, 1, 0, 0), 3)).toHaveLength(2);
  });
});
