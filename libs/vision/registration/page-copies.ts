import { centredOnLines, showsLines } from './line-patch.js';
import type { PatchSites } from './match-growth.js';
import { MIN_CONTRAST, PatchCutter, type Patch } from './patch.js';
import type { Point, Raster } from '../pixels/raster.js';
import { reduceByBoxes, type Reduced } from '../pixels/resample.js';
import { softCopy, TWO_PX, type SevenWeights } from '../pixels/soft-copy.js';

/** Longer sides, px, of the copies of the page on which matches are grown and finally measured. */
const COARSE_SIDE = 1100;
const FINE_SIDE = 1760;
/** Sites of patches and half their side, px of those copies. */
const COARSE_STEP = 18;
const COARSE_RADIUS = 12;
export const FINE_STEP = 40;
export const FINE_RADIUS = 15;
/** Inked places that show whether a sheet is flat. */
export const FIRST_PLACES = 120;
/** Inked places that lay a plane well enough; of a page with fewer all are measured. */
export const ENOUGH_PLACES = 240;

/**
 * How patches are blurred to be as soft as frames are: about 0.8, 1.6 and 2.3 px of the fine copy, and two thirds of
 * that of the coarse one. A patch sharper than the frame correlates less, and as well with either end of a stroke that
 * is smeared as with its middle.
 */
const BLURS: readonly PatchBlur[] = [
  { fine: [128, 58, 6, 0], coarse: [192, 32, 0, 0], times: 1, contrast: MIN_CONTRAST },
  { fine: TWO_PX, coarse: [94, 62, 17, 2], times: 1, contrast: 0.8 * MIN_CONTRAST },
  { fine: TWO_PX, coarse: [94, 62, 17, 2], times: 2, contrast: 0.65 * MIN_CONTRAST },
];
/** Softnesses of patches, from that of a sharp photograph on. */
export const SOFTNESSES = BLURS.length;

interface PatchBlur {
  fine: SevenWeights;
  coarse: SevenWeights;
  times: number;
  /** What is left of the contrast that a hairline needs to be looked for. */
  contrast: number;
}

/** Which of the fine copy's sites: each second one along both axes, a chequer board's one colour, or all. */
export type SiteDensity = 'quarter' | 'half' | 'all';

/** A reference page as registration wants it: reduced copies, and the patches looked for; made as they are needed. */
export class PageCopies {
  /** The copy on which places are measured. */
  readonly fine: Reduced;
  private reducedCoarsely: Reduced | undefined;
  private soft: Raster | undefined;
  private sites: PatchSites | undefined;
  private readonly cut = new Map<number, Patch | null>();

  /**
   * @param page grey, as stored
   * @param softness of the patches, one of SOFTNESSES
   * @param sharper the same page with other patches
   */
  constructor(
    readonly page: Raster,
    private readonly softness = 0,
    private readonly sharper: PageCopies | null = null,
  ) {
    this.fine = sharper?.fine ?? reduceByBoxes(page, FINE_SIDE);
  }

  /** The copy on which matches are grown. */
  get coarse(): Reduced {
    return (this.reducedCoarsely ??= this.sharper?.coarse ?? reduceByBoxes(this.page, COARSE_SIDE));
  }

  /** The sites of the coarse copy. */
  get coarseSites(): PatchSites {
    return (this.sites ??= this.cutSites());
  }

  private cutSites(): PatchSites {
    const { raster } = this.coarse;
    const { cols, rows } = lattice(raster, COARSE_STEP);
    const { coarse, times } = BLURS[this.softness];
    const patches = PatchCutter.over(softCopy(raster, coarse, times), COARSE_RADIUS, (cutter) =>
      Array.from({ length: cols * rows }, (_, k) => patchAt(cutter, k, cols, COARSE_STEP)),
    );
    return { step: COARSE_STEP, cols, rows, radius: COARSE_RADIUS, patches };
  }

  /** The sparsest sites with at least that many inked places; all where there are fewer. */
  sparsestOf(places: number): SiteDensity {
    const enough = (['quarter', 'half'] as const).find(
      (density) => this.finePatches(density).length >= places,
    );
    return enough ?? 'all';
  }

  /** The inked places of the fine copy. */
  finePatches(density: SiteDensity): Patch[] {
    const { raster } = this.fine;
    const { cols, rows } = lattice(raster, FINE_STEP);
    const asked: number[] = [];
    const uncut: number[] = [];
    for (let k = 0; k < cols * rows; k++) {
      if (!liesAmong(k % cols, Math.floor(k / cols), density)) continue;
      asked.push(k);
      if (!this.cut.has(k)) uncut.push(k);
    }
    if (uncut.length > 0)
      PatchCutter.over(
        this.softFine,
        FINE_RADIUS,
        (cutter) => cutFinePatches(cutter, uncut, cols, this.cut),
        BLURS[this.softness].contrast,
      );
    // Nothing is left to cut.
    if (density === 'all') this.soft = undefined;
    const patches: Patch[] = [];
    for (const k of asked) {
      const patch = this.cut.get(k);
      if (patch) patches.push(patch);
    }
    return patches;
  }

  private get softFine(): Raster {
    const { fine, times } = BLURS[this.softness];
    return (this.soft ??= softCopy(this.fine.raster, fine, times));
  }
}

/** px of the coarse copy a px of the fine one. */
export function fineToCoarse({ fine, coarse }: PageCopies): { scaleX: number; scaleY: number } {
  return { scaleX: coarse.scaleX / fine.scaleX, scaleY: coarse.scaleY / fine.scaleY };
}

/** The same place where a px is so many of another copy's. */
export function resized(p: Point, { scaleX, scaleY }: { scaleX: number; scaleY: number }): Point {
  return { x: (p.x + 0.5) * scaleX - 0.5, y: (p.y + 0.5) * scaleY - 0.5 };
}

function lattice(page: Raster, step: number): { cols: number; rows: number } {
  return { cols: Math.floor((page.width - 1) / step), rows: Math.floor((page.height - 1) / step) };
}

/** Whether a density has the site of a column and row. */
function liesAmong(i: number, j: number, density: SiteDensity): boolean {
  if (density === 'quarter') return i % 2 === 0 && j % 2 === 0;
  return density === 'all' || (i + j) % 2 === 0;
}

function patchAt(cutter: PatchCutter, site: number, cols: number, step: number): Patch | null {
  return cutter.cut((1 + (site % cols)) * step, (1 + Math.floor(site / cols)) * step);
}

/** Adds the patches of the fine copy's sites to those that have been cut. */
function cutFinePatches(
  cutter: PatchCutter,
  sites: readonly number[],
  cols: number,
  cut: Map<number, Patch | null>,
): void {
  for (const site of sites) {
    const patch = patchAt(cutter, site, cols, FINE_STEP);
    cut.set(site, patch && showsLines(patch) ? centredOnLines(cutter, patch, FINE_RADIUS) : patch);
  }
}

const known = new WeakMap<Raster, PageCopies[]>();

/**
 * The copies of a page with patches of a softness, which live as long as its raster does: a page laid onto several
 * frames is prepared once.
 *
 * @param softness 0 .. SOFTNESSES - 1
 */
export function copiesOf(page: Raster, softness = 0): PageCopies {
  let copies = known.get(page);
  if (!copies) known.set(page, (copies = []));
  return (copies[softness] ??=
    softness === 0 ? new PageCopies(page) : new PageCopies(page, softness, copiesOf(page)));
}
