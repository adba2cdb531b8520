import { describePage, encodeProfile, PAGE_LONG_SIDE } from '../../libs/vision/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { variantForm } from '../support/sample-forms/index.js';
import { greyOf, keptProfile } from './classify-library.js';

const DPI = 150;

/**
 * Encoded profiles of `count` pages of made-up forms, each unlike the others.
 * @param cache folder that keeps them for the next run; null for none
 */
export async function* variantProfiles(count: number, cache: string | null): AsyncGenerator<Uint8Array> {
  let made = 0;
  for (let seed = 1; made < count; seed++) {
    const form = variantForm(seed);
    for (let page = 1; page <= form.pages && made < count; page++, made++)
      yield keptProfile(cache, `variant-${seed}-${page}`, async () => {
        const picture = await renderPdfPage(await form.pdf(), page, DPI);
        return encodeProfile(describePage(await greyOf(picture, PAGE_LONG_SIDE)));
      });
  }
}
