import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WhatPicturesWereLaidOnto1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table frames
        add column normalized_form_id uuid,
        add column normalized_page_number int`);
    // Nobody knows what pictures that are there already were laid onto: what their frames are assigned to by now.
    await runner.query(`
      update frames set
        normalized_form_id = coalesce(chosen_form_id, detected_form_id),
        normalized_page_number = coalesce(chosen_page_number, detected_page_number)
      where normalized_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table frames
        drop column normalized_form_id,
        drop column normalized_page_number`);
  }
}
