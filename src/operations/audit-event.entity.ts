import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is written down. */
export const auditActions = ['delete', 'restore', 'force-delete', 'register-form', 'delete-form'] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did what to which packet or form, and when. Survives what it speaks of. */
@Entity('audit_events')
export class AuditEvent {
  /** Counts up in the order of writing. */
  @PrimaryColumn('bigint')
  id: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  action: AuditAction;

  /** Subject of the caller's token; null for what the service did by itself. */
  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  /** The packet or form. */
  @Column('uuid', { name: 'target_id' })
  targetId: string;

  /** The packet's number or the form's name, as it was. */
  @Column('text', { name: 'target_name' })
  targetName: string;
}
