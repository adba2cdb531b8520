import { type ImageFormat, PictureError } from './contract.js';

/** PDF readers look for the header within the first kilobyte: some producers put a mail header before it. */
const PDF_HEADER_WINDOW_BYTES = 1024;

function startsWith(bytes: Uint8Array, signature: readonly number[], offset = 0): boolean {
  return signature.every((byte, i) => bytes[offset + i] === byte);
}

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a];
const RIFF = ascii('RIFF');
const WEBP = ascii('WEBP');
const PDF = ascii('%PDF-');
/** The box that HEIC and AVIF files begin with, behind its length, and the brands in it that pictures have. */
const FILE_TYPE = ascii('ftyp');
const HEIF_BRAND = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])$/;
/** Little and big endian, classic (42) and BigTIFF (43). */
const TIFF = [
  [...ascii('II'), 42, 0],
  [...ascii('MM'), 0, 42],
  [...ascii('II'), 43, 0],
  [...ascii('MM'), 0, 43],
];

/**
 * The format that a file's first bytes claim, or null when it is none of those accepted. Only the signature
 * is read: whether the rest holds a picture is for a decoder to say.
 */
export function sniffFormat(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  if (startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8)) return 'webp';
  if (TIFF.some((signature) => startsWith(bytes, signature))) return 'tiff';
  if (startsWith(bytes, FILE_TYPE, 4) && HEIF_BRAND.test(brandOf(bytes))) return 'heif';
  const last = Math.min(bytes.length - PDF.length, PDF_HEADER_WINDOW_BYTES);
  for (let offset = 0; offset <= last; offset++) if (startsWith(bytes, PDF, offset)) return 'pdf';
  return null;
}

function brandOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(8, 12));
}

/** The refusal of a file that `sniffFormat` does not know. */
export function unsupported(bytes: Uint8Array): PictureError {
  const reason =
    bytes.length === 0 ? 'the file is empty' : 'neither JPEG, PNG, WebP, HEIC, AVIF, TIFF nor PDF';
  return new PictureError('UNSUPPORTED_IMAGE', reason);
}
