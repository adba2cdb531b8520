import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The queue view tells how many packets there are; counting 100,000 rows anew for each page took longer than the page.
 * Statements that change packets note by how much they changed each number, as rows that are only ever added, so that
 * no statement waits for another; the sums are the numbers. A background task adds the rows up.
 */
export class PacketCounts1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`lock table input_packets in share row exclusive mode`);
    await runner.query(`
      create table packet_counts (
        deleted boolean not null,
        classification text not null,
        packets bigint not null
      )`);
    await runner.query(`
      insert into packet_counts
      select deleted_at is not null, classification, count(*) from input_packets group by 1, 2`);
    await runner.query(`
      create function note_packet_counts() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          delete from packet_counts;
        elsif tg_op = 'INSERT' then
          insert into packet_counts
          select deleted_at is not null, classification, count(*) from new_packets group by 1, 2;
        elsif tg_op = 'DELETE' then
          insert into packet_counts
          select deleted_at is not null, classification, -count(*) from old_packets group by 1, 2;
        else
          insert into packet_counts
          select deleted, classification, sum(packets) from (
            select deleted_at is not null as deleted, classification, 1 as packets from new_packets
            union all
            select deleted_at is not null, classification, -1 from old_packets
          ) changed group by 1, 2 having sum(packets) <> 0;
        end if;
        return null;
      end $$`);
    const note = 'for each statement execute function note_packet_counts()';
    const [was, is] = ['old table as old_packets', 'new table as new_packets'];
    await runner.query(
      `create trigger packets_inserted after insert on input_packets referencing ${is} ${note}`,
    );
    await runner.query(
      `create trigger packets_updated after update on input_packets referencing ${was} ${is} ${note}`,
    );
    await runner.query(
      `create trigger packets_removed after delete on input_packets referencing ${was} ${note}`,
    );
    await runner.query(`create trigger packets_truncated after truncate on input_packets ${note}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['inserted', 'updated', 'removed', 'truncated'])
      await runner.query(`drop trigger packets_${name} on input_packets`);
    await runner.query(`drop function note_packet_counts`);
    await runner.query(`drop table packet_counts`);
  }
}
