import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import { GuidField } from '../../http/guid-field.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { type AuditAction, auditActions } from '../audit-event.entity.js';
import type { AuditEventDetails, AuditPage } from '../list-audit-events.query.js';

@ApiSchema({ name: 'AuditEvent' })
export class AuditEventDto implements PascalCased<AuditEventDetails> {
  @ApiProperty({ format: 'date-time', example: examples.time })
  At: string;

  @ApiProperty({ enum: auditActions, example: 'delete' })
  Action: AuditAction;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Subject of the caller's token; null for what the service did by itself.",
    example: 'operator',
  })
  Subject: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The request in the logs; null for what the service did by itself.',
    example: examples.requestId,
  })
  RequestId: string | null;

  @ApiProperty({ format: 'uuid', description: 'The packet or form.', example: examples.packetId })
  TargetId: string;

  @ApiProperty({ description: "The packet's number or the form's name, as it was.", example: '000417' })
  TargetName: string;
}

@ApiSchema({ name: 'AuditPayload' })
export class AuditPageDto implements PascalCased<AuditPage> {
  @ApiProperty({ type: 'integer', description: 'Events that fit the filter, on all pages.', example: 12 })
  Total: number;

  @ApiProperty({ type: [AuditEventDto] })
  Items: AuditEventDto[];
}

export const AuditResult = resultOf(AuditPageDto, 'AuditResult');

export class ListAuditQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Events of this packet or form alone.' })
  @IsOptional()
  @GuidField()
  TargetId?: string;
}
