import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';

/** Rows of `packet_counts` that are read in no time. */
const rowsLeft = 100;

/** Puts one row for each number in the place of the many that changes of packets have left in `packet_counts`. */
export class AddUpPacketCountsCommand extends Command<void> {}

@CommandHandler(AddUpPacketCountsCommand)
export class AddUpPacketCountsHandler implements ICommandHandler<AddUpPacketCountsCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute(): Promise<void> {
    // One statement, so that readers see the rows or their sums. What somebody else adds up right now is left to him.
    await this.dataSource.query(
      `with noted as (
         delete from packet_counts
         where (select count(*) from packet_counts) > $1
           and ctid = any(array(select ctid from packet_counts for update skip locked))
         returning *
       )
       insert into packet_counts
       select deleted, classification, sum(packets) from noted group by 1, 2 having sum(packets) <> 0`,
      [rowsLeft],
    );
  }
}
