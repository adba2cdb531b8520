import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { DomainError } from '../domain-error.js';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { filesOf, findFrame } from './frame-rows.js';
import { Frame } from './frame.entity.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import { type AllowedRevisions, lockVisiblePacket, noteEdit } from './packet-rows.js';

/** Removes a frame; those behind it move up by one. */
export class RemoveFrameCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  constructor(
    packetId: string,
    order: number,
    readonly allowed: AllowedRevisions = null,
  ) {
    super();
    this.packetId = packetId;
    this.order = order;
    assertValid(this);
  }
}

@CommandHandler(RemoveFrameCommand)
export class RemoveFrameHandler implements ICommandHandler<RemoveFrameCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ packetId, order, allowed }: RemoveFrameCommand): Promise<PacketDetails> {
    return this.dataSource.transaction(async (manager) => {
      await lockVisiblePacket(manager, packetId, allowed);
      const frame = await findFrame(manager, packetId, order);
      if ((await manager.countBy(Frame, { packetId })) === 1) {
        throw new DomainError('CONFLICT', 'A packet keeps at least one frame. Delete the packet instead.');
      }
      await manager.delete(Frame, { id: frame.id });
      await manager.query(`update frames set "order" = "order" - 1 where packet_id = $1 and "order" > $2`, [
        packetId,
        order,
      ]);
      await enqueuePurge(manager, { keys: filesOf(frame) });
      await noteEdit(manager, packetId);
      return readPacket(manager, packetId);
    });
  }
}
