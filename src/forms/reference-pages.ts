import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PROFILE_VERSION, type ReferencePage } from '../../libs/vision-pool/index.js';
import { FileStore } from '../storage/file-store.js';
import { FormPage } from './form.entity.js';

/** Reads reference pages for the normalizer. */
@Injectable()
export class ReferencePages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  /** The reference page, or null when the form is no longer in the library. */
  async find(formId: string, pageNumber: number): Promise<Omit<ReferencePage, 'toFrame'> | null> {
    const page = await this.dataSource.manager.findOne(FormPage, {
      where: { formId, number: pageNumber },
      select: {
        fileKey: true,
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
    return { image, profile };
  }
}
