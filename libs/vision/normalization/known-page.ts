import {
  describeFrame,
  describeFrameClosely,
  fitDescribed,
  type PageFit,
} from '../features/page-homography.js';
import {
  frameQuad,
  homographyFromPoints,
  projectQuad,
  resizeMap,
  turnQuad,
} from '../geometry/plane-geometry.js';
import { MIN_OUTLINE_CONFIDENCE, STRAIGHT, type PageOutline } from '../outline/refined-outline.js';
import { ResizedMap, type PointMap } from '../geometry/point-map.js';
import { compose } from '../geometry/projective.js';
import { otherSheets } from '../outline/other-sheets.js';
import { pageProportions } from '../outline/page-proportions.js';
import { hasRepeatedRows } from '../outline/repeated-rows.js';
import type { PageProfile } from '../features/page-profile.js';
import type { Homography, Point, Quad, Raster } from '../pixels/raster.js';
import { MeshMap, meshOf } from '../pixels/warp-mesh.js';
import { registerByPaper, type PageRegistration } from '../registration/flat-registration.js';
import { liesOnFlatbed } from '../registration/flatbed.js';
import { hasHardlyAnyPrint } from '../registration/little-print.js';
import { registerBent, registerPage } from '../registration/page-registration.js';
import { NO_DIAGNOSTICS, outputDpi, type Alignment } from './alignment.js';
import { BENT, bendOf, borneOut, SURE_AGREEMENT } from './borne-out.js';
import type { FrameCopies } from './frame-copies.js';
import { uprightInOutline } from './way-up.js';

/** The known form and page that a frame shows. */
export interface NormalizationReference {
  /** The page as stored, grey, upright. The same raster for several frames is prepared once. */
  page: Raster;
  profile: PageProfile;
  /** px of `page` an inch of paper. */
  dpi: number;
  /**
   * Takes px of `page` to px of the frame, roughly, where that is known already; it is verified, and spares the search
   * for features where it holds.
   */
  lay?: Homography | null;
}

/** A lay known beforehand that fewer of them confirm is not relied on: the features are asked too. */
const TRUSTED_AGREEMENT = 0.5;
/**
 * A bent page that is no list is believed from here on: of 270 sheets of the booth, most of them begun from lays moved
 * by up to half an inch, some rows off or stretched, one lay that is wrong has more (0.947), the others 0.907 at most.
 */
const SURE_OF_BENT = 0.92;
/** Part of the print found otherwise that is found by the outline too, where that is right. */
const AS_MUCH = 0.9;
/** Where the page lies by its outline all of it may serve as a seed: px of the page between seeds. */
const SEED_SPACING = 40;

/**
 * Lays the known page by where it is said to lie, or by the features it shares with the frame; then exactly. Of rows
 * that look alike the wrong ones may have been found: where some are missing, or the lay is refused, the paper's own
 * outline is asked as well.
 */
export function alignKnownPage(copies: FrameCopies, reference: NormalizationReference): Alignment | null {
  const best = alignByPrint(copies, reference);
  const agreement = best?.agreement ?? 0;
  const isUnsure = agreement < SURE_AGREEMENT && hasRepeatedRows(reference.page);
  const outlined = isUnsure ? alignBySureOutline(copies, reference) : null;
  if (outlined && outlined.agreement > agreement) return asAlignment(copies, reference, outlined);
  return best && asAlignment(copies, reference, alignByPaper(copies, reference, best) ?? best);
}

/**
 * Lays a page of hardly any print by the frame's outline, where that is sure and flat, and about as much of the print
 * is found as by the print alone.
 */
function alignByPaper(
  copies: FrameCopies,
  reference: NormalizationReference,
  { agreement }: PageRegistration,
): PageRegistration | null {
  const { page } = reference;
  if (!hasHardlyAnyPrint(page)) return null;
  const { outline } = copies;
  const quad = outline && isFlatAndWhole(outline) ? sureOutline(copies, page) : null;
  const toFrame = quad && homographyFromPoints(frameQuad(page.width, page.height), quad);
  const found = toFrame && registerByPaper(page, copies.frame, toFrame);
  return found && found.agreement >= AS_MUCH * agreement ? found : null;
}

