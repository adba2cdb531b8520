import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { THUMBNAIL_VERSION, type VisionPool } from '../libs/vision-pool/index.js';
import type { StoredPicture } from './storage/stored-picture.js';
import { IsIntegerFrom } from './validation.js';

/** Widths that are made, px. */
export const thumbnailWidths = { least: 64, most: 2048 };

/** A field that holds a thumbnail's width in px; null or undefined for the picture as it is. */
export const IsThumbnailWidth = () =>
  applyDecorators(IsOptional(), IsIntegerFrom(thumbnailWidths.least, thumbnailWidths.most));

/**
 * A picture made small on a vision thread when its bytes are asked for, and not stored.
 *
 * @param width px; null gives the picture as it is
 */
export function thumbnailOf(picture: StoredPicture, width: number | null, vision: VisionPool): StoredPicture {
  if (width === null) return picture;
  return {
    key: `${picture.key}.${width}.${THUMBNAIL_VERSION}`,
    contentType: 'image/jpeg',
    bytes: async (signal) => (await vision.thumbnail(await picture.bytes(signal), width, signal)).bytes,
  };
}
