import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { assertValid, IsGuid } from '../validation.js';
import { type FormDetails, formDetails } from './form-details.js';
import { findForm } from './form-rows.js';

/** One reference form. */
export class GetFormQuery extends Query<FormDetails> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@QueryHandler(GetFormQuery)
export class GetFormHandler implements IQueryHandler<GetFormQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: GetFormQuery): Promise<FormDetails> {
    return formDetails(await findForm(this.dataSource.manager, id));
  }
}
