import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize, IsOptional, Length } from 'class-validator';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { assertValid } from '../validation.js';
import { FrameIntake, type Upload } from './frame-intake.js';
import { insertFrames } from './frame-rows.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import { requestClassification } from './packet-rows.js';

/** Takes in a new packet and queues its classification in the same transaction. */
export class CreateInputPacketCommand extends Command<PacketDetails> {
  @ArrayMinSize(1, { message: 'Frames must hold at least one file' })
  readonly frames: readonly Upload[];

  @IsOptional()
  @Length(1, 100, { message: 'Number must have 1 to 100 characters' })
  readonly number: string | null;

  constructor(frames: readonly Upload[], number: string | null) {
    super();
    this.frames = frames;
    this.number = number;
    assertValid(this);
  }
}

@CommandHandler(CreateInputPacketCommand)
export class CreateInputPacketHandler implements ICommandHandler<CreateInputPacketCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly intake: FrameIntake,
  ) {}

  async execute({ frames, number }: CreateInputPacketCommand): Promise<PacketDetails> {
    const id = randomUUID();
    const pictures = await this.intake.store(id, frames, this.settings.MAX_FRAMES_PER_PACKET);
    try {
      return await this.dataSource.transaction(async (manager) => {
        await manager.query(
          `insert into input_packets (id, number, classification)
           values ($1, coalesce($2, to_char(nextval('packet_numbers'), 'FM000000')), 'pending')`,
          [id, number],
        );
        await insertFrames(manager, id, pictures, 1);
        await requestClassification(manager, id);
        return readPacket(manager, id);
      });
    } catch (error) {
      await this.intake.discardAfter(error, pictures);
      throw error;
    }
  }
}
