import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentifierValues1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Packets are found by what their barcodes hold. By hash: a QR code holds more than a B-tree's entry may.
    await runner.query(`create index identifiers_value on identifiers using hash (value)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index identifiers_value`);
  }
}
