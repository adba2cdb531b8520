import { maskOf } from '../../libs/vision/pixels/connected-cells.js';
import { spansOf } from '../../libs/vision/pixels/quad-spans.js';
import { isWithin } from '../../libs/vision/outline/whole-page.js';
import type { Quad } from '../../libs/vision/pixels/raster.js';

const SIZE = { width: 40, height: 30 };

describe('the px of a quad', () => {
  it.each<[string, Quad]>([
    [
      'in the picture',
      [
        { x: 5.2, y: 3 },
        { x: 30, y: 8.5 },
        { x: 26, y: 27 },
        { x: 2, y: 20 },
      ],
    ],
    [
      'partly beyond its borders',
      [
        { x: -9, y: -4 },
        { x: 50, y: 6 },
        { x: 35, y: 44 },
        { x: 3, y: 33 },
      ],
    ],
    [
      'along its rows',
      [
        { x: 4, y: 5 },
        { x: 20, y: 5 },
        { x: 20, y: 12 },
        { x: 4, y: 12 },
      ],
    ],
    [
      'counted the other way round',
      [
        { x: 2, y: 20 },
        { x: 26, y: 27 },
        { x: 30, y: 8.5 },
        { x: 5.2, y: 3 },
      ],
    ],
  ])('are those that lie within its sides: %s', (_, quad) => {
    const { data } = maskOf(spansOf(quad, SIZE), SIZE);
    const places = Array.from(data, (_value, k) => ({ x: k % SIZE.width, y: Math.floor(k / SIZE.width) }));
    expect([...data].map(Boolean)).toEqual(places.map((place) => isWithin(place, quad)));
  });

  it('are none where it lies beside the picture', () => {
    const beside = [
      { x: 50, y: 2 },
      { x: 60, y: 2 },
      { x: 60, y: 9 },
      { x: 50, y: 9 },
    ] as Quad;
    expect(spansOf(beside, SIZE)).toEqual([]);
  });
});
