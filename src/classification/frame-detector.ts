import { Injectable } from '@nestjs/common';
import {
  type PageLay,
  type RevisionCheck,
  type StageTiming,
  VisionPool,
} from '../../libs/vision-pool/index.js';
import { Settings } from '../config/settings.js';
import type { LibraryView } from '../forms/form-library.js';
import { ReferencePages } from '../forms/reference-pages.js';
import type { FormCandidate } from '../input-packets/frame.entity.js';
import { decide, type Thresholds, type Verdict, withoutRevision } from './verdict.js';

/** A reference page that a picture may show, with what speaks for it. */
export interface MatchedCandidate extends FormCandidate {
  /** Features of the page that agree on one place in the picture. */
  inliers: number;
}

/** What the detector makes of a picture. */
export interface Detection {
  /** Closest first. */
  candidates: MatchedCandidate[];
  verdict: Verdict;
  /** The thresholds that the verdict is by. */
  thresholds: Thresholds;
  /** Where the closest candidate lies in the picture; null when there is none. */
  lay: PageLay | null;
  timings: StageTiming[];
}

/** Finds the form and page that a picture shows, and decides whether that may be relied on. */
@Injectable()
export class FrameDetector {
  constructor(
    private readonly settings: Settings,
    private readonly vision: VisionPool,
    private readonly references: ReferencePages,
  ) {}

  async detect(picture: Uint8Array, { references, nameOf }: LibraryView): Promise<Detection> {
    const thresholds = {
      maxScore: this.settings.CLASSIFICATION_MAX_SCORE,
      minConfidence: this.settings.CLASSIFICATION_MIN_CONFIDENCE,
    };
    const match = await this.vision.classify(picture, references);
    const { candidates: found, lay, missing, timings } = match;
    const candidates = found.map((candidate) => ({ ...candidate, formName: nameOf(candidate.formId) }));
    const verdict = decide(candidates, thresholds);
    if (!lay || !verdict.recognized || missing < this.settings.CLASSIFICATION_CLOSER_LOOK)
      return { candidates, verdict, thresholds, lay, timings };
    const closer = await this.lookCloser(picture, lay);
    return {
      candidates,
      verdict: closer.isOther ? withoutRevision(verdict) : verdict,
      thresholds,
      lay,
      timings: [...timings, ...closer.timings],
    };
  }

  /** Whether the picture shows another revision of the page that lies there, as its print tells at full resolution. */
  private async lookCloser(
    picture: Uint8Array,
    { formId, pageNumber, toFrame }: PageLay,
  ): Promise<RevisionCheck> {
    const reference = await this.references.find(formId, pageNumber);
    // Taken out of the library meanwhile; the next run will not find it.
    if (!reference) return { isOther: false, timings: [] };
    return this.vision.checkRevision(picture, { ...reference, toFrame });
  }
}
