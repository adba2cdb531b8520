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
import { assignmentOf, flagOf, Frame, roleOf } from '../input-packets/frame.entity.js';
import { onNewestShot } from '../input-packets/newest-shot.js';
import { findVisiblePacket } from '../input-packets/packet-rows.js';
import { FileStore } from '../storage/file-store.js';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { frameFailure, isBusy, refuseWhileFull } from '../vision-failure.js';

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
    const { order } = frame;
    let shot = frame;
    try {
      const made = await onNewestShot(this.dataSource.manager, frame, known, (newest) => {
        shot = newest;
        return this.processShot(newest);
      });
      // It may have moved up meanwhile. All entries count as the request did, or two would bear one order.
      return { order, ...made };
    } catch (error) {
      if (isBusy(error)) throw error;
      const text = frameFailure(error, 'normalized', this.log);
      // The database may be what is away; the caller learns of the failure all the same.
      await this.noteFailure(shot, text).catch((cause: unknown) =>
        this.log.warn({ err: cause }, 'failure not noted'),
      );
      return { order, role: roleOf(shot), hasImage: false, flag: null, error: text };
    }
  }

  private async processShot(frame: Frame): Promise<Omit<NormalizedFrame, 'order'>> {
    const role = roleOf(frame);
    if (role === 'barcode') {
      const symbols = await this.vision.readBarcodes(await this.files.get(frame.fileKey));
      await replaceIdentifiers(this.dataSource.manager, frame, symbols);
      await this.noteFailure(frame, null);
      return { role, hasImage: false, flag: null, error: null };
    }
    const image = await this.normalize(frame);
    const flag = await this.save(frame, image);
    return { role, hasImage: true, flag, error: null };
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
    const image = await this.vision.normalize(
      bytes,
      reference && { ...reference, toFrame: found ? lay.toFrame : null },
    );
    // Of a form that was deleted since there is nothing to lay a frame onto.
    const isAstray = assigned && !reference && image.flag !== 'low_quality';
    return isAstray ? { ...image, flag: 'unregistered' } : image;
  }

  /**
   * Puts the new picture in the old one's place: a new file first, then the row, and the old file goes once
   * the row has committed. A reader sees the old or the new one.
   *
   * @param frame as it was when the picture was made of it
   * @returns what is to be known of the picture: the frame may have been assigned otherwise meanwhile
   */
  private async save(frame: Frame, image: NormalizedImage): Promise<string | null> {
    const key = FileStore.newKey('packets', frame.packetId);
    await this.files.put(key, image.bytes, image.contentType);
    try {
      return await this.dataSource.transaction(async (manager) => {
        const current = await lockFrame(manager, frame);
        // Its packet was deleted for good, or the frame re-shot: a picture of it must not come back.
        if (!current) throw new DomainError('CONFLICT', 'The frame was replaced or removed meanwhile.');
        if (roleOf(current) === 'barcode')
          throw new DomainError('CONFLICT', 'The frame proved to be a barcode sheet meanwhile.');
        const assigned = assignmentOf(frame);
        const picture = {
          normalizedKey: key,
          normalizedFormId: assigned?.formId ?? null,
          normalizedPageNumber: assigned?.pageNumber ?? null,
          normalizationFlag: image.flag,
          normalizationError: null,
        };
        await manager.update(Frame, { id: frame.id }, picture);
        if (current.normalizedKey) await enqueuePurge(manager, { keys: [current.normalizedKey] });
        return flagOf({ ...current, ...picture });
      });
    } catch (error) {
      if (nothingCommitted(error)) await this.files.delete(key).catch(() => undefined);
      throw error;
    }
  }
}
