import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize, IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { claim, type IdempotencyKey, IsIdempotencyKey, once } from '../idempotency.js';
import { assertValid, sentAs } from '../validation.js';
import { FrameIntake, type FramePicture, roomOfPacket } from './frame-intake.js';
import { insertFrames } from './frame-rows.js';
import { nextPacketNumber } from './next-packet-number.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import { IsPacketNumber } from './packet-fields.js';
import { requestClassification } from './packet-rows.js';
import type { Upload } from './upload.js';

/** Takes in a new packet and queues its classification in the same transaction. */
export class CreateInputPacketCommand extends Command<PacketDetails> {
  @ArrayMinSize(1, { message: 'Frames must hold at least one file', ...sentAs('Frames') })
  readonly frames: readonly Upload[];

  @IsOptional()
  @IsPacketNumber()
  readonly number: string | null;

  /** A repeat with the same key, after a lost answer, gives the first packet and makes no second one. */
  @IsIdempotencyKey()
  readonly idempotencyKey: string | null;

  constructor(frames: readonly Upload[], number: string | null, idempotencyKey: string | null) {
    super();
    this.frames = frames;
    this.number = number;
    this.idempotencyKey = idempotencyKey;
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

  async execute({ frames, number, idempotencyKey }: CreateInputPacketCommand): Promise<PacketDetails> {
    const { manager } = this.dataSource;
    return once(manager, {
      key: idempotencyKey,
      asked: [number, frames.map(({ role }) => role)],
      files: frames.map(({ path }) => path),
      work: (key) => this.create(frames, number, key),
      again: (id) => readPacket(manager, id),
    });
  }

  private async create(
    frames: readonly Upload[],
    number: string | null,
    key: IdempotencyKey | null,
  ): Promise<PacketDetails> {
    const id = randomUUID();
    const room = roomOfPacket(this.settings.MAX_FRAMES_PER_PACKET);
    const pictures = await this.intake.store(id, frames, room);
    try {
      return await this.insert(id, number, pictures, key);
    } catch (error) {
      await this.intake.discardAfter(error, pictures);
      throw error;
    }
  }

  private async insert(
    id: string,
    number: string | null,
    pictures: readonly FramePicture[],
    key: IdempotencyKey | null,
  ): Promise<PacketDetails> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(
        `insert into input_packets (id, number, classification) values ($1, $2, 'pending')`,
        [id, number ?? (await nextPacketNumber(manager))],
      );
      await claim(manager, key, { packetId: id });
      await insertFrames(manager, id, pictures, 1);
      await requestClassification(manager, id);
      return readPacket(manager, id);
    });
  }
}