function alignByPrint(copies: FrameCopies, reference: NormalizationReference): PageRegistration | null {
  const { lay } = reference;
  const told = lay ? register(copies, reference, lay, []) : null;
  if (told && told.agreement >= TRUSTED_AGREEMENT) return told;
  const found = alignByFeatures(copies, reference);
  return told && found && told.agreement > found.agreement ? told : (found ?? told);
}

/**
 * A frame in which features do not tell is searched for its outline, before it is looked at closely, which takes
 * longer.
 */
function alignByFeatures(copies: FrameCopies, reference: NormalizationReference): PageRegistration | null {
  const { profile } = reference;
  const { raster } = copies.reducedGreen;
  const fit = fitDescribed(describeFrame(raster), profile);
  if (fit) return alignByFit(copies, reference, fit);
  const outlined = alignBySureOutline(copies, reference);
  if (outlined) return outlined;
  const close = fitDescribed(describeFrameClosely(raster), profile);
  return close && alignByFit(copies, reference, close);
}

function alignByFit(
  copies: FrameCopies,
  reference: NormalizationReference,
  fit: PageFit,
): PageRegistration | null {
  const { scaleX, scaleY } = copies.reducedGreen;
  const { page, profile } = reference;
  const toSmall = compose(
    fit.homography,
    resizeMap(profile.width / page.width, profile.height / page.height),
  );
  const seeds = fit.points.page.map((p) => ({
    x: ((p.x + 0.5) * page.width) / profile.width - 0.5,
    y: ((p.y + 0.5) * page.height) / profile.height - 0.5,
  }));
  return register(copies, reference, compose(resizeMap(1 / scaleX, 1 / scaleY), toSmall), seeds);
}

/** Lays the known page by the frame's outline, where that is sure and most of the print is found. */
function alignBySureOutline(copies: FrameCopies, reference: NormalizationReference): PageRegistration | null {
  const quad = sureOutline(copies, reference.page);
  const found = quad && registerInQuad(copies, reference, quad);
  return found && found.agreement >= TRUSTED_AGREEMENT ? found : null;
}

const isFlatAndWhole = ({ bow, cut, isPart }: PageOutline): boolean =>
  bow < STRAIGHT && !isPart && !cut.some(Boolean);

/** The page by the frame's outline, px of the frame, its upper left corner first; null where that is not sure. */
function sureOutline({ outline, reduced, reducedGreen }: FrameCopies, page: Raster): Quad | null {
  if (!outline || outline.confidence < MIN_OUTLINE_CONFIDENCE) return null;
  const upright = uprightInOutline(page, reducedGreen.raster, outline);
  return upright && projectQuad(resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY), upright);
}

/**
 * Lays the known page by the outline found, or by that of another sheet in the frame.
 *
 * @param outline px of the frame
 * @param wide whether the outline's first side is a long one of its sheet
 */
export function alignFromOutline(
  copies: FrameCopies,
  reference: NormalizationReference,
  { outline, wide }: { outline: Quad; wide: boolean },
): Alignment | null {
  const found = alignOntoQuad(copies, reference, outline, wide);
  if (found) return found;
  const { raster, scaleX, scaleY } = copies.reduced;
  const onReduced = projectQuad(resizeMap(scaleX, scaleY), outline);
  const up = resizeMap(1 / scaleX, 1 / scaleY);
  for (const sheet of otherSheets(raster, onReduced)) {
    const quad = projectQuad(up, sheet);
    const { ratio } = pageProportions(quad, copies.frame.width, copies.frame.height, false, 0);
    const exact = alignOntoQuad(copies, reference, quad, ratio > 1);
    if (exact) return exact;
  }
  return null;
}

/**
 * Lays the known page onto a quad of the frame, whichever way up it fits.
 *
 * @param wide the quad's first side is a long one of its sheet
 */
