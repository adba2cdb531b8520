import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsOptional } from 'class-validator';
import { DataSource, ILike } from 'typeorm';
import { IsSkip, IsTake } from '../list-range.js';
import { assertValid } from '../validation.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form } from './form.entity.js';
import { IsFormName } from './form-fields.js';

export interface FormPageOfList {
  total: number;
  items: FormDetails[];
}

/** The library of reference forms, by name. */
export class ListFormsQuery extends Query<FormPageOfList> {
  /** Forms with this in their names, in letters of either case; null for all. */
  @IsOptional()
  @IsFormName()
  readonly name: string | null;

  @IsSkip()
  readonly skip: number;

  @IsTake()
  readonly take: number;

  constructor(name: string | null, skip: number, take: number) {
    super();
    this.name = name;
    this.skip = skip;
    this.take = take;
    assertValid(this);
  }
}

/** A text as PostgreSQL's patterns take it for what it is. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

@QueryHandler(ListFormsQuery)
export class ListFormsHandler implements IQueryHandler<ListFormsQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ name, skip, take }: ListFormsQuery): Promise<FormPageOfList> {
    const [forms, total] = await this.dataSource.manager.findAndCount(Form, {
      where: name === null ? {} : { name: ILike(`%${literally(name)}%`) },
      relations: { pages: true },
      order: { name: 'asc', id: 'asc' },
      skip,
      take,
    });
    return { total, items: forms.map(formDetails) };
  }
}
