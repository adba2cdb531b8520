import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { DomainError, formNotFound } from '../domain-error.js';
import { FileStore } from '../storage/file-store.js';
import type { StoredPicture } from '../storage/stored-picture.js';
import { IsThumbnailWidth, thumbnailOf } from '../thumbnail.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { Form, FormPage } from './form.entity.js';

/** The picture of a reference page. */
export class GetFormPageImageQuery extends Query<StoredPicture> {
  @IsGuid()
  readonly formId: string;

  @IsOrdinal()
  readonly page: number;

  /** Px; null is the picture's own. */
  @IsThumbnailWidth()
  readonly width: number | null;

  constructor(formId: string, page: number, width: number | null = null) {
    super();
    this.formId = formId;
    this.page = page;
    this.width = width;
    assertValid(this);
  }
}

@QueryHandler(GetFormPageImageQuery)
export class GetFormPageImageHandler implements IQueryHandler<GetFormPageImageQuery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly vision: VisionPool,
  ) {}

  async execute({ formId, page, width }: GetFormPageImageQuery): Promise<StoredPicture> {
    const { manager } = this.dataSource;
    const row = await manager.findOneBy(FormPage, { formId, number: page });
    if (row) {
      const { fileKey: key, contentType } = row;
      return thumbnailOf({ key, contentType, bytes: () => this.files.get(key) }, width, this.vision);
    }
    if (!(await manager.existsBy(Form, { id: formId }))) throw formNotFound(formId);
    throw new DomainError('IMAGE_NOT_FOUND', `The form has no page ${page}.`);
  }
}