function alignOntoQuad(
  copies: FrameCopies,
  reference: NormalizationReference,
  quad: Quad,
  wide: boolean,
): Alignment | null {
  const { page } = reference;
  // As upright as its letters say first, then upside down; never against the page's proportions.
  const first = wide === page.width > page.height ? 0 : 1;
  for (const quarters of [first, first + 2]) {
    const exact = registerInQuad(copies, reference, turnQuad(quad, quarters));
    if (exact) return asAlignment(copies, reference, exact);
  }
  return null;
}

/** Whether a sheet was laid as if bent with so little to confirm it that it may be bent otherwise. */
export function isDoubtfullyBent(
  { diagnostics: { agreement, bend } }: Pick<Alignment, 'diagnostics'>,
  { page }: Pick<NormalizationReference, 'page'>,
): boolean {
  const found = agreement ?? 0;
  if ((bend ?? 0) <= BENT || found >= SURE_AGREEMENT) return false;
  return found < SURE_OF_BENT || hasRepeatedRows(page);
}

/**
 * Lays the known page from where its own lines, rolled out, have all of it to some px: rows that repeat cannot lead it
 * astray from there.
 *
 * @param alignment of the upright page, rolled out
 */
export function alignFromRolledOut(
  copies: FrameCopies,
  reference: NormalizationReference,
  { mesh, outline }: Alignment,
): Alignment | null {
  const { page } = reference;
  const toFrame = new ResizedMap(new MeshMap(mesh), mesh.width / page.width, mesh.height / page.height);
  const found = borneOut(
    copies.frame,
    reference,
    registerBent(page, copies.frame, toFrame, outline !== null, () => copies.reducedGreen),
  );
  return found && asAlignment(copies, reference, found);
}

/** @param quad corners of the page in px of the frame, its upper left one first */
function registerInQuad(
  copies: FrameCopies,
  reference: NormalizationReference,
  quad: Quad,
): PageRegistration | null {
  const { width, height } = reference.page;
  const seeds: Point[] = [];
  for (let y = SEED_SPACING / 2; y < height; y += SEED_SPACING)
    for (let x = SEED_SPACING / 2; x < width; x += SEED_SPACING) seeds.push({ x, y });
  const toFrame = homographyFromPoints(frameQuad(width, height), quad);
  return toFrame && register(copies, reference, toFrame, seeds);
}

/** @param toFrame takes px of the page to px of the frame, roughly */
function register(
  copies: FrameCopies,
  reference: NormalizationReference,
  toFrame: Homography,
  seeds: readonly Point[],
): PageRegistration | null {
  const { page } = reference;
  return borneOut(
    copies.frame,
    reference,
    registerPage(page, copies.frame, toFrame, seeds, () => copies.reducedGreen),
  );
}

function asAlignment(
  { frame }: FrameCopies,
  reference: NormalizationReference,
  registration: PageRegistration,
): Alignment {
  const { page } = reference;
  const { toFrame, agreement, inFrame } = registration;
  const dpi = supportedDpi(toFrame, page.width, page.height, reference.dpi);
  const width = Math.round((page.width * dpi) / reference.dpi);
  const height = Math.round((page.height * dpi) / reference.dpi);
  const mesh = meshOf(width, height, new ResizedMap(toFrame, page.width / width, page.height / height));
  const outline = frameQuad(page.width, page.height).map((p) => toFrame.at(p.x, p.y)) as Quad;
  const bend = bendOf(reference, registration);
  const diagnostics = { ...NO_DIAGNOSTICS, way: 'registered', agreement, bend, inFrame } as const;
  return { mesh, dpi, outline, flag: null, isScan: liesOnFlatbed(page, toFrame, frame), diagnostics };
}

/** The density at which one px of the output takes about one px of the frame at the page's centre. */
function supportedDpi(toFrame: PointMap, width: number, height: number, dpi: number): number {
  const cx = width / 2;
  const cy = height / 2;
  const centre = toFrame.at(cx, cy);
  const right = toFrame.at(cx + 1, cy);
  const below = toFrame.at(cx, cy + 1);
  const along = Math.hypot(right.x - centre.x, right.y - centre.y);
  const down = Math.hypot(below.x - centre.x, below.y - centre.y);
  return outputDpi(Math.max(along, down) * dpi);
}
