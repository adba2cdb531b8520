import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeysOfForms1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // As a packet's, the key of a form goes with it.
    await runner.query(`
      alter table idempotency_keys
        alter column packet_id drop not null,
        add column form_id uuid references forms on delete cascade,
        add constraint idempotency_keys_target check (num_nonnulls(packet_id, form_id) = 1)`);
    await runner.query(`create index idempotency_keys_form on idempotency_keys (form_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from idempotency_keys where form_id is not null`);
    await runner.query(`
      alter table idempotency_keys
        drop constraint idempotency_keys_target,
        drop column form_id,
        alter column packet_id set not null`);
  }
}
