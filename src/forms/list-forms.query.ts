import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { IsSkip, IsTake } from '../list-range.js';
import { assertValid } from '../validation.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form } from './form.entity.js';

export interface FormPageOfList {
  total: number;
  items: FormDetails[];
}

/** The library of reference forms, by name. */
export class ListFormsQuery extends Query<FormPageOfList> {
  @IsSkip()
  readonly skip: number;

  @IsTake()
  readonly take: number;

  constructor(skip: number, take: number) {
    super();
    this.skip = skip;
    this.take = take;
    assertValid(this);
  }
}

@QueryHandler(ListFormsQuery)
export class ListFormsHandler implements IQueryHandler<ListFormsQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ skip, take }: ListFormsQuery): Promise<FormPageOfList> {
    const [forms, total] = await this.dataSource.manager.findAndCount(Form, {
      relations: { pages: true },
      order: { name: 'asc', id: 'asc' },
      skip,
      take,
    });
    return { total, items: forms.map(formDetails) };
  }
}
