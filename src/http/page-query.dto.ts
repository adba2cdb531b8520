import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsSkip, IsTake, listLimits } from '../list-range.js';
import { FromDigits } from './from-digits.js';

/** Which part of a list. */
export class PageQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: listLimits.skip,
    default: 0,
    description: 'Items to leave out at the start.',
  })
  @FromDigits()
  @IsSkip()
  Skip = 0;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: listLimits.take,
    default: 50,
    description: 'Items to return at most.',
  })
  @FromDigits()
  @IsTake()
  Take = 50;
}
