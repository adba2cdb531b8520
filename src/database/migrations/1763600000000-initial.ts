import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence packet_numbers`);

    await runner.query(`
      create table input_packets (
        id uuid primary key,
        number text not null,
        created_at timestamptz not null default now(),
        deleted_at timestamptz,
        classification text not null check (classification in ('pending', 'running', 'ready', 'failed')),
        revision int not null default 1
      )`);
    // The queue is read newest first, visible and deleted packets apart.
    await runner.query(
      `create index input_packets_queue on input_packets (created_at desc, id desc) where deleted_at is null`,
    );
    await runner.query(
      `create index input_packets_deleted on input_packets (created_at desc, id desc) where deleted_at is not null`,
    );
    await runner.query(`create index input_packets_number on input_packets (number)`);

    await runner.query(`
      create table frames (
        id uuid primary key,
        packet_id uuid not null references input_packets on delete cascade,
        "order" int not null check ("order" >= 1),
        role text not null check (role in ('document', 'barcode')),
        file_key text not null unique,
        content_type text not null,
        width int not null,
        height int not null,
        detected_form_id uuid,
        detected_form_name text,
        detected_page_number int,
        confidence double precision,
        candidates jsonb not null default '[]',
        classification_error text,
        chosen_form_id uuid,
        chosen_form_name text,
        chosen_page_number int,
        normalized_key text unique,
        normalization_flag text,
        normalization_error text,
        -- Renumbering passes through states where two frames share an order.
        constraint frames_order unique (packet_id, "order") deferrable initially deferred
      )`);

    await runner.query(`
      create table identifiers (
        id uuid primary key,
        packet_id uuid not null references input_packets on delete cascade,
        frame_id uuid not null references frames on delete cascade,
        type text not null,
        value text not null
      )`);
    await runner.query(`create index identifiers_packet on identifiers (packet_id)`);
    await runner.query(`create index identifiers_frame on identifiers (frame_id)`);

    await runner.query(`
      create table forms (
        id uuid primary key,
        name text not null,
        created_at timestamptz not null default now()
      )`);
    await runner.query(`
      create table form_pages (
        form_id uuid not null references forms on delete cascade,
        number int not null check (number >= 1),
        file_key text not null unique,
        content_type text not null,
        width int not null,
        height int not null,
        profile bytea not null,
        profile_version int not null,
        primary key (form_id, number)
      )`);

    // One row that every change of the library counts up: a worker learns from it, in one cheap read before
    // each classification, that its copy of the library is behind.
    await runner.query(
      `create table form_library (one boolean primary key default true check (one), revision bigint not null)`,
    );
    await runner.query(`insert into form_library (revision) values (0)`);
    await runner.query(`
      create function count_form_library_up() returns trigger language plpgsql as $$
      begin
        update form_library set revision = revision + 1;
        return null;
      end $$`);
    await runner.query(
      `create trigger forms_changed after insert or update or delete on forms for each statement execute function count_form_library_up()`,
    );
    await runner.query(
      `create trigger form_pages_changed after insert or update or delete on form_pages for each statement execute function count_form_library_up()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table form_library, form_pages, forms, identifiers, frames, input_packets`);
    await runner.query(`drop function count_form_library_up`);
    await runner.query(`drop sequence packet_numbers`);
  }
}
