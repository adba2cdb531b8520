import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { RequireRight } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { AuditResult, ListAuditQueryDto } from './dto/audit.dto.js';
import { ListAuditEventsQuery } from './list-audit-events.query.js';

@ApiTags('Audit')
@Controller('Audit')
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireRight('ListAuditEventsQuery')
  @Endpoint({
    operationId: 'listAuditEvents',
    summary: 'Who deleted, restored, forced or registered what and when, newest first',
    result: AuditResult,
    query: true,
  })
  async list(@Query() { TargetId, Skip, Take }: ListAuditQueryDto) {
    return this.queries.execute(new ListAuditEventsQuery(TargetId ?? null, Skip, Take));
  }
}
