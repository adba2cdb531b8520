import { describePage, PAGE_LONG_SIDE, type PageProfile } from '../../libs/vision/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { variantForm } from '../support/sample-forms/index.js';
import { greyOf } from './classify-library.js';

const DPI = 150;

/** Profiles of `count` pages of made-up forms, each unlike the others. */
export async function* variantProfiles(count: number): AsyncGenerator<PageProfile> {
  let made = 0;
  for (let seed = 1; made < count; seed++) {
    const form = variantForm(seed);
    const pdf = await form.pdf();
    for (let page = 1; page <= form.pages && made < count; page++, made++)
      yield describePage(await greyOf(await renderPdfPage(pdf, page, DPI), PAGE_LONG_SIDE));
  }
}
