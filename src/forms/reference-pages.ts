import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PROFILE_VERSION, type ReferencePage } from '../../libs/vision-pool/index.js';
import { FileStore } from '../storage/file-store.js';
import { FormPage } from './form.entity.js';

/** Paper that forms are printed on: long and short side in inches. */
const papers = [
  { long: 11.69, short: 8.27 }, // A4
  { long: 11, short: 8.5 }, // Letter
  { long: 14, short: 8.5 }, // Legal
  { long: 8.27, short: 5.83 }, // A5
];

/** px per inch of a page's picture, taking it for the usual paper whose proportions come closest. */
function paperDensity(width: number, height: number): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  const distance = (paper: (typeof papers)[number]) => Math.abs(Math.log(paper.long / paper.short / ratio));
  // A4 and A5 have the same proportions; the larger stands first and is by far the more likely.
  const paper = papers.reduce((best, other) => (distance(other) < distance(best) - 1e-3 ? other : best));
  return Math.max(width, height) / paper.long;
}

/** Reads reference pages for the normalizer. */
@Injectable()
export class ReferencePages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  /** The reference page, or null when the form is no longer in the library. */
  async find(formId: string, pageNumber: number): Promise<ReferencePage | null> {
    const page = await this.dataSource.manager.findOne(FormPage, {
      where: { formId, number: pageNumber },
      select: {
        fileKey: true,
        width: true,
        height: true,
        profile: true,
        profileVersion: true,
        formId: true,
        number: true,
      },
    });
    if (!page) return null;
    const image = await this.files.get(page.fileKey).catch(async (error: unknown) => {
      // Taken out of the library since, and its files with it.
      if (await this.dataSource.manager.existsBy(FormPage, { formId, number: pageNumber })) throw error;
      return null;
    });
    if (!image) return null;
    // Until its turn to be rebuilt comes, a page has a profile that this version cannot read.
    const profile = page.profileVersion === PROFILE_VERSION ? page.profile : null;
    return { image, profile, dpi: paperDensity(page.width, page.height), toFrame: null };
  }
}
