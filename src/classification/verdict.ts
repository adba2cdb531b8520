import type { FormCandidate } from '../input-packets/frame.entity.js';

/**
 * When a frame counts as recognized: a minimum for the best candidate and a minimum distance to the
 * runner-up, as document capture products have it.
 */
export interface Thresholds {
  /** Largest score of the best candidate, 0..1. */
  maxScore: number;
  /** Smallest margin between runner-up and best, 0..1. */
  minConfidence: number;
}

/** What the detector makes of a frame. */
export interface Verdict {
  /** The page recognized; null when the frame is not. */
  recognized: FormCandidate | null;
  /** Runner-up's score less the best's, 0..1; 0 without candidates. */
  confidence: number;
  /** Why the frame is not recognized; null when it is. */
  error: string | null;
}

/** What a missing runner-up scores. */
const noRunnerUpScore = 1;

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/**
 * Decides which candidate, if any, a frame is.
 *
 * @param candidates closest first
 */
export function decide(
  candidates: readonly FormCandidate[],
  { maxScore, minConfidence }: Thresholds,
): Verdict {
  const [best, runnerUp] = candidates;
  if (!best) {
    return {
      recognized: null,
      confidence: 0,
      error: 'No suitable form: nothing in the library resembles the frame.',
    };
  }
  const confidence = Math.max(0, (runnerUp?.score ?? noRunnerUpScore) - best.score);
  if (best.score > maxScore) {
    const error = `No suitable form: the closest page scores ${best.score.toFixed(3)}, over the limit of ${maxScore}.`;
    return { recognized: null, confidence, error };
  }
  if (confidence < minConfidence) {
    const error = `Confidence below the threshold: ${percent(confidence)} between the two closest pages, at least ${percent(minConfidence)} needed.`;
    return { recognized: null, confidence, error };
  }
  return { recognized: best, confidence, error: null };
}

/** The verdict on a frame that proved to show another revision of the page it was recognized as. */
export function withoutRevision({ recognized, confidence }: Verdict): Verdict {
  const page = recognized && `page ${recognized.pageNumber} of "${recognized.formName}"`;
  const error = `No suitable form: the frame shows another revision of ${page}.`;
  return { recognized: null, confidence, error };
}
