import { describePage } from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import { inkEvidence } from '../../libs/vision/ink/ink-evidence.js';
import { registerInk } from '../../libs/vision/ink/ink-registration.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { smallPage } from '../support/as-detected.js';
import { findBlankPlaces } from '../support/photo-booth/blank-places.js';
import { writeOnPage } from '../support/photo-booth/write-on-page.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
/** A form that is no look-alike of the first. */
const OTHER = 4;
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

async function drawn(form: number): Promise<Raster> {
  return renderPdfPage(await sampleForms()[form].pdf(), 1, DPI);
}

/** The page written all over, between its lines and across them. */
function crowded(page: Raster): Raster {
  const places = findBlankPlaces(page, DPI);
  const lines = [-0.6, 0, 0.6].flatMap((shift) =>
    places.map((p) => ({ ...p, y: p.y + shift * p.height, page: 1, kind: 'text' as const })),
  );
  return [4, 5, 6].reduce((written, seed) => writeOnPage(written, DPI, lines, new Random(seed)), page);
}

/** Shares of a page's ink that a picture shows: as it counts, and without looking close by the ink. */
function evidence(page: Raster, shown: Raster): { counted: number; plain: number } {
  const profile = describePage(page);
  const { blocks } = registerInk(flatten(shown), profile, profileInk(profile), [...IDENTITY]);
  return {
    counted: inkEvidence(blocks),
    plain: inkEvidence(blocks.map((block) => ({ ...block, closeBy: 0, shown: 0 }))),
  };
}

describe('ink looked at close by', () => {
  it('is found where the page is written all over', async () => {
    const page = await drawn(0);
    const { counted, plain } = evidence(smallPage(page), smallPage(crowded(page)));
    expect(counted).toBeGreaterThan(0.9);
    expect(plain).toBeLessThan(counted - 0.1);
  });

  it('is not found on the page of another form, however much is written there', async () => {
    const page = await drawn(0);
    const { counted, plain } = evidence(smallPage(page), smallPage(crowded(await drawn(OTHER))));
    expect(counted).toBeLessThan(0.2);
    expect(counted - plain).toBeLessThan(0.1);
  });
});
