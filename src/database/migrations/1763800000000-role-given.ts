import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RoleGiven1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Frames that are there already keep the role they have; so do those that an older process still adds.
    await runner.query(`alter table frames add column role_given boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table frames drop column role_given`);
  }
}
