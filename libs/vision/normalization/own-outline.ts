import { hasStraightSides, rollOutPage } from '../dewarp/dewarp-page.js';
import { layOutPanels } from '../dewarp/folded-panels.js';
import { straightenLines } from '../dewarp/straighten-lines.js';
import type { Rung } from '../outline/folded-sheet.js';
import { seenRectangle } from '../outline/cut-sheet.js';
import { MIN_OUTLINE_CONFIDENCE, type PageOutline } from '../outline/refined-outline.js';
import {
  flatProportions,
  ofDensity,
  pageProportions,
  partProportions,
  rolledOutProportions,
  type PageProportions,
} from '../outline/page-proportions.js';
import {
  frameQuad,
  homographyFromPoints,
  projectQuad,
  resizeMap,
  turnQuad,
} from '../geometry/plane-geometry.js';
import { MM_PER_INCH } from '../geometry/paper-units.js';
import { project } from '../geometry/projective.js';
import {
  hasRightAngles,
  isBitonal,
  liesFlat,
  liesOnLid,
  looksScanned,
  scanGoesOn,
  SCANNED_RIGHT_ANGLE,
} from '../light/flat-scan.js';
import { KernelMemory } from '../kernels/kernels.js';
import { scannerLid } from '../light/scanner-lid.js';
import { evenLight, paperLevels } from '../light/illumination.js';
import { leanOf, skewOf } from '../orientation/skew.js';
import { findUpright } from '../orientation/text-orientation.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { turn } from '../pixels/resample.js';
import { warpView } from '../pixels/split-picture.js';
import { evenGreen, layEvening } from '../pixels/split-treatment.js';
import { meshAt, meshFrom, meshFromHomography, type WarpMesh } from '../pixels/warp-mesh.js';
import {
  NO_DIAGNOSTICS,
  outputDpi,
  scaledMesh,
  type Alignment,
  type NormalizationFlag,
} from './alignment.js';
import type { FrameCopies } from './frame-copies.js';

const { max, round } = Math;

/** An outline this sure is a page on a table, however even the light. */
const CLEAR_OUTLINE = 0.8;
/** Longer side of the copy in which letters are looked at, px. */
const LETTERS_SIDE = 1500;
/** Skew under this, degrees, is not worth a resampling; nor is one that hardly sharpens the rows. */
const MIN_SKEW = 0.08;
const MIN_SKEW_GAIN = 0.02;

/**
 * Cuts the page out by its outline, upright and in its proportions; or keeps the whole frame where it is a scan, or no
 * page stands out.
 */
export function alignByOutline(copies: FrameCopies): Alignment {
  const { frame, reduced, outline: found } = copies;
  const sure = found !== null && found.confidence >= MIN_OUTLINE_CONFIDENCE;
  const clear = found !== null && found.confidence >= CLEAR_OUTLINE && !found.cut.some(Boolean);
  // No camera sees two tones: a page has right angles there, before a scanner's lid, and its lines lean for other
  // reasons than perspective or curl. A page with next to nothing but white and pale tints counts as two tones too.
  const twoTone = isBitonal(frame);
  const grey = copies.reducedLuminance.raster;
  const scanned = twoTone
    ? !sure || !hasRightAngles(found.quad, SCANNED_RIGHT_ANGLE) || !liesOnLid(grey, found.quad)
    : (sure && scanGoesOn(grey, found, clear)) || (!clear && looksScanned(reduced.raster, paperLevels(grey)));
  const flagOfWhole = scanned
    ? 'already_flat'
    : sure && found.isOneOfSome
      ? 'several_sheets'
      : 'no_page_found';
  // In a scan the frame itself is the page's best outline, unless a dark lid shows the page's. Of a part of a sheet,
  // and of one of several, the rest would be lost: no flag says what is not there.
  if (!sure || scanned || found.isPart || found.isOneOfSome) return keepWhole(copies, flagOfWhole, found);
  const up = resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY);
  const quad = projectQuad(up, found.quad);
  const flag = liesFlat(quad, frame.width, frame.height) ? 'already_flat' : null;
  const cutOff = seenRectangle({ quad, cut: found.cut }, frame);
  const seen = cutOff
    ? partProportions(cutOff.ratio)
    : pageProportions(quad, frame.width, frame.height, found.cut.some(Boolean), found.bow);
  const proportions = flag ? ofDensity(seen, longestSide(quad), copies.density) : seen;
  const laid = upright(copies, cutOff?.quad ?? quad, proportions, found.confidence, 'outline', flag);
  if (flag) return laid.alignment;
  return twoTone ? deskewed(laid) : withoutCurl(copies, laid, found);
}

