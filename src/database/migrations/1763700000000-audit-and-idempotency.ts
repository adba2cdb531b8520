import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditAndIdempotency1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // No foreign key: an event outlives what it speaks of.
    await runner.query(`
      create table audit_events (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        action text not null,
        subject text,
        request_id text,
        target_id uuid not null,
        target_name text not null
      )`);
    await runner.query(`create index audit_events_target on audit_events (target_id, id)`);

    // A repeat finds its packet by key; a packet that is deleted for good takes its key along.
    await runner.query(`
      create table idempotency_keys (
        subject text not null,
        key text not null,
        fingerprint text not null,
        packet_id uuid not null references input_packets on delete cascade,
        created_at timestamptz not null default now(),
        primary key (subject, key)
      )`);
    await runner.query(`create index idempotency_keys_packet on idempotency_keys (packet_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table idempotency_keys, audit_events`);
  }
}
