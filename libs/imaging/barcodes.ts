import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  prepareZXingModule,
  purgeZXingModule,
  readBarcodes as zxingRead,
  type ReaderOptions,
  type ReadResult,
} from 'zxing-wasm/reader';
import type { Raster } from '../vision/pixels/raster.js';
import { BarcodeVotes, type Reading } from './barcode-votes.js';
import type { BarcodeSymbol } from './contract.js';
import { decodeGrey } from './decode.js';
import { resizedGrey, sharpenedGrey, type UnsharpMask } from './grey-copies.js';
import { areaOf, cut, outOfPart, type Box } from './picture-part.js';
import { symbolPlaces } from './symbol-places.js';
import { isWasmCrash } from './wasm-crash.js';

const READER: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  textMode: 'Plain',
  // The value is the symbol's own, without a magazine's issue number beside it.
  eanAddOnSymbol: 'Ignore',
};

/** Largest raster of the first look, px: any phone's frame at full resolution. */
const FIRST_LOOK_MAX_PIXELS = 64_000_000;
/** Largest raster of each further look, px; larger ones are shrunk. Bounds the time spent on a page without symbols. */
const SECOND_LOOK_MAX_PIXELS = 2_000_000;
/** Up to this size a picture is enlarged for a further look: bars under 2 px wide become legible. */
const ENLARGE_MAX_PIXELS = 1_500_000;
/** Largest raster of an enlarged look, px. */
const ENLARGED_MAX_PIXELS = 6_000_000;

/** Places of a large picture looked at closer, at most: each costs some 0.2 s. */
const PLACES = 8;
/** Share of the picture that such a place takes at most; what is larger the looks at the whole are for. */
const LARGEST_PLACE = 0.1;

interface Look {
  /** Size relative to the picture's own. */
  scale: number;
  /** Undoes the blur of a lens out of focus, as far as bars and cells are concerned. */
  mask?: UnsharpMask;
  /** Less noise than bars: a lens in focus, little light. Standard deviation of the blur, px of the look. */
  softened?: number;
}

/**
 * Further looks, taken until one is believed. Of 886 photographs of barcodes the first look alone reads 771,
 * with these 845 (`npm run bench:barcodes`).
 */
function furtherLooks(picture: Raster): Look[] {
  const pixels = picture.width * picture.height;
  const own = Math.min(1, Math.sqrt(SECOND_LOOK_MAX_PIXELS / pixels));
  const looks: Look[] = [
    { scale: own, mask: { sigma: 3, strength: 3 } },
    { scale: own, mask: { sigma: 5, strength: 6 } },
    { scale: own * 0.66 },
    { scale: own / 3 },
  ];
  if (pixels <= ENLARGE_MAX_PIXELS)
    looks.unshift(
      { scale: 2 },
      { scale: 2, mask: { sigma: 3, strength: 3 } },
      { scale: enlarged(3, picture), mask: { sigma: 5, strength: 4 } },
      { scale: enlarged(3, picture), mask: { sigma: 8, strength: 6 } },
      { scale: 2, softened: 2 },
      { scale: enlarged(4, picture) },
      { scale: enlarged(4, picture), mask: { sigma: 10, strength: 8 } },
    );
  else if (own < 1) looks.unshift({ scale: own });
  return looks;
}

/** Looks at a place of a large picture: what was not read there is blurred rather than small. */
function closerLooks(place: Raster): Look[] {
  return [
    { scale: enlarged(2, place), mask: { sigma: 3, strength: 3 } },
    { scale: enlarged(3, place), mask: { sigma: 8, strength: 6 } },
    { scale: 1, mask: { sigma: 3, strength: 3 } },
  ];
}

/** So many times a picture's size, or as often as the largest raster allows. */
function enlarged(times: number, { width, height }: Raster): number {
  return Math.min(times, Math.sqrt(ENLARGED_MAX_PIXELS / (width * height)));
}

let prepared: Promise<unknown> | undefined;

