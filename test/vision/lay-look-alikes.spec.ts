import { describePage, FRAME_LONG_SIDE, matchFrame, PageIndex } from '../../libs/vision/index.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import { smallPage } from '../support/as-detected.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;

describe('two years of one form of which a photograph shows few features', () => {
  it('are told apart where the features of the year that is shown place it badly, and those of the other well', async () => {
    const index = new PageIndex();
    const [shown, other] = await Promise.all(
      sampleForms()
        .slice(0, 2)
        .map(async (form) => renderPdfPage(await form.pdf(), 1, DPI)),
    );
    index.add('shown', 1, describePage(smallPage(shown)));
    index.add('other', 1, describePage(smallPage(other)));
    const { rgb } = await photographPage(shown, DPI, { level: 'hard', seed: 2, megapixels: 2 });
    const { candidates } = matchFrame(toGrey(reduceByBoxes(rgb, FRAME_LONG_SIDE).raster), index);
    expect(candidates.map(({ formId }) => formId)).toEqual(['shown', 'other']);
    const [best, second] = candidates;
    // What placed them, before they were laid alike.
    expect(second.inliers).toBeGreaterThan(2 * best.inliers);
    expect(second.score - best.score).toBeGreaterThan(0.2);
  });
});
