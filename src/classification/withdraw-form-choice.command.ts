import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { dropPictureOfSheet } from '../input-packets/frame-role.js';
import { findFrame } from '../input-packets/frame-rows.js';
import { Frame } from '../input-packets/frame.entity.js';
import { type PacketDetails, readPacket } from '../input-packets/packet-details.js';
import { type AllowedRevisions, lockVisiblePacket } from '../input-packets/packet-rows.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';

/**
 * Takes the operator's choice back: what the detector found counts again, and the role that the frame had. Without a
 * choice nothing changes.
 */
export class WithdrawFormChoiceCommand extends Command<PacketDetails> {
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

@CommandHandler(WithdrawFormChoiceCommand)
export class WithdrawFormChoiceHandler implements ICommandHandler<WithdrawFormChoiceCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ packetId, order, allowed }: WithdrawFormChoiceCommand): Promise<PacketDetails> {
    return this.dataSource.transaction(async (manager) => {
      await lockVisiblePacket(manager, packetId, allowed);
      const frame = await findFrame(manager, packetId, order);
      const none = { chosenFormId: null, chosenFormName: null, chosenPageNumber: null };
      await manager.update(Frame, { id: frame.id }, none);
      await dropPictureOfSheet(manager, Object.assign(frame, none));
      return readPacket(manager, packetId);
    });
  }
}
