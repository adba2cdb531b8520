import type { EntityManager } from 'typeorm';
import { currentRequest } from '../request-context.js';
import type { AuditAction } from './audit-event.entity.js';

/**
 * Writes down, within the caller's transaction, what is being done and on whose behalf.
 *
 * @param target the packet or form, by its identifier and the number or name people know it by
 */
export async function recordAudit(
  manager: EntityManager,
  action: AuditAction,
  target: { id: string; name: string },
): Promise<void> {
  const request = currentRequest();
  await manager.query(
    `insert into audit_events (action, subject, request_id, target_id, target_name) values ($1, $2, $3, $4, $5)`,
    [action, request?.subject ?? null, request?.requestId ?? null, target.id, target.name],
  );
}
