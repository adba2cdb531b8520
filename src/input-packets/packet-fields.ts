import { IsName, IsText } from '../validation.js';

/** Characters of a packet's number, at most. */
export const longestNumber = 100;

/** A field that holds a packet's number. */
export const IsPacketNumber = () => IsName(longestNumber);

/** Characters that the largest QR code holds. */
export const longestSymbol = 7089;

/** Barcodes hold separators too, which are control characters; PostgreSQL keeps all but a zero byte. */
const noZeroByte = /^[^\0]*$/;

/** A field that holds what a barcode may. */
export const IsSymbolValue = () => IsText(longestSymbol, noZeroByte, 'must hold no zero byte');
