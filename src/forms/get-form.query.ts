import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { formNotFound } from '../domain-error.js';
import { assertValid, IsGuid } from '../validation.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form } from './form.entity.js';

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
    const form = await this.dataSource.manager.findOne(Form, { where: { id }, relations: { pages: true } });
    if (!form) throw formNotFound(id);
    return formDetails(form);
  }
}
