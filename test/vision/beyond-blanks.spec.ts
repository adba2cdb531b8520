import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { matchBeyondBlanks } from '../../libs/vision/registration/beyond-blanks.js';
import type { PatchSites } from '../../libs/vision/registration/match-growth.js';
import { PageCopies } from '../../libs/vision/registration/page-copies.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const SHIFT = { x: 17, y: -41 };
/** The part of the page's height under which there is nothing but the footer. */
const FOOTER = 0.9;

describe('print beyond a blank', () => {
  let page: Raster;
  let sites: PatchSites;
  let matched: Point[];

  beforeAll(async () => {
    const form = sampleForms().find(({ key }) => key === 'hb-210');
    if (!form) throw new Error('there is no such form');
    const copies = new PageCopies(toGrey(await renderPdfPage(await form.pdf(), 2, 150)));
    page = copies.coarse.raster;
    sites = copies.coarseSites;
    matched = sites.patches.flatMap((patch) =>
      patch && patch.centre.y < FOOTER * page.height ? [patch.centre] : [],
    );
  });

  /** The page, its lower end replaced by that of another picture, moved. */
  function withFooter(of: Raster, { x: dx, y: dy }: { x: number; y: number }): Raster {
    const data = page.data.slice();
    const top = Math.round((FOOTER - 0.05) * page.height);
    for (let y = top; y < page.height; y++)
      for (let x = 0; x < page.width; x++) {
        const [u, v] = [x - dx, y - dy];
        const isThere = u >= 0 && u < page.width && v >= top && v < page.height;
        data[y * page.width + x] = isThere ? of.data[v * page.width + u] : 255;
      }
    return { ...page, data };
  }

  const same = (x: number, y: number) => ({ x, y });

  it('is found far from where its neighbours foretell it', () => {
    const matches = matchBeyondBlanks(sites, matched, withFooter(page, SHIFT), same);
    expect(matches.length).toBeGreaterThan(3);
    for (const { at, dx, dy } of matches) {
      expect(at.y).toBeGreaterThan(FOOTER * page.height);
      expect(Math.hypot(dx - SHIFT.x, dy - SHIFT.y)).toBeLessThan(1);
    }
  });

  it('is not found where there is none', () => {
    const bare = { ...page, data: new Uint8Array(page.data.length).fill(255) };
    expect(matchBeyondBlanks(sites, matched, withFooter(bare, SHIFT), same)).toEqual([]);
  });

  it('is not found where there is other print', () => {
    const turned = { ...page, data: page.data.slice().reverse() };
    expect(matchBeyondBlanks(sites, matched, withFooter(turned, SHIFT), same)).toEqual([]);
  });
});
