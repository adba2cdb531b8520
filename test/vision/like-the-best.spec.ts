import { PageIndex } from '../../libs/vision/features/page-index.js';
import { fitDescribed } from '../../libs/vision/features/page-homography.js';
import type { FrameFeatures } from '../../libs/vision/features/feature-pairs.js';
import { DESCRIPTOR_WORDS, type Features } from '../../libs/vision/features/orb-features.js';
import type { PageProfile } from '../../libs/vision/features/page-profile.js';
import { PointGrid } from '../../libs/vision/geometry/point-grid.js';
import { withLikeOfTheBest } from '../../libs/vision/matching/like-the-best.js';
import type { FittedPage } from '../../libs/vision/matching/verified-page.js';
import { Random } from '../support/random.js';

const [WIDTH, HEIGHT] = [850, 1100];
const COUNT = 200;

type Feature = Pick<Features, 'descriptors'> & { x: number; y: number };

const random = new Random(60);
const anywhere = (count: number): Feature[] =>
  Array.from({ length: count }, () => ({
    x: random.between(0, WIDTH - 1),
    y: random.between(0, HEIGHT - 1),
    descriptors: Uint32Array.from({ length: DESCRIPTOR_WORDS }, () => random.int(0, 0xffffffff)),
  }));

const featuresOf = (all: readonly Feature[]): Features => ({
  count: all.length,
  unit: 1,
  x: Float32Array.from(all, ({ x }) => x),
  y: Float32Array.from(all, ({ y }) => y),
  angle: new Uint8Array(all.length),
  octave: new Uint8Array(all.length),
  descriptors: Uint32Array.from(all.flatMap(({ descriptors }) => [...descriptors])),
});

/** A page that has these features, and others up to COUNT. */
const pageOf = (some: readonly Feature[]): PageProfile => ({
  width: WIDTH,
  height: HEIGHT,
  features: featuresOf([...some, ...anywhere(COUNT - some.length)]),
  ink: new Uint8Array(0),
  inkWidth: 1,
  inkHeight: 1,
  inkPixels: 0,
});

/** What the frame shows; the page of another form shares some of it, and most with others of its own. */
const shown = anywhere(COUNT);
const ofOtherForm = anywhere(120);
const another = pageOf([...shown.slice(0, 50), ...ofOtherForm]);
const lastYear = pageOf(shown.slice(0, 150));
const thisYear = pageOf(shown.slice(20));

const index = new PageIndex();
index.add('another', 1, another);
for (let page = 2; page <= 8; page++) index.add('another', page, pageOf(ofOtherForm));
index.add('last-year', 1, lastYear);
index.add('this-year', 1, thisYear);

function frameOf(features: Features): FrameFeatures {
  const grid = new PointGrid(features.x, features.y, WIDTH, HEIGHT, 40);
  return { width: WIDTH, height: HEIGHT, features, grid };
}

const frame = frameOf(featuresOf(shown));

/** The page of another form as features place it, or as nothing but an outline does. */
function asFound(alone = false): FittedPage {
  const fit = fitDescribed(frame, another)!;
  const outlined = alone ? { planes: [fit.homography], alone } : null;
  const page = { formId: 'another', pageNumber: 1, profile: another };
  return { page, twins: [], fit, meanPlane: null, outlined };
}

const namesOf = (pages: readonly Pick<FittedPage, 'page'>[]): string[] =>
  pages.map(({ page }) => page.formId);

describe('pages like the best one', () => {
  it('are followed on: what is like the right page may be found first, and another year be like that alone', () => {
    const first = asFound();
    expect(namesOf(index.pagesLike(first.page))).not.toContain('this-year');
    const found = withLikeOfTheBest(frame, [first], index);
    expect(namesOf(found).slice(0, 2).sort()).toEqual(['last-year', 'this-year']);
    const inliers = found.map(({ fit }) => fit.inliers);
    expect(inliers).toEqual([...inliers].sort((a, b) => b - a));
  });

  it('are by an outline where that alone has placed the best one', () => {
    const byOutline = (alone: boolean) =>
      withLikeOfTheBest(frame, [asFound(alone)], index).map((each) => each.byOutline ?? false);
    expect(byOutline(true).filter(Boolean).length).toBeGreaterThan(1);
    expect(byOutline(false)).not.toContain(true);
  });

  it('are none where no page was found', () => {
    expect(withLikeOfTheBest(frame, [], index)).toEqual([]);
  });
});
