import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NotesOfFormPages1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table form_pages add column notes text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table form_pages drop column notes`);
  }
}