/** Loads the reader from the package's own file; left to itself it would fetch it from a public network. */
function prepare(): Promise<unknown> {
  prepared ??= (async () => {
    const file = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
    return prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(file).buffer },
      fireImmediately: true,
    });
  })();
  return prepared;
}

/**
 * How long a picture is looked at: `quick` for one look at full resolution, which reads what is sharp; `thorough` also
 * at sharpened, enlarged and shrunk copies while there is nothing to be believed.
 */
export type BarcodeEffort = 'quick' | 'thorough';

/**
 * All machine-readable symbols of a picture (linear, QR, Data Matrix, PDF417, Aztec and their kin), any
 * orientation, light on dark too, each type and value once. Doubtful readings are left out: a wrong
 * identifier is worse than none.
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function readBarcodes(
  bytes: Uint8Array,
  effort: BarcodeEffort = 'thorough',
): Promise<BarcodeSymbol[]> {
  return (await locateBarcodes(await decodeGrey(bytes), effort)).map(({ type, value }) => ({ type, value }));
}

/** A symbol and where it lies. Of a linear one the box covers the lines that were read, its bars may be longer. */
export type LocatedSymbol = Reading;

/** The same of a raster of one channel, with the symbols' places, px of the raster. */
export async function locateBarcodes(grey: Raster, effort: BarcodeEffort): Promise<LocatedSymbol[]> {
  const votes = new BarcodeVotes();
  const whole = Math.min(1, Math.sqrt(FIRST_LOOK_MAX_PIXELS / (grey.width * grey.height)));
  votes.add(await look(grey, { scale: whole }));
  if (effort === 'thorough') {
    if (grey.width * grey.height > ENLARGE_MAX_PIXELS) await lookCloser(grey, votes);
    for (const further of furtherLooks(grey)) {
      if (!votes.open) break;
      votes.add(await look(grey, further));
    }
  }
  return votes.believed();
}

/** Looks closer at the places of a large picture where symbols may be that the first look did not read. */
async function lookCloser(grey: Raster, votes: BarcodeVotes): Promise<void> {
  const largest = LARGEST_PLACE * grey.width * grey.height;
  const places = symbolPlaces(grey).filter((box) => areaOf(box) <= largest);
  for (const place of places.slice(0, PLACES)) {
    const part = cut(grey, place);
    for (const further of closerLooks(part)) {
      if (votes.isSettledWithin(place)) break;
      const readings = await look(part, further);
      votes.add(readings.map((reading) => ({ ...reading, box: outOfPart(reading.box, place) })));
    }
  }
}

/** One attempt at the picture, resized and prepared. */
async function look(grey: Raster, { scale, mask, softened }: Look): Promise<Reading[]> {
  const picture = mask ? await sharpenedGrey(grey, scale, mask) : await resizedGrey(grey, scale, softened);
  const results = await read(asPgm(picture));
  return results
    .filter((result) => result.isValid)
    .map((result) => ({
      type: result.format,
      symbology: result.symbology,
      value: textOf(result),
      box: boxOf(result, scale),
      lines: result.lineCount === 0 ? 0 : Math.max(1, result.lineCount / Math.max(1, scale)),
    }));
}

/** What a symbol holds; bytes of which none knows the encoding are taken for Latin-1, one character each. */
function textOf({ text, bytes }: ReadResult): string {
  return text === '' ? Buffer.from(bytes).toString('latin1') : text;
}

async function read(picture: Uint8Array): Promise<ReadResult[]> {
  await prepare();
  try {
    return await zxingRead(picture, READER);
  } catch (error) {
    if (isWasmCrash(error)) {
      // The reader's heap is in an unknown state: start afresh next time.
      purgeZXingModule();
      prepared = undefined;
    }
    throw error;
  }
}

/** A raster of one channel as binary PGM: the reader's only input that is not four bytes a px. */
function asPgm({ data, width, height }: Raster): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}

function boxOf({ position }: ReadResult, scale: number): Box {
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
  const xs = corners.map(({ x }) => x / scale);
  const ys = corners.map(({ y }) => y / scale);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
