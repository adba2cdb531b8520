import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsOptional } from 'class-validator';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { IsSkip, IsTake } from '../list-range.js';
import { assertValid, IsGuid } from '../validation.js';
import { type AuditAction, AuditEvent } from './audit-event.entity.js';

export interface AuditEventDetails {
  at: Date;
  action: AuditAction;
  subject: string | null;
  requestId: string | null;
  targetId: string;
  targetName: string;
}

export interface AuditPage {
  total: number;
  items: AuditEventDetails[];
}

/** A page of the audit trail, newest first. */
export class ListAuditEventsQuery extends Query<AuditPage> {
  /** The packet or form; null means all. */
  @IsOptional()
  @IsGuid()
  readonly targetId: string | null;

  @IsSkip()
  readonly skip: number;

  @IsTake()
  readonly take: number;

  constructor(targetId: string | null, skip: number, take: number) {
    super();
    this.targetId = targetId;
    this.skip = skip;
    this.take = take;
    assertValid(this);
  }
}

@QueryHandler(ListAuditEventsQuery)
export class ListAuditEventsHandler implements IQueryHandler<ListAuditEventsQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ targetId, skip, take }: ListAuditEventsQuery): Promise<AuditPage> {
    const where: FindOptionsWhere<AuditEvent> = targetId === null ? {} : { targetId };
    const [events, total] = await this.dataSource.manager.findAndCount(AuditEvent, {
      where,
      order: { id: 'desc' },
      skip,
      take,
    });
    const items = events.map(({ at, action, subject, requestId, targetId, targetName }) => ({
      at,
      action,
      subject,
      requestId,
      targetId,
      targetName,
    }));
    return { total, items };
  }
}
