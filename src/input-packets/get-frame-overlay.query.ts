import { createHash } from 'node:crypto';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { PROFILE_VERSION, VisionPool } from '../../libs/vision-pool/index.js';
import { DomainError } from '../domain-error.js';
import { FormPage } from '../forms/form.entity.js';
import { FileStore } from '../storage/file-store.js';
import type { StoredPicture } from '../storage/stored-picture.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { findFrame } from './frame-rows.js';
import { assignmentOf, type Frame } from './frame.entity.js';
import { findVisiblePacket } from './packet-rows.js';

/** Counts up when overlays come to be drawn otherwise, so that callers' copies are not taken for current ones. */
const drawingVersion = 1;

/** A frame with what speaks for its page drawn on it; made anew each time and not stored. */
export class GetFrameOverlayQuery extends Query<StoredPicture> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  constructor(packetId: string, order: number) {
    super();
    this.packetId = packetId;
    this.order = order;
    assertValid(this);
  }
}

/** A page that is in the library. Profiles, of 40 kB each, are read where a picture is made and not for its ETag. */
type LibraryPage = Pick<FormPage, 'formId' | 'number' | 'fileKey'>;

@QueryHandler(GetFrameOverlayQuery)
export class GetFrameOverlayHandler implements IQueryHandler<GetFrameOverlayQuery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly vision: VisionPool,
  ) {}

  async execute({ packetId, order }: GetFrameOverlayQuery): Promise<StoredPicture> {
    const { manager } = this.dataSource;
    await findVisiblePacket(manager, packetId);
    const frame = await findFrame(manager, packetId, order);
    const named = assignmentOf(frame) ?? frame.candidates[0];
    if (!named && frame.confidence === null) throw notClassified(order);
    const page = named ? await this.find(named.formId, named.pageNumber) : null;
    if (!page) throw nothingMatches(order);
    const rival = await this.rivalOf(frame, page);
    const digest = createHash('sha256').update(
      JSON.stringify([drawingVersion, PROFILE_VERSION, frame.fileKey, page.fileKey, rival?.fileKey]),
    );
    return {
      key: digest.digest('base64url'),
      contentType: 'image/jpeg',
      bytes: async (signal) => {
        const picture = await this.files.get(frame.fileKey);
        const profiles = [await this.profileOf(page), rival && (await this.profileOf(rival))] as const;
        const overlay = await this.vision.overlay(picture, ...profiles, signal);
        if (!overlay) throw nothingMatches(order);
        return overlay.bytes;
      },
    };
  }

  /** The nearest candidate beside that page. */
  private async rivalOf(frame: Frame, page: LibraryPage): Promise<LibraryPage | null> {
    for (const { formId, pageNumber } of frame.candidates) {
      const candidate = await this.find(formId, pageNumber);
      if (candidate && candidate.fileKey !== page.fileKey) return candidate;
    }
    return null;
  }

  private find(formId: string, number: number): Promise<LibraryPage | null> {
    return this.dataSource.manager.findOne(FormPage, {
      where: { formId, number },
      select: { formId: true, number: true, fileKey: true },
    });
  }

  /**
   * The page as this version describes it, be it that its turn to be rebuilt has not come yet. Fails where the page has
   * left the library meanwhile: the picture is found anew then.
   */
  private async profileOf({ formId, number, fileKey }: LibraryPage): Promise<Uint8Array> {
    const { profile, profileVersion } = await this.dataSource.manager.findOneOrFail(FormPage, {
      where: { formId, number },
      select: { formId: true, number: true, profile: true, profileVersion: true },
    });
    if (profileVersion === PROFILE_VERSION) return profile;
    return (await this.vision.describePage(await this.files.get(fileKey))).profile;
  }
}

const notClassified = (order: number) =>
  new DomainError('IMAGE_NOT_FOUND', `Frame ${order} has not been classified yet.`);

const nothingMatches = (order: number) =>
  new DomainError('IMAGE_NOT_FOUND', `No page of the library was found in frame ${order}.`);
