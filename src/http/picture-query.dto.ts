import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsThumbnailWidth, thumbnailWidths } from '../thumbnail.js';
import { FromDigits } from './from-digits.js';

/** In which size a picture is wanted. */
export class PictureQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: thumbnailWidths.least,
    maximum: thumbnailWidths.most,
    description:
      'Made small, as a JPEG so many px wide; a narrower picture keeps its width. The picture as it is when absent.',
  })
  @FromDigits()
  @IsThumbnailWidth()
  Width?: number;
}
