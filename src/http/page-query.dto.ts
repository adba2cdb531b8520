import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIntegerFrom } from '../validation.js';
import { FromDigits } from './from-digits.js';

const maxTake = 500;
const maxSkip = 10_000_000;

/** Which part of a list. */
export class PageQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: maxSkip,
    default: 0,
    description: 'Items to leave out at the start.',
  })
  @FromDigits()
  @IsIntegerFrom(0, maxSkip)
  Skip = 0;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: maxTake,
    default: 50,
    description: 'Items to return at most.',
  })
  @FromDigits()
  @IsIntegerFrom(1, maxTake)
  Take = 50;
}
