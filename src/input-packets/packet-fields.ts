import { applyDecorators } from '@nestjs/common';
import { Length, Matches } from 'class-validator';
import { IsName } from '../validation.js';

/** Characters of a packet's number, at most. */
export const longestNumber = 100;

/** A field that holds a packet's number. */
export const IsPacketNumber = () => IsName(longestNumber);

/** Characters that the largest QR code holds. */
export const longestSymbol = 7089;

/** A field that holds what a barcode may. */
export const IsSymbolValue = () =>
  applyDecorators(
    Length(1, longestSymbol, { message: `$property must have 1 to ${longestSymbol} characters` }),
    // Barcodes hold separators too, which are control characters; PostgreSQL keeps all but a zero byte.
    Matches(/^[^\0]*$/, { message: '$property must hold no zero byte' }),
  );
