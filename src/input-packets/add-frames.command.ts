import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../config/settings.js';
import { claim, type IdempotencyKey, IsIdempotencyKey, once } from '../idempotency.js';
import { assertValid, IsGuid, sentAs } from '../validation.js';
import { assertRoom, FrameIntake, type FramePicture, roomOfPacket } from './frame-intake.js';
import { insertFrames } from './frame-rows.js';
import { Frame } from './frame.entity.js';
import { type PacketDetails, readPacket } from './packet-details.js';
import {
  type AllowedRevisions,
  assertRevision,
  findVisiblePacket,
  lockVisiblePacket,
  noteEdit,
} from './packet-rows.js';
import type { Upload } from './upload.js';

/** Adds frames behind the last one of a packet. */
export class AddFramesCommand extends Command<PacketDetails> {
  @IsGuid()
  readonly packetId: string;

  @ArrayMinSize(1, { message: 'Frames must hold at least one file', ...sentAs('Frames') })
  readonly frames: readonly Upload[];

  /** A repeat with the same key, after a lost answer, adds nothing more. */
  @IsIdempotencyKey()
  readonly idempotencyKey: string | null;

  constructor(
    packetId: string,
    frames: readonly Upload[],
    readonly allowed: AllowedRevisions = null,
    idempotencyKey: string | null = null,
  ) {
    super();
    this.packetId = packetId;
    this.frames = frames;
    this.idempotencyKey = idempotencyKey;
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

  async execute(command: AddFramesCommand): Promise<PacketDetails> {
    const { packetId, frames, allowed, idempotencyKey } = command;
    const { manager } = this.dataSource;
    // Known before anything is decoded; decided again under the lock.
    const packet = await findVisiblePacket(manager, packetId);
    // Counted before a first request is looked for: the frames of one that ends meanwhile are not in the way of these.
    const held = await manager.countBy(Frame, { packetId });
    return once(manager, {
      key: idempotencyKey,
      asked: [{ addTo: packetId }, frames.map(({ role }) => role)],
      files: frames.map(({ path }) => path),
      work: async (key) => {
        assertRevision(packet, allowed);
        return this.add(command, held, key);
      },
      again: (id) => readPacket(manager, id),
    });
  }

  private async add(
    command: AddFramesCommand,
    held: number,
    key: IdempotencyKey | null,
  ): Promise<PacketDetails> {
    const room = roomOfPacket(this.settings.MAX_FRAMES_PER_PACKET, held);
    const pictures = await this.intake.store(command.packetId, command.frames, room);
    try {
      return await this.dataSource.transaction((manager) => this.insert(manager, command, pictures, key));
    } catch (error) {
      await this.intake.discardAfter(error, pictures);
      throw error;
    }
  }

  private async insert(
    manager: EntityManager,
    { packetId, allowed }: AddFramesCommand,
    pictures: readonly FramePicture[],
    key: IdempotencyKey | null,
  ): Promise<PacketDetails> {
    const packet = await lockVisiblePacket(manager, packetId);
    // Before the revision is looked at: a repeat of what has just been done would find it counted up.
    await claim(manager, key, { packetId });
    assertRevision(packet, allowed);
    const count = await manager.countBy(Frame, { packetId });
    assertRoom(roomOfPacket(this.settings.MAX_FRAMES_PER_PACKET, count), pictures.length);
    await insertFrames(manager, packetId, pictures, count + 1);
    await noteEdit(manager, packetId);
    return readPacket(manager, packetId);
  }
}
