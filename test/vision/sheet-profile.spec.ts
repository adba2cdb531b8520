import { KernelMemory, kernels } from '../../libs/vision/kernels/kernels.js';
import {
  COUNT,
  profileOf,
  showPlaces,
  SPAN,
  STEPS,
  THETA,
} from '../../libs/vision/registration/sheet-profile.js';
import { LIFT, type Frame } from '../../libs/vision/registration/sheet-view.js';

const { cos, sin } = Math;

const NUDGE = 1e-5;
const PLACES = 23;
const PADDED = COUNT + (COUNT & 1);
const PROFILE = 2 * (STEPS + 1);

describe('a sheet whose parameters are nudged one by one', () => {
  it('moves in the kernel as its places are shown, to the last bit', () => {
    const frame = { middle: { x: 610, y: 857 }, unit: 1052, lift: [0.1, -0.2, 0.3] } as unknown as Frame;
    const parameters = Float64Array.from({ length: COUNT }, (_, k) => 0.2 * sin(3 * k + 1));
    const x = Float64Array.from({ length: PLACES }, (_, m) => 0.9 * sin(5 * m));
    const y = Float64Array.from({ length: PLACES }, (_, m) => 1.4 * cos(2 * m));
    const show = (d: Float64Array): Float64Array => {
      const out = new Float64Array(2 * PLACES);
      showPlaces(frame, d, profileOf(d), x, y, out);
      return out;
    };
    const shown = show(parameters);
    const nudged = Array.from({ length: PADDED }, (_, k) =>
      parameters.map((v, i) => (i === k ? v + NUDGE : v)),
    );
    const places = Float64Array.from({ length: 2 * PLACES }, (_, i) => (i % 2 ? y : x)[i >> 1]);
    const sets = [
      ...nudged.map((d) => cos(d[THETA])),
      ...nudged.map((d) => sin(d[THETA])),
      ...Array.from({ length: LIFT }, (_, i) => nudged.map((d) => d[i])).flat(),
      ...frame.lift.flatMap((lift, i) => nudged.map((d) => lift + d[LIFT + i])),
    ];
    const profiles = nudged.flatMap((d) => [...profileOf(d).along, ...profileOf(d).height]);
    const slopes = KernelMemory.borrow((memory) => {
      const taken = [places, shown, sets, profiles].map((values) => memory.take(8 * values.length));
      const out = memory.take(8 * 2 * PLACES * COUNT);
      [places, shown, sets, profiles].forEach((values, k) =>
        memory.doubles(taken[k], values.length).set(values),
      );
      kernels.nudgeSheet(
        taken[0],
        taken[1],
        PLACES,
        taken[2],
        taken[3],
        COUNT,
        STEPS,
        SPAN,
        frame.unit,
        frame.middle.x,
        frame.middle.y,
        NUDGE,
        out,
      );
      return memory.doubles(out, 2 * PLACES * COUNT).slice();
    });
    expect(profiles).toHaveLength(PROFILE * PADDED);
    for (let k = 0; k < COUNT; k++) {
      const moved = show(nudged[k]);
      for (let i = 0; i < 2 * PLACES; i++) expect(slopes[i * COUNT + k]).toBe((moved[i] - shown[i]) / NUDGE);
    }
  });
});
