import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Logger } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { type NormalizedImage, VisionPool } from '../../libs/vision-pool/index.js';
import { mapLimited } from '../concurrency.js';
import { Settings } from '../config/settings.js';
import { DomainError, nothingCommitted } from '../domain-error.js';
import { ReferencePages } from '../forms/reference-pages.js';
import { replaceIdentifiers } from '../input-packets/frame-identifiers.js';
import { findFrames, lockFrame } from '../input-packets/frame-rows.js';
import { assignmentOf, Frame } from '../input-packets/frame.entity.js';
import { onNewestShot } from '../input-packets/newest-shot.js';
import { findVisiblePacket } from '../input-packets/packet-rows.js';
import { FileStore } from '../storage/file-store.js';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { isBusy, refuseWhileFull, visionFailure } from '../vision-failure.js';

export interface NormalizedFrame {
  order: number;
  role: string;
  hasImage: boolean;
  flag: string | null;
  error: string | null;
}

export interface NormalizedPacket {
  packetId: string;
  processed: number;
  failed: number;
  frames: NormalizedFrame[];
}

/** Makes frames of a packet look as if they came from a scanner. */
export class NormalizePacketCommand extends Command<NormalizedPacket> {
  @IsGuid()
  readonly packetId: string;

  /** Null means all frames. */
  @IsOptional()
  @IsOrdinal()
  readonly frameOrder: number | null;

  constructor(packetId: string, frameOrder: number | null) {
    super();
    this.packetId = packetId;
    this.frameOrder = frameOrder;
    assertValid(this);
  }
}

@CommandHandler(NormalizePacketCommand)
export class NormalizePacketHandler implements ICommandHandler<NormalizePacketCommand> {
  private readonly log = new Logger(NormalizePacketHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly vision: VisionPool,
    private readonly references: ReferencePages,
    private readonly files: FileStore,
  ) {}

  async execute({ packetId, frameOrder }: NormalizePacketCommand): Promise<NormalizedPacket> {
    const { manager } = this.dataSource;
    await findVisiblePacket(manager, packetId);
    const frames = await findFrames(manager, packetId, frameOrder);
    refuseWhileFull(this.vision);

    const known = new Set(frames.map(({ id }) => id));
    const results = await mapLimited(frames, this.settings.VISION_THREADS, (frame) =>
      this.process(frame, known),
    );
    const failed = results.filter(({ error }) => error !== null).length;
    return { packetId, processed: results.length, failed, frames: results };
  }

  /** A frame's failure stays with the frame. */
  private async process(frame: Frame, known: ReadonlySet<string>): Promise<NormalizedFrame> {
    const { order, role } = frame;
    const { manager } = this.dataSource;
    try {
      return await onNewestShot(manager, frame, known, (shot) => this.processShot(shot));
    } catch (error) {
      if (isBusy(error)) throw error;
      const reason = visionFailure(error);
      if (!(reason instanceof DomainError)) this.log.error({ err: error }, 'normalization failed');
      const text = reason instanceof DomainError ? reason.message : 'The frame could not be normalized.';
      // The database may be what is away; the caller learns of the failure all the same.
      await this.noteFailure(frame, text).catch((cause: unknown) =>
        this.log.warn({ err: cause }, 'failure not noted'),
      );
      return { order, role, hasImage: false, flag: null, error: text };
    }
  }

  private async processShot(frame: Frame): Promise<NormalizedFrame> {
    const { order, role } = frame;
    if (role === 'barcode') {
      const symbols = await this.vision.readBarcodes(await this.files.get(frame.fileKey));
      await replaceIdentifiers(this.dataSource.manager, frame, symbols);
      await this.noteFailure(frame, null);
      return { order, role, hasImage: false, flag: null, error: null };
    }
    const image = await this.normalize(frame);
    await this.save(frame, image);
    return { order, role, hasImage: true, flag: image.flag, error: null };
  }

  /** @param text why the frame's normalization failed; null when it did not */
  private async noteFailure({ id }: Frame, text: string | null): Promise<void> {
    await this.dataSource.manager.update(Frame, { id }, { normalizationError: text });
  }

  private async normalize(frame: Frame): Promise<NormalizedImage> {
    const assigned = assignmentOf(frame);
    const [bytes, reference] = await Promise.all([
      this.files.get(frame.fileKey),
      assigned ? this.references.find(assigned.formId, assigned.pageNumber) : null,
    ]);
    const lay = frame.detectedLay;
    const found = assigned && lay?.formId === assigned.formId && lay.pageNumber === assigned.pageNumber;
    return this.vision.normalize(bytes, reference && { ...reference, toFrame: found ? lay.toFrame : null });
  }

  /**
   * Puts the new picture in the old one's place: a new file first, then the row, and the old file goes once
   * the row has committed. A reader sees the old or the new one.
   */
  private async save(frame: Frame, image: NormalizedImage): Promise<void> {
    const key = FileStore.newKey('packets', frame.packetId);
    await this.files.put(key, image.bytes, image.contentType);
    try {
      await this.dataSource.transaction(async (manager) => {
        const current = await lockFrame(manager, frame);
        // Its packet was deleted for good, or the frame re-shot: a picture of it must not come back.
        if (!current) throw new DomainError('CONFLICT', 'The frame was replaced or removed meanwhile.');
        if (current.role === 'barcode')
          throw new DomainError('CONFLICT', 'The frame proved to be a barcode sheet meanwhile.');
        await manager.update(
          Frame,
          { id: frame.id },
          { normalizedKey: key, normalizationFlag: image.flag, normalizationError: null },
        );
        if (current.normalizedKey) await enqueuePurge(manager, { keys: [current.normalizedKey] });
      });
    } catch (error) {
      if (nothingCommitted(error)) await this.files.delete(key).catch(() => undefined);
      throw error;
    }
  }
}
