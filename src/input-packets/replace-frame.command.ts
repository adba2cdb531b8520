import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { FrameIntake, type Room } from './frame-intake.js';
import { filesOf, findFrame, insertFrames } from './frame-rows.js';
import { Frame } from './frame.entity.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import { type AllowedRevisions, lockVisiblePacket, noteEdit } from './packet-rows.js';
import type { Upload } from './upload.js';

const roomOfFrame: Room = { frames: 1, otherwise: 'A frame is replaced by a file of one page.' };

/** Puts a new shot in a frame's place. What was known of the old one (form, choice, pictures) goes with it. */
export class ReplaceFrameCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  readonly frame: Upload;

  constructor(
    packetId: string,
    order: number,
    frame: Upload,
    readonly allowed: AllowedRevisions = null,
  ) {
    super();
    this.packetId = packetId;
    this.order = order;
    this.frame = frame;
    assertValid(this);
  }
}

@CommandHandler(ReplaceFrameCommand)
export class ReplaceFrameHandler implements ICommandHandler<ReplaceFrameCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly intake: FrameIntake,
  ) {}

  async execute({ packetId, order, frame, allowed }: ReplaceFrameCommand): Promise<PacketDetails> {
    await this.dataSource.transaction(async (manager) => {
      await lockVisiblePacket(manager, packetId, allowed);
      await findFrame(manager, packetId, order);
    });
    const pictures = await this.intake.store(packetId, [frame], roomOfFrame);
    try {
      return await this.dataSource.transaction(async (manager) => {
        await lockVisiblePacket(manager, packetId, allowed);
        const old = await findFrame(manager, packetId, order);
        await manager.delete(Frame, { id: old.id });
        await insertFrames(manager, packetId, pictures, order);
        await enqueuePurge(manager, { keys: filesOf(old) });
        await noteEdit(manager, packetId);
        return readPacket(manager, packetId);
      });
    } catch (error) {
      await this.intake.discardAfter(error, pictures);
      throw error;
    }
  }
}
