import { readFile } from 'node:fs/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type StageTiming, VisionPool } from '../../libs/vision-pool/index.js';
import { Settings } from '../config/settings.js';
import { wrongArgument } from '../domain-error.js';
import { FormLibrary } from '../forms/form-library.js';
import { assertValid } from '../validation.js';
import { refuseWhileFull, visionFailure } from '../vision-failure.js';
import { FrameDetector, type MatchedCandidate } from './frame-detector.js';
import type { Thresholds } from './verdict.js';

/** What classification would make of a picture. */
export interface PictureMatch {
  formId: string | null;
  formName: string | null;
  pageNumber: number | null;
  confidence: number;
  error: string | null;
  thresholds: Thresholds;
  candidates: MatchedCandidate[];
  /** Pages that the picture was compared with. */
  libraryPages: number;
  timings: StageTiming[];
}

/** Classifies a picture and stores nothing. */
export class MatchPictureQuery extends Query<PictureMatch> {
  /** Where the uploaded files lie; exactly one is taken. */
  readonly pictures: readonly string[];

  constructor(pictures: readonly string[]) {
    super();
    this.pictures = pictures;
    assertValid(this);
    if (pictures.length !== 1) throw wrongArgument('Picture', 'must hold exactly one file');
  }
}

@QueryHandler(MatchPictureQuery)
export class MatchPictureHandler implements IQueryHandler<MatchPictureQuery> {
  constructor(
    private readonly settings: Settings,
    private readonly library: FormLibrary,
    private readonly detector: FrameDetector,
    private readonly vision: VisionPool,
  ) {}

  async execute({ pictures }: MatchPictureQuery): Promise<PictureMatch> {
    refuseWhileFull(this.vision);
    try {
      return await this.match(await this.pageOf(pictures[0]));
    } catch (error) {
      throw visionFailure(error, 'Picture');
    }
  }

  /** The picture as intake would store it. */
  private async pageOf(path: string): Promise<Uint8Array> {
    const bytes = await readFile(path);
    const { imageLimits: limits } = this.settings;
    const { pages } = await this.vision.probe(bytes, limits);
    if (pages !== 1) throw wrongArgument('Picture', `must have one page; it has ${pages}`);
    return (await this.vision.extractPage(bytes, 0, limits)).bytes;
  }

  private async match(picture: Uint8Array): Promise<PictureMatch> {
    const library = await this.library.current();
    const { candidates, verdict, thresholds, timings } = await this.detector.detect(picture, library);
    const { recognized, confidence, error } = verdict;
    return {
      formId: recognized?.formId ?? null,
      formName: recognized?.formName ?? null,
      pageNumber: recognized?.pageNumber ?? null,
      confidence,
      error,
      thresholds,
      candidates,
      libraryPages: library.references.size.pages,
      timings: timings.map(({ stage, ms }) => ({ stage, ms: Math.round(ms * 10) / 10 })),
    };
  }
}
