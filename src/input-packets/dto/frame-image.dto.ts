import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PictureQueryDto } from '../../http/picture-query.dto.js';
import {
  type BitonalType,
  GetFrameImageQuery,
  imageModes,
  type ImageMode,
  modeOutOfPlace,
  storedVariants,
  widthOutOfPlace,
} from '../get-frame-image.query.js';
import { GetFrameOverlayQuery } from '../get-frame-overlay.query.js';

const imageVariants = [...storedVariants, 'overlay'] as const;
type ImageVariant = (typeof imageVariants)[number];

export class FrameImageQueryDto extends PictureQueryDto {
  @ApiPropertyOptional({
    enum: imageVariants,
    default: 'original',
    description:
      'Which picture of the frame: as it came, normalized, or with the outline of the matched page, the agreeing points, and the places that tell it from its look-alike drawn on it.',
  })
  @IsIn(imageVariants)
  Variant: ImageVariant = 'original';

  @ApiPropertyOptional({
    enum: imageModes,
    description:
      'Tones of the normalized picture: as it is stored, grey, or two tones at one bit a px, enlarged to 300 dpi or twice its density where it has less (PNG, or TIFF with CCITT Group 4 for `Accept: image/tiff`).',
  })
  @IsOptional()
  @IsIn(imageModes)
  Mode?: ImageMode;
}

/**
 * The query for the picture that a caller's options name.
 *
 * @param bitonalType which type of file the caller would rather have a two-tone picture in
 * @throws DomainError INVALID_ARGUMENT where an option is not for that picture
 */
export function frameImageQuery(
  packetId: string,
  order: number,
  { Variant, Mode, Width }: FrameImageQueryDto,
  bitonalType: BitonalType,
): GetFrameImageQuery | GetFrameOverlayQuery {
  if (Variant !== 'overlay') {
    return new GetFrameImageQuery(packetId, order, Variant, Mode ?? null, Width ?? null, bitonalType);
  }
  if (Mode) throw modeOutOfPlace();
  if (Width) throw widthOutOfPlace();
  return new GetFrameOverlayQuery(packetId, order);
}
