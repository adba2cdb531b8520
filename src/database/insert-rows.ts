import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/** A statement takes 65,535 values; no entity has as many as 65 columns. */
const rowsPerStatement = 1_000;

/** Inserts any number of rows. */
export async function insertRows<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly QueryDeepPartialEntity<E>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await manager.insert(entity, rows.slice(start, start + rowsPerStatement));
}
