import { decodeGrey } from '../../libs/imaging/index.js';
import { turnQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { uprightInOutline } from '../../libs/vision/normalization/way-up.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const TURNS = [0, 1, 2, 3] as const;

describe("which way up a known page lies in a frame's outline", () => {
  it.each(TURNS.map((turns) => [sampleForms()[turns].name, sampleForms()[turns], turns] as const))(
    'is told by its print, whichever corner the outline begins with: %s',
    async (_, form, turns) => {
      const page = await renderPdfPage(await form.pdf(), 1, DPI);
      const level = turns % 2 ? 'hard' : 'easy';
      const photo = await photographPage(page, DPI, {
        level,
        seed: 50 + turns,
        megapixels: 2,
        quarterTurns: turns,
      });
      const frame = await decodeGrey(await photo.jpeg());
      const { quad } = photo.truth;
      for (let quarters = 0; quarters < 4; quarters++) {
        const outline = { quad: turnQuad(quad, -quarters), cut: [false, false, false, false] };
        expect(uprightInOutline(toGrey(page), frame, outline)).toEqual(quad);
      }
    },
  );
});
