import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { packetNotFound } from '../domain-error.js';
import { withdrawClassification } from '../input-packets/packet-rows.js';
import { recordAudit } from '../operations/audit-trail.js';
import { FileStore } from '../storage/file-store.js';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid } from '../validation.js';
import type { DeletedPacket } from './deleted-packet.js';

/** Hard deletion: the packet, its frames and identifiers and all of their files go for good. */
export class ForceDeleteInputPacketCommand extends Command<DeletedPacket> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@CommandHandler(ForceDeleteInputPacketCommand)
export class ForceDeleteInputPacketHandler implements ICommandHandler<ForceDeleteInputPacketCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: ForceDeleteInputPacketCommand): Promise<DeletedPacket> {
    return this.dataSource.transaction(async (manager) => {
      // The foreign keys take frames and identifiers along.
      const [rows] = await manager.query<[{ number: string }[], number]>(
        `delete from input_packets where id = $1 returning number`,
        [id],
      );
      if (rows.length === 0) throw packetNotFound(id);
      // A job of the queue names the packet too.
      await withdrawClassification(manager, id);
      // The whole folder, and so whatever was ever derived from the frames, not just what the rows knew.
      await enqueuePurge(manager, { folders: [FileStore.folderOf('packets', id)] });
      await recordAudit(manager, 'force-delete', { id, name: rows[0].number });
      return { id, number: rows[0].number, mode: 'force' as const };
    });
  }
}
