import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DetectedLay1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Frames classified before have none: normalization looks for the page itself then.
    await runner.query(`alter table frames add column detected_lay jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table frames drop column detected_lay`);
  }
}
