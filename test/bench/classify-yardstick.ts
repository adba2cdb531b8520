import { cv, withMats, type MatScope } from '../../libs/vision/pixels/opencv.js';
import { FRAME_LONG_SIDE, type PageIndex } from '../../libs/vision/index.js';
import { decodeGrey } from '../../libs/imaging/index.js';
import { DESCRIPTOR_WORDS, type Features } from '../../libs/vision/features/orb-features.js';
import { isClearlyNearest, nearestPairs } from '../../libs/vision/features/feature-pairs.js';
import { describeFrame, fitPage } from '../../libs/vision/features/page-homography.js';
import type { FeaturePairs } from '../../libs/vision/geometry/similarity-consensus.js';
import { keyOf, type LibraryPage } from './classify-library.js';
import { percent, type Classifier } from './classify-outcome.js';
import type { Shot } from './classify-shots.js';
import { cpuMs } from './cpu-ms.js';
import { quantile } from './quantile.js';

/** Pairs of features of a frame and a page. */
type Comparison = (frame: Features, page: Features) => FeaturePairs;

/**
 * The yardsticks: every page fitted to the frame by all its features (ORB, ratio test, homography), most inliers win.
 * Once with the comparison of features that the detector uses where it compares them all, once with OpenCV's; and the
 * detector itself.
 */
export async function bruteForce(
  shots: Shot[],
  pages: LibraryPage[],
  index: PageIndex,
  detector: Classifier,
): Promise<void> {
  if (shots.length === 0) return;
  await row('the detector on the same frames', shots, async (file, page) => {
    const { right, ms } = await detector.classify(file, page, index, false);
    return { right, ms };
  });
  await row('brute force', shots, (file, page) => mostInliers(file, page, pages, nearestPairs));
  await row("brute force by OpenCV's BFMatcher (knnMatch)", shots, (file, page) =>
    mostInliers(file, page, pages, knnPairs),
  );
}

async function row(
  name: string,
  shots: Shot[],
  find: (file: Buffer, page: LibraryPage) => Promise<{ right: boolean; ms: number }>,
): Promise<void> {
  const found: { right: boolean; ms: number }[] = [];
  for (const { file, page } of shots) found.push(await find(await file(), page));
  const right = found.filter((each) => each.right).length;
  const times = found.map(({ ms }) => ms);
  console.log(
    `${name}: ${percent(right, shots.length)} of ${shots.length} right, ${quantile(times, 0.5).toFixed(0)} ms a frame`,
  );
}

async function mostInliers(
  file: Buffer,
  page: LibraryPage,
  pages: LibraryPage[],
  compare: Comparison,
): Promise<{ right: boolean; ms: number }> {
  const start = cpuMs();
  const frame = await decodeGrey(file, { longSide: FRAME_LONG_SIDE });
  const described = describeFrame(frame);
  let best: { key: string; inliers: number } = { key: '', inliers: 0 };
  for (const other of pages) {
    const pairs = compare(described.features, other.profile.features);
    const inliers = fitPage(described, other.profile, pairs)?.inliers ?? 0;
    if (inliers > best.inliers) best = { key: keyOf(other), inliers };
  }
  return { right: best.key === keyOf(page) || page.equals.has(best.key), ms: cpuMs() - start };
}

/** As `nearestPairs`, the two nearest found by OpenCV. */
function knnPairs(frame: Features, page: Features): FeaturePairs {
  const pairs: { page: number[]; frame: number[] } = { page: [], frame: [] };
  withMats((scope) => {
    const matches = scope.own(new cv.DMatchVectorVector());
    const matcher = scope.own(new cv.BFMatcher(cv.NORM_HAMMING, false));
    matcher.knnMatch(matOf(scope, page), matOf(scope, frame), matches, 2);
    for (let k = 0; k < matches.size(); k++) {
      const nearest = scope.own(matches.get(k));
      if (nearest.size() < 2) continue;
      const [first, second] = [0, 1].map((i) => nearest.get(i) as DMatch);
      if (!isClearlyNearest(first.distance, second.distance)) continue;
      pairs.page.push(first.queryIdx);
      pairs.frame.push(first.trainIdx);
    }
  });
  return pairs;
}

interface DMatch {
  queryIdx: number;
  trainIdx: number;
  distance: number;
}

function matOf(scope: MatScope, { count, descriptors }: Features) {
  const bytes = new Uint8Array(descriptors.buffer, descriptors.byteOffset, count * 4 * DESCRIPTOR_WORDS);
  return scope.fromArray(count, 4 * DESCRIPTOR_WORDS, cv.CV_8UC1, bytes);
}
