import { FRAME_LONG_SIDE, matchFrame, type FrameCandidate, type PageIndex } from '../../libs/vision/index.js';
import { decodeGrey } from '../../libs/imaging/index.js';
import { keyOf, type LibraryPage } from './classify-library.js';

/** What the detector made of one photograph. */
export interface Outcome {
  /** The best candidate is the page photographed. */
  right: boolean;
  /** Of the best; 1 without any. */
  score: number;
  /** Runner-up's score less the best's; 1 where both are right, which low confidence is the right answer to. */
  margin: number;
  /** CPU time of decoding and matching, ms. */
  ms: number;
  /** In words. */
  told: string;
  /** What it looks like, small, in base64; of those to be looked at. */
  picture?: string;
}

/** Thresholds of recognition, see verdict.ts. */
export interface Thresholds {
  maxScore: number;
  minConfidence: number;
}

/** Classifies a picture as the service does. @param page what it shows; null for a page of no form */
export async function classify(
  file: Uint8Array,
  page: LibraryPage | null,
  against: PageIndex,
): Promise<Outcome> {
  const start = process.cpuUsage();
  const frame = await decodeGrey(file, { longSide: FRAME_LONG_SIDE });
  const { candidates } = matchFrame(frame, against);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  const key = (c: FrameCandidate) => keyOf({ form: c.formId, page: c.pageNumber });
  const fits = (c: FrameCandidate) => page !== null && (key(c) === keyOf(page) || page.equals.has(key(c)));
  const shown = page ? keyOf(page) : 'stranger';
  const [best, second] = candidates;
  if (!best) return { right: false, score: 1, margin: 0, ms, told: `${shown}: nothing` };
  const tie = second !== undefined && fits(best) && fits(second);
  return {
    right: fits(best),
    score: best.score,
    margin: tie ? 1 : (second?.score ?? 1) - best.score,
    ms,
    told: `${shown}: ${candidates
      .slice(0, 3)
      .map((c) => `${key(c)} ${c.score.toFixed(3)}/${c.inliers}`)
      .join(', ')}`,
  };
}

export function isAccepted({ score, margin }: Outcome, { maxScore, minConfidence }: Thresholds): boolean {
  return score <= maxScore && margin >= minConfidence;
}

export function mean(values: number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
