import sharp from 'sharp';
import { handmadeTiff, pdf } from '../hostile-files.js';
import { softPicture } from '../noisy-picture.js';
import { heicPhotograph } from '../heic-photograph.js';
import type { Random } from '../random.js';

/** Size of the pictures that are mutated, px: small, and soft, so that a run spends its time on requests. */
const width = 120;
const height = 90;
/** Side of the PDF's page in points, at 72 to the inch. */
const pdfPoints = 90;
const pdfPages = 2;
const tiffPages = 3;
/** What lengths, counts and sizes in a file's headers are overwritten with. */
const extremes = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
/** Where headers lie that tell how the rest is to be read. */
const headerBytes = 200;

/** A file that the service takes, by its format. */
export interface SeedFile {
  format: string;
  bytes: Buffer;
  pages: number;
}

/** One small file of every format that is accepted. */
export async function seedFiles(): Promise<SeedFile[]> {
  const picture = softPicture(width, height);
  const options: PDFKit.PDFDocumentOptions = { size: [pdfPoints, pdfPoints], margin: 5, compress: false };
  return [
    { format: 'jpeg', bytes: await picture.clone().jpeg().toBuffer(), pages: 1 },
    {
      format: 'jpeg with EXIF',
      bytes: await picture.clone().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
      pages: 1,
    },
    { format: 'png', bytes: await picture.clone().png().toBuffer(), pages: 1 },
    {
      format: 'webp',
      bytes: await sharp(await picture.clone().png().toBuffer())
        .webp()
        .toBuffer(),
      pages: 1,
    },
    { format: 'heic', bytes: await heicPhotograph(), pages: 1 },
    { format: 'avif', bytes: await picture.clone().avif().toBuffer(), pages: 1 },
    { format: 'tiff', bytes: await picture.clone().tiff({ compression: 'lzw' }).toBuffer(), pages: 1 },
    { format: 'tiff of pages', bytes: handmadeTiff({ pages: tiffPages }), pages: tiffPages },
    { format: 'pdf', bytes: await pdf(pdfPages, options), pages: pdfPages },
  ];
}

type Mutation = (bytes: Buffer, random: Random, others: readonly SeedFile[]) => Buffer;

const somewhere = (bytes: Buffer, random: Random) => random.int(0, Math.max(0, bytes.length - 1));

const mutations: readonly Mutation[] = [
  function flipBits(bytes, random) {
    if (bytes.length === 0) return bytes;
    for (let flips = random.int(1, 24); flips > 0; flips--)
      bytes[somewhere(bytes, random)] ^= 1 << random.int(0, 7);
    return bytes;
  },
  function flipHeaderBits(bytes, random) {
    if (bytes.length === 0) return bytes;
    for (let flips = random.int(1, 6); flips > 0; flips--)
      bytes[random.int(0, Math.min(headerBytes, bytes.length) - 1)] ^= 1 << random.int(0, 7);
    return bytes;
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, somewhere(bytes, random));
  },
  function dropMiddle(bytes, random) {
    const [from, to] = [somewhere(bytes, random), somewhere(bytes, random)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function repeatMiddle(bytes, random) {
    const [from, to] = [somewhere(bytes, random), somewhere(bytes, random)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  function extremeNumber(bytes, random) {
    if (bytes.length < 4) return bytes;
    const at = random.int(0, Math.min(headerBytes, bytes.length - 4));
    const value = random.pick(extremes);
    if (random.chance(0.5)) bytes.writeUInt32LE(value, at);
    else bytes.writeUInt32BE(value, at);
    return bytes;
  },
  function blankOut(bytes, random) {
    const from = somewhere(bytes, random);
    return bytes.fill(random.pick([0, 255, 0x20]), from, Math.min(bytes.length, from + random.int(1, 2000)));
  },
  function headOfAnother(bytes, random, others) {
    const head = random.pick(others).bytes;
    return Buffer.concat([head.subarray(0, random.int(1, headerBytes)), bytes]);
  },
  function junkBehind(bytes, random) {
    return Buffer.concat([bytes, Buffer.from(Array.from({ length: 500 }, () => random.int(0, 255)))]);
  },
  /** Numbers of a PDF or of EXIF in text: sizes, references, lengths. */
  function otherDigits(bytes, random) {
    const digits = [...bytes.keys()].filter((at) => bytes[at] >= 0x30 && bytes[at] <= 0x39);
    for (let edits = random.int(1, 10); edits > 0 && digits.length > 0; edits--)
      bytes[random.pick(digits)] = 0x30 + random.int(0, 9);
    return bytes;
  },
];

/** A file as it comes after one to three accidents, or after somebody's work on it. */
export function mutatedFile(files: readonly SeedFile[], random: Random): Buffer {
  let bytes: Buffer = Buffer.from(random.pick(files).bytes);
  for (let times = random.int(1, 3); times > 0; times--)
    bytes = Buffer.from(random.pick(mutations)(bytes, random, files));
  return bytes;
}
