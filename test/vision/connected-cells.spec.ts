import { connectedCells, connectedRuns } from '../../libs/vision/pixels/connected-cells.js';
import { Random } from '../support/random.js';

const COLS = 37;
const ROWS = 29;

/** Places by the plainest way: from each marked cell to those beside it that are marked, until there are no more. */
function flooded(marked: Uint8Array, corners: boolean): number[][] {
  const left = new Set([...marked.keys()].filter((k) => marked[k] > 0));
  const places: number[][] = [];
  for (const start of left) {
    const place = [start];
    left.delete(start);
    for (const cell of place)
      for (const dy of [-1, 0, 1])
        for (const dx of [-1, 0, 1]) {
          const x = (cell % COLS) + dx;
          const beside = cell + dy * COLS + dx;
          if ((!corners && dx !== 0 && dy !== 0) || x < 0 || x >= COLS || !left.delete(beside)) continue;
          place.push(beside);
        }
    places.push(place.sort((a, b) => a - b));
  }
  return places;
}

describe.each([
  ['along sides', false],
  ['at corners too', true],
])('the places of a mask that hang together %s', (_, corners) => {
  it.each([0.3, 0.4, 0.6, 0.8])('are those that a flood fills, where %f of the cells are marked', (share) => {
    const random = new Random(7);
    const marked = Uint8Array.from({ length: COLS * ROWS }, () => (random.chance(share) ? 255 : 0));
    const inOrder = (places: number[][]): number[][] => [...places].sort((a, b) => a[0] - b[0]);
    const places = connectedCells(marked, COLS, { corners });
    expect(inOrder(places)).toEqual(inOrder(flooded(marked, corners)));
    const runs = connectedRuns(marked, COLS, { corners }).map((place) =>
      place.flatMap(({ from, to }) => Array.from({ length: to - from }, (__, k) => from + k)),
    );
    expect(runs).toEqual(places);
  });

  it('do not go on from the end of a row to the start of the next', () => {
    expect(connectedRuns(Uint8Array.of(0, 0, 1, 1, 0, 0), 3, { corners })).toHaveLength(2);
  });
});

it('hang together at corners where that is asked', () => {
  const diagonal = Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  expect(connectedCells(diagonal, 3, { corners: true })).toEqual([[0, 4, 8]]);
  expect(connectedCells(diagonal, 3, { corners: false })).toHaveLength(3);
});
