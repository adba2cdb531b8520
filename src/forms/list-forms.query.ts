import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { type FormDetails, formDetails } from './form-details.js';
import { Form } from './form.entity.js';

export interface FormPageOfList {
  total: number;
  items: FormDetails[];
}

/** The library of reference forms, by name. */
export class ListFormsQuery extends Query<FormPageOfList> {
  constructor(
    readonly skip: number,
    readonly take: number,
  ) {
    super();
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
