import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { packetNotFound } from '../domain-error.js';
import { recordAudit } from '../operations/audit-trail.js';
import { assertValid, IsGuid } from '../validation.js';
import type { DeletedPacket } from './deleted-packet.js';

/** Soft deletion: the packet is hidden and kept; restoring brings it back. */
export class DeleteInputPacketCommand extends Command<DeletedPacket> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@CommandHandler(DeleteInputPacketCommand)
export class DeleteInputPacketHandler implements ICommandHandler<DeleteInputPacketCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: DeleteInputPacketCommand): Promise<DeletedPacket> {
    return this.dataSource.transaction(async (manager) => {
      // One statement, so that of two callers at once one deletes and the other finds nothing.
      const [rows] = await manager.query<[{ number: string }[], number]>(
        `update input_packets set deleted_at = now() where id = $1 and deleted_at is null returning number`,
        [id],
      );
      if (rows.length === 0) throw packetNotFound(id);
      await recordAudit(manager, 'delete', { id, name: rows[0].number });
      return { id, number: rows[0].number, mode: 'soft' as const };
    });
  }
}
