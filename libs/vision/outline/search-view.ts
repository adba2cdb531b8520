import { isCode } from './coded-box.js';
import { borneOutBeyond } from './enclosing-sheet.js';
import type { FoldedSheet } from './folded-sheet.js';
import { joinQuads } from './joined-quads.js';
import { cutThrough, inkAcrossSides, isCrossed, isPartlyCrossed, leavesPrintOut } from './outline-doubts.js';
import { linesOf, type PictureLines } from './picture-lines.js';
import type { LineEvidence } from './line-evidence.js';
import type { JoinedQuad } from './quad-score.js';
import { grown } from './refined-outline.js';
import { refineSides } from './side-refinement.js';
import { SAME_SHEET, sheetGoesOn } from './whole-page.js';
import type { Quad, Raster } from '../pixels/raster.js';
import type { Reduced } from '../pixels/resample.js';

/** What a larger outline has beyond one that cuts through the page is borne out this well along each side. */
const SEEN_BEYOND = 0.4;

/** A picture in which outlines are searched. */
export interface Search {
  picture: Raster;
  /** Its reduced copy, and the same with its text closed away. */
  small: Reduced;
  closed: Raster;
  /** Outlines wanted, at most. */
  count: number;
  /** Whether what is a barcode is passed over. */
  papersOnly?: boolean;
  /** Whether a sheet may be folded where light changes as much as at its borders. */
  foldsInShade?: boolean;
  /** Whether there is clutter in the picture, laid dark: gaps in it look like print. */
  besideClutter?: boolean;
}

/** What the rules of a search ask of its picture. Quads are in px of the reduced copy. */
export class SearchView {
  readonly picture: Raster;
  readonly small: Reduced;
  readonly plain: Raster;
  readonly closed: Raster;
  /** px of the picture for one of the copy. */
  readonly unit: number;
  readonly lines: PictureLines;
  /** All quads of the lines by their sides alone, best first. */
  readonly joined: Iterable<JoinedQuad>;

  constructor(private readonly search: Search) {
    const { picture, small, closed } = search;
    [this.picture, this.small, this.plain, this.closed] = [picture, small, small.raster, closed];
    this.unit = 1 / small.scaleX;
    this.lines = linesOf(small.raster, closed);
    this.joined = joinQuads(this.lines.evidence, closed);
  }

  get foldsInShade(): boolean {
    return this.search.foldsInShade ?? false;
  }

  /** The picture's own borders. */
  get borders(): LineEvidence[] {
    return this.lines.evidence.filter(({ border }) => border);
  }

  /** 0..1: how much a quad cuts through a page. */
  readonly cutOf = (quad: JoinedQuad): number => cutThrough([quad], this.closed, this.plain);

  /** Whether what a larger quad has beyond another looks like the same sheet, and is borne out. */
  readonly isSameSheet = (whole: JoinedQuad, part: JoinedQuad): boolean =>
    borneOutBeyond(whole, part.quad) >= SEEN_BEYOND &&
    sheetGoesOn(whole.quad, part.quad, this.closed) >= SAME_SHEET;

  /** Whether ink runs on across a side of an outline. */
  readonly isCrossed = (panels: readonly JoinedQuad[]): boolean => isCrossed(this.inkAcross(panels));

  /** ...and whether some may. */
  readonly isPartlyCrossed = (panels: readonly JoinedQuad[]): boolean =>
    isPartlyCrossed(this.inkAcross(panels));

  /** Whether a quad is to be looked at: any, or any that is no barcode. */
  readonly isPaper = ({ quad }: JoinedQuad): boolean =>
    !this.search.papersOnly || !isCode(this.inPicture(quad), this.picture);

  /** Whether a sheet that would be relied on is unsure, and much of the picture's print lies beyond it. */
  readonly leavesPrintOut = ({ panels }: FoldedSheet, confidence: number): boolean =>
    !this.search.besideClutter &&
    leavesPrintOut({ score: confidence, panels }, () => this.inkAcross(panels), this.closed, this.plain);

  /** A quad with its sides on the picture's edges, px of the picture. */
  readonly refined = ({ quad, cut, sides }: JoinedQuad): Quad =>
    refineSides(this.picture, this.inPicture(quad), cut, this.unit, sides).quad;

  private inkAcross(panels: readonly JoinedQuad[]): number {
    return inkAcrossSides(panels, this.picture, this.unit);
  }

  private inPicture(quad: Quad): Quad {
    return grown(quad, this.small.scaleX, this.small.scaleY);
  }
}
