import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { DomainError, formNotFound } from '../domain-error.js';
import { FileStore } from '../storage/file-store.js';
import type { StoredPicture } from '../storage/stored-picture.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { Form, FormPage } from './form.entity.js';

/** The picture of a reference page. */
export class GetFormPageImageQuery extends Query<StoredPicture> {
  @IsGuid()
  readonly formId: string;

  @IsOrdinal()
  readonly page: number;

  constructor(formId: string, page: number) {
    super();
    this.formId = formId;
    this.page = page;
    assertValid(this);
  }
}

@QueryHandler(GetFormPageImageQuery)
export class GetFormPageImageHandler implements IQueryHandler<GetFormPageImageQuery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  async execute({ formId, page }: GetFormPageImageQuery): Promise<StoredPicture> {
    const { manager } = this.dataSource;
    const row = await manager.findOneBy(FormPage, { formId, number: page });
    if (row) {
      return { key: row.fileKey, contentType: row.contentType, bytes: () => this.files.get(row.fileKey) };
    }
    if (!(await manager.existsBy(Form, { id: formId }))) throw formNotFound(formId);
    throw new DomainError('IMAGE_NOT_FOUND', `The form has no page ${page}.`);
  }
}
