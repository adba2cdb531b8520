import type { BarcodeSymbol } from './contract.js';
import { areaOf, type Box } from './picture-part.js';

/** A symbol that one attempt read somewhere on the picture. */
export interface Reading extends BarcodeSymbol {
  /** zxing's name of the family: `EANUPC`, `QRCode` ... */
  symbology: string;
  box: Box;
  /** Scan lines that agree, in px rows of the picture at its own size; 0 for matrix symbols. */
  lines: number;
}

/**
 * Lines that a linear symbol needs before its reading is believed. EAN and UPC have one check digit and read
 * themselves into blurred bars; ITF, Codabar and Code 39 have none. Over 886 photographs 20 misreadings of EAN
 * and UPC turned up, with 7 lines at most; 17 of 159 right ones had as few. Single looks misread Codabar with
 * up to 3 lines, and parts of a blurred ITF pass for shorter ones with 4 to 9. The others carry real checksums,
 * and none was misread.
 */
const LINES_NEEDED: Readonly<Record<string, number>> = {
  EANUPC: 8,
  ITF: 10,
  Codabar: 5,
  Code39: 4,
  Telepen: 2,
};
/** Where two linear readings of one place differ, the better one must have this many times the other's lines. */
const DOMINANCE = 4;
/** Share of the smaller box that two readings of the same symbol have in common, at least. */
const SAME_PLACE = 0.3;
/** Boxes of linear symbols are as thin as the lines read; this is added all around, px. */
const BOX_MARGIN_PX = 8;

function grown(box: Box): Box {
  return {
    left: box.left - BOX_MARGIN_PX,
    top: box.top - BOX_MARGIN_PX,
    right: box.right + BOX_MARGIN_PX,
    bottom: box.bottom + BOX_MARGIN_PX,
  };
}

function samePlace(a: Box, b: Box): boolean {
  const [first, second] = [grown(a), grown(b)];
  const common = areaOf({
    left: Math.max(first.left, second.left),
    top: Math.max(first.top, second.top),
    right: Math.min(first.right, second.right),
    bottom: Math.min(first.bottom, second.bottom),
  });
  return common > SAME_PLACE * Math.min(areaOf(first), areaOf(second));
}

function isWithin({ left, top, right, bottom }: Box, part: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;
}

/**
 * What several attempts at one picture agree on. A reading is believed when enough scan lines carry it and
 * no other reading of the same place comes near; symbols with error correction are believed at once, but a
 * later attempt cannot contradict an earlier one.
 */
export class BarcodeVotes {
  private readonly entries: Reading[] = [];

  /** Adds what an attempt read. */
  add(readings: readonly Reading[]): void {
    for (const reading of readings) {
      if (reading.value.length === 0) continue;
      const known = this.entries.find(
        (entry) => entry.value === reading.value && entry.symbology === reading.symbology,
      );
      if (known) known.lines += reading.lines;
      else this.entries.push({ ...reading });
    }
  }

  /** Readings believed, in the order in which they were found, each type and value once, where it was read first. */
  believed(): Reading[] {
    return this.entries.filter((entry) => this.isBelieved(entry));
  }

  /** Whether another attempt may still tell something: nothing believed yet, or something read but doubted. */
  get open(): boolean {
    const believed = this.believed();
    return believed.length === 0 || !this.allExplained(this.entries, believed);
  }

  /** Whether something is believed in a part of the picture, and nothing doubted beside it. */
  isSettledWithin(part: Box): boolean {
    const inside = this.entries.filter(({ box }) => isWithin(box, part));
    const believed = inside.filter((entry) => this.isBelieved(entry));
    return believed.length > 0 && this.allExplained(inside, believed);
  }

  /** Whether each reading that is not believed lies where a better one does. */
  private allExplained(entries: readonly Reading[], believed: readonly Reading[]): boolean {
    return entries.every(
      (entry) => believed.includes(entry) || believed.some((better) => samePlace(entry.box, better.box)),
    );
  }

  private isBelieved(entry: Reading): boolean {
    if (entry.lines > 0 && entry.lines < (LINES_NEEDED[entry.symbology] ?? 1)) return false;
    const place = this.entries.indexOf(entry);
    return this.entries.every((other, i) => {
      if (other === entry || !samePlace(entry.box, other.box)) return true;
      // A matrix symbol may lie inside another's box; two readings of one family compete.
      if (entry.symbology !== other.symbology) return true;
      if (entry.lines === 0) return place < i || !isContradiction(entry, other);
      return entry.lines >= DOMINANCE * other.lines;
    });
  }
}

/** Two matrix symbols of one family lie on each other only when one of them is a misreading. */
function isContradiction(a: Reading, b: Reading): boolean {
  const [small, large] = areaOf(a.box) < areaOf(b.box) ? [a.box, b.box] : [b.box, a.box];
  return areaOf(small) > 0.5 * areaOf(large);
}
