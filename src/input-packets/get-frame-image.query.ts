import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsIn } from 'class-validator';
import { DataSource, IsNull } from 'typeorm';
import { DomainError, packetNotFound } from '../domain-error.js';
import { FileStore } from '../storage/file-store.js';
import type { StoredPicture } from '../storage/stored-picture.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { findFrame } from './frame-rows.js';
import { InputPacket } from './input-packet.entity.js';

export const imageVariants = ['original', 'normalized'] as const;
export type ImageVariant = (typeof imageVariants)[number];

/** The picture of a frame, as it came or normalized. */
export class GetFrameImageQuery extends Query<StoredPicture> {
  @IsGuid()
  readonly packetId: string;

  @IsOrdinal()
  readonly order: number;

  @IsIn(imageVariants)
  readonly variant: ImageVariant;

  constructor(packetId: string, order: number, variant: ImageVariant) {
    super();
    this.packetId = packetId;
    this.order = order;
    this.variant = variant;
    assertValid(this);
  }
}

@QueryHandler(GetFrameImageQuery)
export class GetFrameImageHandler implements IQueryHandler<GetFrameImageQuery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  async execute({ packetId, order, variant }: GetFrameImageQuery): Promise<StoredPicture> {
    const { manager } = this.dataSource;
    const visible = await manager.existsBy(InputPacket, { id: packetId, deletedAt: IsNull() });
    if (!visible) throw packetNotFound(packetId);
    const frame = await findFrame(manager, packetId, order);
    const key = variant === 'original' ? frame.fileKey : frame.normalizedKey;
    if (!key) throw new DomainError('IMAGE_NOT_FOUND', `Frame ${order} has no normalized image.`);
    const contentType = variant === 'original' ? frame.contentType : normalizedContentType;
    return { key, contentType, bytes: () => this.files.get(key) };
  }
}

/** Normalized pictures are all written as this. */
export const normalizedContentType = 'image/jpeg';
