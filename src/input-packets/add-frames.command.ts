import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize } from 'class-validator';
import { DataSource, IsNull } from 'typeorm';
import { Settings } from '../config/settings.js';
import { DomainError, packetNotFound } from '../domain-error.js';
import { assertValid, IsGuid } from '../validation.js';
import { FrameIntake, roomOfPacket, type Upload } from './frame-intake.js';
import { insertFrames } from './frame-rows.js';
import { Frame } from './frame.entity.js';
import { InputPacket } from './input-packet.entity.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import { lockVisiblePacket, requestClassification } from './packet-rows.js';

/** Adds frames behind the last one of a packet. */
export class AddFramesCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly packetId: string;

  @ArrayMinSize(1, { message: 'Frames must hold at least one file' })
  readonly frames: readonly Upload[];

  constructor(packetId: string, frames: readonly Upload[]) {
    super();
    this.packetId = packetId;
    this.frames = frames;
    assertValid(this);
  }
}

@CommandHandler(AddFramesCommand)
export class AddFramesHandler implements ICommandHandler<AddFramesCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly intake: FrameIntake,
  ) {}

  async execute({ packetId, frames }: AddFramesCommand): Promise<PacketDetails> {
    // Known before anything is decoded; decided again under the lock.
    const known = await this.dataSource.manager.existsBy(InputPacket, { id: packetId, deletedAt: IsNull() });
    if (!known) throw packetNotFound(packetId);
    const limit = this.settings.MAX_FRAMES_PER_PACKET;
    const pictures = await this.intake.store(packetId, frames, roomOfPacket(limit));
    try {
      return await this.dataSource.transaction(async (manager) => {
        await lockVisiblePacket(manager, packetId);
        const count = await manager.countBy(Frame, { packetId });
        if (count + pictures.length > limit) {
          throw new DomainError(
            'TOO_LARGE',
            `A packet holds at most ${limit} frames; this one has ${count}.`,
          );
        }
        await insertFrames(manager, packetId, pictures, count + 1);
        await requestClassification(manager, packetId);
        return readPacket(manager, packetId);
      });
    } catch (error) {
      await this.intake.discardAfter(error, pictures);
      throw error;
    }
  }
}
