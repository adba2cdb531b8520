import { runMigrations } from 'graphile-worker';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Form, FormPage } from '../forms/form.entity.js';
import { Frame } from '../input-packets/frame.entity.js';
import { Identifier } from '../input-packets/identifier.entity.js';
import { InputPacket } from '../input-packets/input-packet.entity.js';
import { AuditEvent } from '../operations/audit-event.entity.js';
import { ListenedClient } from './listened-client.js';
import { Initial1763600000000 } from './migrations/1763600000000-initial.js';
import { AuditAndIdempotency1763700000000 } from './migrations/1763700000000-audit-and-idempotency.js';
import { RoleGiven1763800000000 } from './migrations/1763800000000-role-given.js';
import { PacketCounts1763900000000 } from './migrations/1763900000000-packet-counts.js';
import { DetectedLay1764000000000 } from './migrations/1764000000000-detected-lay.js';
import { IdentifierValues1764100000000 } from './migrations/1764100000000-identifier-values.js';
import { KeysOfForms1764200000000 } from './migrations/1764200000000-keys-of-forms.js';
import { NotesOfFormPages1764300000000 } from './migrations/1764300000000-notes-of-form-pages.js';
import { WhatPicturesWereLaidOnto1764400000000 } from './migrations/1764400000000-what-pictures-were-laid-onto.js';

/** Connections of this process to PostgreSQL, the background queue's apart. */
const poolSize = 10;
const connectTimeoutMs = 5_000;
/** A new connection costs some 30 ms of the processor; those of a busy minute serve the next one. */
const idleTimeoutMs = 60_000;
/** No statement of ours runs long; a stuck one must not hold a connection for ever. */
const statementTimeoutMs = 30_000;

export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [InputPacket, Frame, Identifier, Form, FormPage, AuditEvent],
    migrations: [
      Initial1763600000000,
      AuditAndIdempotency1763700000000,
      RoleGiven1763800000000,
      PacketCounts1763900000000,
      DetectedLay1764000000000,
      IdentifierValues1764100000000,
      KeysOfForms1764200000000,
      NotesOfFormPages1764300000000,
      WhatPicturesWereLaidOnto1764400000000,
    ],
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    extra: {
      statement_timeout: statementTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      Client: ListenedClient,
    },
    applicationName: 'input-packet-service',
  };
}

/** Any number, the same in every process: who holds this advisory lock may migrate. */
const migrationLock = 7_305_811_204;

/**
 * Brings the schema up to date, the background queue's too. Safe to call from several processes at once:
 * one works, the others wait for it.
 */
export async function migrate(url: string): Promise<void> {
  const dataSource = await new DataSource({
    ...dataSourceOptions(url),
    poolSize: 2,
  } as DataSourceOptions).initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.query('set statement_timeout = 0');
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      await runMigrations({ connectionString: url });
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [migrationLock]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