/** A page laid upright as a plane, and a grey copy of it. */
interface LaidPage {
  alignment: Alignment;
  /** Corners of what was laid, px of the frame, upright reading order. */
  quad: Quad;
  /** Of a size at which letters can be told, light evened. */
  page: Raster;
}

/** The same page with its curl taken out, where it is bent. */
function withoutCurl(
  { frame, reduced }: FrameCopies,
  { alignment, quad, page }: LaidPage,
  { cut, bow, borne, rungs }: Pick<PageOutline, 'cut' | 'bow' | 'borne' | 'rungs'>,
): Alignment {
  const { mesh, diagnostics } = alignment;
  const turned = [0, 1, 2, 3].map((side) => cut[(side + 4 - diagnostics.quarters) % 4]);
  const up = resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY);
  const onFrame = (p: Point): Point => project(up, p.x, p.y);
  const folds = rungs.map(([a, b]): Rung => [onFrame(a), onFrame(b)]);
  const sheet =
    rollOutPage({ frame, reduced, quad, cut: turned, bow, borne, page }) ??
    (folds.length > 2 ? layOutPanels(folds, quad, frame) : null);
  // What is bent as no cylinder is has lines to be straightened all the same.
  if (!sheet) return hasStraightSides({ bow, borne }) ? alignment : withLinesStraight({ alignment, page });
  const proportions = rolledOutProportions(sheet.ratio, cut.some(Boolean));
  const long = max(mesh.width, mesh.height);
  const { ratio } = proportions;
  const width = max(16, round(ratio > 1 ? long : long * ratio));
  const height = max(16, round(ratio > 1 ? long / ratio : long));
  return {
    ...alignment,
    mesh: meshFrom(width, height, (x, y) => sheet.show((x + 0.5) / width, (y + 0.5) / height)),
    dpi: densityOf(long, proportions),
    outline: alignment.outline && [sheet.show(0, 0), sheet.show(1, 0), sheet.show(1, 1), sheet.show(0, 1)],
    diagnostics: { ...diagnostics, proportions, rolledOut: true },
  };
}

/** Of a frame kept whole none of the page's borders is known. */
const WHOLE = { cut: [true, true, true, true], bow: 0, borne: 1, rungs: [] };

/** The whole frame, turned upright and deskewed: it is a scan, or no page stands out, or more than one does. */
function keepWhole(copies: FrameCopies, flag: NormalizationFlag, found: PageOutline | null): Alignment {
  const scanned = flag === 'already_flat';
  const laid = layWhole(copies, found?.confidence ?? null, flag);
  // Sheets that lie apart share no bend.
  if (flag === 'several_sheets') return deskewed(laid);
  const { alignment } = laid;
  const straight = scanned ? withLinesStraight(laid) : withoutCurl(copies, laid, WHOLE);
  const isBent = straight !== alignment;
  if (!scanned) return isBent ? straight : deskewed(laid);
  // What is bent and looks scanned was made so by an app, or is a book's page.
  const shown = isBent ? { ...straight, flag: null } : deskewed(laid);
  return { ...shown, lid: scannerLid(copies.reducedLuminance.raster) };
}

/** The whole frame laid upright; one whose rows of ink lie far askew by these, with all of it in the picture. */
function layWhole(copies: FrameCopies, confidence: number | null, flag: NormalizationFlag): LaidPage {
  const { width, height } = copies.frame;
  const seen = flatProportions(width, height);
  const proportions = flag === 'already_flat' ? ofDensity(seen, max(width, height), copies.density) : seen;
  const laid = upright(copies, frameQuad(width, height), proportions, confidence, 'whole', flag);
  const lean = leanOf(laid.page);
  if (lean === 0) return laid;
  const { quad, ratio, grown } = boxAround(width, height, lean);
  const { longSideMm } = proportions;
  const leaning = { ...proportions, ratio, longSideMm: grown * longSideMm, sheet: null };
  const levelled = upright(copies, quad, leaning, confidence, 'whole', flag);
  const { alignment } = levelled;
  return {
    ...levelled,
    alignment: { ...alignment, diagnostics: { ...alignment.diagnostics, skew: lean } },
  };
}

