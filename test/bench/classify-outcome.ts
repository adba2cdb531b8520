import {
  showsAnotherRevision,
  toGrey,
  type FrameCandidate,
  type PageIndex,
} from '../../libs/vision/index.js';
import { decodeColour } from '../../libs/imaging/index.js';
import { asUnitMap, fromUnitMap } from '../../libs/vision-pool/tasks/unit-map.js';
import { matchPicture } from '../../libs/vision-pool/tasks/match-picture.js';
import { decide, type Thresholds } from '../../src/classification/verdict.js';
import { keyOf, type LibraryPage } from './classify-library.js';
import { cpuMs } from './cpu-ms.js';

/** What the detector made of one photograph. */
export interface Outcome {
  /** The best candidate is the page photographed. */
  right: boolean;
  /** Of the best; 1 without any. */
  score: number;
  /** Runner-up's score less the best's; 1 where both are right, which low confidence is the right answer to. */
  margin: number;
  /** Looked at closely, it proved to be another revision than the best. */
  otherRevision: boolean;
  /** CPU time of decoding, matching and, where it came to that, looking closer, ms. */
  ms: number;
  /** In words. */
  told: string;
  /** What it looks like, small, in base64; of those to be looked at. */
  picture?: string;
}

/** Classifies as the service does, and compares with the truth. */
export class Classifier {
  constructor(
    private readonly thresholds: Thresholds,
    /** Share of print missing from which what is recognized is looked at closely. */
    private readonly closerLook: number,
    private readonly pages: ReadonlyMap<string, LibraryPage>,
  ) {}

  /**
   * @param page what the picture shows; null for a page of no form
   * @param closely whether what is recognized is looked at closely, as the service does
   */
  async classify(
    file: Uint8Array,
    page: LibraryPage | null,
    against: PageIndex,
    closely = true,
  ): Promise<Outcome> {
    const start = cpuMs();
    const { match, size } = await matchPicture(file, against);
    const { candidates, missing } = match;
    let ms = cpuMs() - start;
    const fits = (c: FrameCandidate) =>
      page !== null && (keyIn(c) === keyOf(page) || page.equals.has(keyIn(c)));
    const shown = page ? keyOf(page) : 'stranger';
    const [best, second] = candidates;
    if (!best)
      return { right: false, score: 1, margin: 0, otherRevision: false, ms, told: `${shown}: nothing` };
    let otherRevision = false;
    const named = candidates.map((c) => ({ ...c, formName: c.formId }));
    const { recognized } = decide(named, this.thresholds);
    if (closely && recognized && missing >= this.closerLook) {
      const closer = await this.lookCloser(file, size, best);
      otherRevision = closer.isOther;
      ms += closer.ms;
    }
    const tie = second !== undefined && fits(best) && fits(second);
    const listed = candidates.slice(0, 3).map((c) => `${keyIn(c)} ${c.score.toFixed(3)}/${c.inliers}`);
    return {
      right: fits(best),
      score: best.score,
      margin: tie ? 1 : (second?.score ?? 1) - best.score,
      otherRevision,
      ms,
      told: `${shown}: ${listed.join(', ')}${otherRevision ? '; another revision' : ''}`,
    };
  }

  private async lookCloser(
    file: Uint8Array,
    size: { width: number; height: number },
    { homography, pageWidth, pageHeight, ...candidate }: FrameCandidate,
  ): Promise<{ isOther: boolean; ms: number }> {
    const { picture, profile, dpi } = this.pages.get(keyIn(candidate))!;
    const page = toGrey(await picture());
    const start = cpuMs();
    const frame = await decodeColour(file);
    const toFrame = asUnitMap(homography, { width: pageWidth, height: pageHeight }, size);
    const lay = fromUnitMap(toFrame, page, frame);
    return { isOther: showsAnotherRevision(frame, { page, profile, dpi, lay }), ms: cpuMs() - start };
  }
}

const keyIn = (c: { formId: string; pageNumber: number }) => keyOf({ form: c.formId, page: c.pageNumber });

export function isAccepted(
  { score, margin, otherRevision }: Outcome,
  { maxScore, minConfidence }: Thresholds,
): boolean {
  return score <= maxScore && margin >= minConfidence && !otherRevision;
}

export function mean(values: number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
