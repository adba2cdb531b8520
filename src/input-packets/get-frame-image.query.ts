import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsIn, IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { type PictureTone, TONE_VERSION, VisionPool } from '../../libs/vision-pool/index.js';
import { DomainError, wrongArgument } from '../domain-error.js';
import { FileStore } from '../storage/file-store.js';
import type { StoredPicture } from '../storage/stored-picture.js';
import { IsThumbnailWidth, thumbnailOf } from '../thumbnail.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { findFrame } from './frame-rows.js';
import { findVisiblePacket } from './packet-rows.js';

export const storedVariants = ['original', 'normalized'] as const;
type StoredVariant = (typeof storedVariants)[number];

export const imageModes = ['color', 'gray', 'bitonal'] as const;
export type ImageMode = (typeof imageModes)[number];

/** What a two-tone picture may be written as; PNG unless the caller asks for the other. */
const bitonalTypes = ['image/png', 'image/tiff'] as const;
export type BitonalType = (typeof bitonalTypes)[number];

/** The picture of a frame, as it came or normalized; the normalized one also in grey or in two tones. */
export class GetFrameImageQuery extends Query<StoredPicture> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  @IsIn(storedVariants)
  readonly variant: StoredVariant;

  /** Null is the picture as it is stored; only a normalized one has others. */
  @IsOptional()
  @IsIn(imageModes)
  readonly mode: ImageMode | null;

  /** Px; null is the picture's own. */
  @IsThumbnailWidth()
  readonly width: number | null;

  @IsIn(bitonalTypes)
  readonly bitonalType: BitonalType;

  constructor(
    packetId: string,
    order: number,
    variant: StoredVariant,
    mode: ImageMode | null = null,
    width: number | null = null,
    bitonalType: BitonalType = 'image/png',
  ) {
    super();
    this.packetId = packetId;
    this.order = order;
    this.variant = variant;
    this.mode = mode;
    this.width = width;
    this.bitonalType = bitonalType;
    assertValid(this);
    if (mode !== null && variant !== 'normalized') throw modeOutOfPlace();
    if (mode === 'bitonal' && width !== null) throw widthOutOfPlace();
  }
}

/** Only the normalized picture is given in other tones. */
export const modeOutOfPlace = () => wrongArgument('Mode', 'is for the normalized picture alone');

/** Overlays have a size of their own, and two tones would be more once made small. */
export const widthOutOfPlace = () => wrongArgument('Width', 'is not for overlays and two-tone pictures');

@QueryHandler(GetFrameImageQuery)
export class GetFrameImageHandler implements IQueryHandler<GetFrameImageQuery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly vision: VisionPool,
  ) {}

  async execute(query: GetFrameImageQuery): Promise<StoredPicture> {
    return thumbnailOf(await this.find(query), query.width, this.vision);
  }

  private async find({
    packetId,
    order,
    variant,
    mode,
    bitonalType,
  }: GetFrameImageQuery): Promise<StoredPicture> {
    const { manager } = this.dataSource;
    await findVisiblePacket(manager, packetId);
    const frame = await findFrame(manager, packetId, order);
    const key = variant === 'original' ? frame.fileKey : frame.normalizedKey;
    if (!key) throw new DomainError('IMAGE_NOT_FOUND', `Frame ${order} has no normalized image.`);
    const contentType = variant === 'original' ? frame.contentType : normalizedContentType;
    const stored = { key, contentType, bytes: () => this.files.get(key) };
    if (mode === 'gray') return this.toned(stored, 'gray', normalizedContentType);
    if (mode === 'bitonal') return this.toned(stored, bitonalTones[bitonalType], bitonalType);
    return stored;
  }

  /** The picture in other tones, made when its bytes are asked for. */
  private toned(stored: StoredPicture, tone: PictureTone, contentType: string): StoredPicture {
    return {
      key: `${stored.key}.${tone}.${TONE_VERSION}`,
      contentType,
      bytes: async (signal) => (await this.vision.tone(await stored.bytes(), tone, signal)).bytes,
    };
  }
}

const bitonalTones: Readonly<Record<BitonalType, PictureTone>> = {
  'image/png': 'bitonal-png',
  'image/tiff': 'bitonal-tiff',
};

/** Normalized pictures are all written as this. */
const normalizedContentType = 'image/jpeg';
