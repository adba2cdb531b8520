import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, IsNull, Not } from 'typeorm';
import { DomainError, packetNotFound } from '../domain-error.js';
import { InputPacket } from '../input-packets/input-packet.entity.js';
import { type PacketDetails, readPacket } from '../input-packets/packet-details.js';
import { requestClassification } from '../input-packets/packet-rows.js';
import { recordAudit } from '../operations/audit-trail.js';
import { assertValid, IsGuid } from '../validation.js';

/** Undoes soft deletion: the packet is back with its frames, choices, identifiers and pictures. */
export class RestoreInputPacketCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@CommandHandler(RestoreInputPacketCommand)
export class RestoreInputPacketHandler implements ICommandHandler<RestoreInputPacketCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: RestoreInputPacketCommand): Promise<PacketDetails> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        InputPacket,
        { id, deletedAt: Not(IsNull()) },
        { deletedAt: null },
      );
      const packet = await manager.findOneBy(InputPacket, { id });
      if (!packet) throw packetNotFound(id);
      if (!affected) throw new DomainError('CONFLICT', 'The packet is not deleted.');
      await recordAudit(manager, 'restore', { id, name: packet.number });
      // A job that came up while the packet was hidden found nothing to do.
      if (packet.classification !== 'ready') await requestClassification(manager, id);
      return readPacket(manager, id);
    });
  }
}