/** The rectangle about a frame that is turned by so many degrees clockwise; how much longer than the frame it is. */
function boxAround(
  width: number,
  height: number,
  degrees: number,
): { quad: Quad; ratio: number; grown: number } {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const wide = width * Math.abs(c) + height * Math.abs(s);
  const high = height * Math.abs(c) + width * Math.abs(s);
  const corner = (u: number, v: number): Point => ({
    x: (width - 1 + u * wide * c - v * high * s) / 2,
    y: (height - 1 + u * wide * s + v * high * c) / 2,
  });
  return {
    quad: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)],
    ratio: wide / high,
    grown: max(wide, high) / max(width, height),
  };
}

/** A page as it is laid, with the bend taken out that its lines show. */
function withLinesStraight({ alignment, page }: Pick<LaidPage, 'alignment' | 'page'>): Alignment {
  const straight = straightenLines(page);
  if (!straight) return alignment;
  const { mesh, diagnostics } = alignment;
  const scale = { x: page.width / mesh.width, y: page.height / mesh.height };
  const shown = meshFrom(mesh.width, mesh.height, (x, y) => {
    const p = straight.at((x + 0.5) * scale.x - 0.5, (y + 0.5) * scale.y - 0.5);
    return meshAt(mesh, (p.x + 0.5) / scale.x - 0.5, (p.y + 0.5) / scale.y - 0.5);
  });
  return { ...alignment, mesh: shown, diagnostics: { ...diagnostics, rolledOut: true } };
}

/** A page as its rows of ink lie, turned so that they are level. */
function deskewed({ alignment, page }: LaidPage): Alignment {
  const { degrees, confidence } = skewOf(page);
  if (Math.abs(degrees) < MIN_SKEW || confidence < MIN_SKEW_GAIN) return alignment;
  const { mesh, diagnostics } = alignment;
  const skew = diagnostics.skew + degrees;
  return { ...alignment, mesh: rotated(mesh, degrees), diagnostics: { ...diagnostics, skew } };
}

function upright(
  { frame }: FrameCopies,
  quad: Quad,
  proportions: PageProportions,
  outlineConfidence: number | null,
  way: 'outline' | 'whole',
  flag: NormalizationFlag | null,
): LaidPage {
  const dpi = densityOf(longestSide(quad), proportions);
  const long = Math.max(16, Math.round((dpi * proportions.longSideMm) / MM_PER_INCH));
  const wide = proportions.ratio > 1;
  const short = Math.max(16, Math.round(long * (wide ? 1 / proportions.ratio : proportions.ratio)));
  const lying = meshOfQuad(quad, wide ? long : short, wide ? short : long);
  const letters = evened(frame, lying);
  const { quarters } = findUpright(letters);
  const turned = turnQuad(quad, quarters);
  const mesh =
    quarters % 2 === 0
      ? meshOfQuad(turned, lying.width, lying.height)
      : meshOfQuad(turned, lying.height, lying.width);
  return {
    alignment: {
      mesh,
      dpi,
      outline: way === 'whole' ? null : turned,
      flag,
      isScan: flag === 'already_flat',
      diagnostics: { ...NO_DIAGNOSTICS, way, outlineConfidence, proportions, quarters },
    },
    quad: turned,
    page: turn(letters, quarters),
  };
}

/** The output turned by an angle about its centre: what stood `degrees` clockwise off stands straight. */
function rotated(mesh: WarpMesh, degrees: number): WarpMesh {
  const angle = (degrees * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const { width, height } = mesh;
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  return meshFrom(width, height, (x, y) =>
    meshAt(mesh, cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)),
  );
}

/** px an inch of a page whose longer side has so many px. */
function densityOf(longSide: number, { longSideMm }: PageProportions): number {
  return outputDpi((longSide / longSideMm) * MM_PER_INCH);
}

function longestSide(quad: Quad): number {
  return Math.max(...quad.map((p, i) => Math.hypot(quad[(i + 1) % 4].x - p.x, quad[(i + 1) % 4].y - p.y)));
}

function meshOfQuad(quad: Quad, width: number, height: number): WarpMesh {
  const h = homographyFromPoints(frameQuad(width, height), quad);
  if (!h) throw new RangeError('a page outline has four corners that span an area');
  return meshFromHomography(width, height, h);
}

/** An evened grey copy of what the mesh shows, of a size at which letters can be told. */
function evened(frame: Raster, mesh: WarpMesh): Raster {
  const seen = scaledMesh(mesh, Math.min(1, LETTERS_SIDE / Math.max(mesh.width, mesh.height)));
  return KernelMemory.borrow((memory) => {
    const picture = warpView(memory, frame, seen);
    evenGreen(picture, layEvening(picture, evenLight(paperLevels(picture.greyOf(seen)))));
    return picture.greyOf(seen);
  });
}
