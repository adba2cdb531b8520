import { liesFlat, looksScanned } from './light/flat-scan.js';
import { evenLight, paperLevels } from './light/illumination.js';
import { estimatePageHomography, FRAME_LONG_SIDE } from './features/page-homography.js';
import { findPageOutline, type PageOutline } from './outline/page-outline.js';
import type { PageProfile } from './features/page-profile.js';
import { flatProportions, pageProportions, type PageProportions } from './outline/page-proportions.js';
import { frameQuad, homographyFromPoints, resizeMap, turnQuad } from './geometry/plane-geometry.js';
import { registerPage } from './registration/page-registration.js';
import { compose, project } from './geometry/projective.js';
import type { Homography, Point, Quad, Raster } from './pixels/raster.js';
import { reduce, toGrey, type Reduced } from './pixels/resample.js';
import { strokeSharpness } from './light/stroke-sharpness.js';
import { findUpright, skewOf } from './orientation/text-orientation.js';
import { meshAt, meshFrom, meshFromHomography, remap, remapGrey, type WarpMesh } from './pixels/warp-mesh.js';

/** Something a reader of the normalized image has to know; null: nothing. */
export type NormalizationFlag = 'low_quality' | 'unregistered' | 'no_page_found' | 'already_flat';

/** The known form and page that a frame shows. */
export interface NormalizationReference {
  /** The page as stored, grey, upright. */
  page: Raster;
  profile: PageProfile;
  /** px of `page` an inch of paper. */
  dpi: number;
}

/** A frame made to look as if it came from a scanner. */
export interface NormalizedFrame {
  /** RGB, or grey where the frame was grey. */
  image: Raster;
  /** px an inch of paper. Of an unknown page the paper is taken for the sheet its proportions fit. */
  dpi: number;
  flag: NormalizationFlag | null;
  /** Corners of the page in px of the frame, upright reading order; null when the whole frame was kept. */
  outline: Quad | null;
  /** Where each px of the image came from in the frame. */
  mesh: WarpMesh;
  /** How the image came about, for tests and measurements. */
  diagnostics: NormalizationDiagnostics;
}

export interface NormalizationDiagnostics {
  way: 'registered' | 'outline' | 'whole';
  /** 0..1, of the outline found; null when none was looked for. */
  outlineConfidence: number | null;
  proportions: PageProportions | null;
  /** Clockwise quarter turns that made the frame upright. */
  quarters: number;
  /** Of a registered page: the part of its inked places found where the fit has them; null else. */
  agreement: number | null;
  /** Largest bend of the sheet against a plane, px of the page at 150 dpi; null when not registered. */
  bend: number | null;
  /** Degrees clockwise by which the kept frame stood off and was turned back. */
  skew: number;
  /** Width over which ink turns to paper, mm of the paper; null where there is too little ink to say. */
  edgeMm: number | null;
  /** Of a registered page's inked places, the part that lies in the frame; 1 when not registered. */
  inFrame: number;
}

const NO_DIAGNOSTICS: NormalizationDiagnostics = {
  way: 'whole',
  outlineConfidence: null,
  proportions: null,
  quarters: 0,
  agreement: null,
  bend: null,
  skew: 0,
  edgeMm: null,
  inFrame: 1,
};

/** Densest output, px an inch of paper. */
const MAX_DPI = 300;
/** Outlines less sure than this are not used (true pages of the sample photographs: 0.7 and more). */
const MIN_OUTLINE_CONFIDENCE = 0.58;
/** Longer side of the copy of the page in which light is measured and text is looked at, px. */
const PREVIEW_SIDE = 1100;
/** Longer side of the copy in which letters are looked at, px. */
const LETTERS_SIDE = 1500;
/** Skew under this, degrees, is not worth a resampling; nor is one that hardly sharpens the rows. */
const MIN_SKEW = 0.08;
const MIN_SKEW_GAIN = 0.02;
/** Registrations that fewer of the page's inked places confirm are not used. */
const MIN_AGREEMENT = 0.3;
/**
 * Edges of strokes wider than this on paper blur small print: looked at by eye, pages of 0.61 mm could be read with
 * some trouble, pages of 0.68 not. Sharp photographs of 12 megapixels have 0.28.
 */
const BLURRED_EDGE_MM = 0.64;
/** Inked places outside the frame beyond the rest of this are content lost. */
const MIN_IN_FRAME = 0.85;
/** An outline this sure is a page on a table, however even the light. */
const CLEAR_OUTLINE = 0.8;
/** Where the page lies by its outline all of it may serve as a seed: px of the page between seeds. */
const SEED_SPACING = 40;
const MM_PER_INCH = 25.4;

/**
 * Makes a photographed page look as if it had been scanned: aligned to the known form, or by its own outline;
 * upright; its light evened out and its paper white.
 *
 * @param frame RGB (or grey), full size, EXIF orientation already applied
 * @param reference the form and page it shows; null when unknown
 */
export function normalizeFrame(frame: Raster, reference: NormalizationReference | null): NormalizedFrame {
  const reduced = reduce(frame, FRAME_LONG_SIDE);
  const grey = toGrey(reduced.raster);
  const byFeatures = reference ? alignByFeatures(frame, reduced, grey, reference) : null;
  if (byFeatures) return finish(frame, reduced, byFeatures);
  const byOutline = alignByOutline(frame, reduced, grey);
  if (!reference) return finish(frame, reduced, byOutline);
  // Too few features hold: the outline may still lay the page roughly enough for its patches to be found.
  const guided = alignFromOutline(frame, reduced, grey, reference, byOutline);
  return finish(frame, reduced, guided ?? { ...byOutline, flag: 'unregistered' });
}

/** Where the output comes from, before any pixel is moved. */
interface Alignment {
  mesh: WarpMesh;
  dpi: number;
  outline: Quad | null;
  flag: NormalizationFlag | null;
  diagnostics: NormalizationDiagnostics;
}

/** Lays the known page by the features it shares with the frame, then exactly. */
function alignByFeatures(
  frame: Raster,
  reduced: Reduced,
  grey: Raster,
  reference: NormalizationReference,
): Alignment | null {
  const fit = estimatePageHomography(grey, reference.profile);
  if (!fit) return null;
  const { page, profile } = reference;
  const toSmall = compose(
    fit.homography,
    resizeMap(profile.width / page.width, profile.height / page.height),
  );
  const seeds = fit.points.page.map((p) => ({
    x: ((p.x + 0.5) * page.width) / profile.width - 0.5,
    y: ((p.y + 0.5) * page.height) / profile.height - 0.5,
  }));
  return alignExactly(frame, reduced, grey, reference, toSmall, seeds);
}

/** Lays the known page by the outline found, whichever way up it fits. */
function alignFromOutline(
  frame: Raster,
  reduced: Reduced,
  grey: Raster,
  reference: NormalizationReference,
  found: Alignment,
): Alignment | null {
  if (!found.outline) return null;
  const { page } = reference;
  const wide = page.width > page.height;
  const seeds: Point[] = [];
  for (let y = SEED_SPACING / 2; y < page.height; y += SEED_SPACING)
    for (let x = SEED_SPACING / 2; x < page.width; x += SEED_SPACING) seeds.push({ x, y });
  // As upright as its letters say first, then upside down; never against the page's proportions.
  const first = found.mesh.width > found.mesh.height === wide ? 0 : 1;
  for (const quarters of [first, first + 2]) {
    const toFrame = homographyFromPoints(
      frameQuad(page.width, page.height),
      turnQuad(found.outline, quarters),
    );
    if (!toFrame) continue;
    const toSmall = compose(resizeMap(reduced.scaleX, reduced.scaleY), toFrame);
    const exact = alignExactly(frame, reduced, grey, reference, toSmall, seeds);
    if (exact) return exact;
  }
  return null;
}

function alignExactly(
  frame: Raster,
  reduced: Reduced,
  grey: Raster,
  reference: NormalizationReference,
  toSmall: Homography,
  seeds: readonly Point[],
): Alignment | null {
  const { page } = reference;
  const smallToFrame = resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY);
  const registration = registerPage(page, frame, grey, toSmall, smallToFrame, seeds);
  if (!registration || registration.agreement < MIN_AGREEMENT) return null;
  const { toFrame, agreement, bend, inFrame } = registration;
  const dpi = supportedDpi(toFrame, page.width, page.height, reference.dpi);
  const width = Math.round((page.width * dpi) / reference.dpi);
  const height = Math.round((page.height * dpi) / reference.dpi);
  const mesh = meshFrom(width, height, (x, y) =>
    toFrame(((x + 0.5) * page.width) / width - 0.5, ((y + 0.5) * page.height) / height - 0.5),
  );
  const outline = frameQuad(page.width, page.height).map((p) => toFrame(p.x, p.y)) as Quad;
  const diagnostics = { ...NO_DIAGNOSTICS, way: 'registered', agreement, bend, inFrame } as const;
  return { mesh, dpi, outline, flag: null, diagnostics };
}

/** The density at which one px of the output takes about one px of the frame at the page's centre. */
function supportedDpi(
  toFrame: (x: number, y: number) => Point,
  width: number,
  height: number,
  dpi: number,
): number {
  const cx = width / 2;
  const cy = height / 2;
  const centre = toFrame(cx, cy);
  const right = toFrame(cx + 1, cy);
  const below = toFrame(cx, cy + 1);
  const along = Math.hypot(right.x - centre.x, right.y - centre.y);
  const down = Math.hypot(below.x - centre.x, below.y - centre.y);
  return Math.max(1, Math.min(MAX_DPI, Math.round(Math.max(along, down) * dpi)));
}

function alignByOutline(frame: Raster, reduced: Reduced, grey: Raster): Alignment {
  const found = findPageOutline(reduced.raster);
  const clear = found !== null && found.confidence >= CLEAR_OUTLINE && !found.cut.some(Boolean);
  const scanned = !clear && looksScanned(reduced.raster, paperLevels(grey));
  // In a scan the frame itself is the page's best outline, unless a dark lid shows the page's.
  if (!found || found.confidence < MIN_OUTLINE_CONFIDENCE || scanned) return keepWhole(frame, scanned, found);
  const up = resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY);
  const quad = found.quad.map((p) => project(up, p.x, p.y)) as Quad;
  const proportions = pageProportions(quad, frame.width, frame.height, found.cut.some(Boolean));
  const flag = liesFlat(quad, frame.width, frame.height) ? 'already_flat' : null;
  return upright(frame, quad, proportions, found.confidence, 'outline', flag);
}

/** The whole frame, turned upright and deskewed: it is a scan, or no page stands out. */
function keepWhole(frame: Raster, scanned: boolean, found: PageOutline | null): Alignment {
  const quad = frameQuad(frame.width, frame.height);
  const proportions = flatProportions(frame.width, frame.height);
  const flag = scanned ? 'already_flat' : 'no_page_found';
  const alignment = upright(frame, quad, proportions, found?.confidence ?? null, 'whole', flag);
  const page = evened(frame, alignment.mesh);
  const skew = skewOf(page);
  if (Math.abs(skew.degrees) < MIN_SKEW || skew.confidence < MIN_SKEW_GAIN) return alignment;
  alignment.diagnostics.skew = skew.degrees;
  alignment.mesh = rotated(alignment.mesh, skew.degrees);
  return alignment;
}

function upright(
  frame: Raster,
  quad: Quad,
  proportions: PageProportions,
  outlineConfidence: number | null,
  way: 'outline' | 'whole',
  flag: NormalizationFlag | null,
): Alignment {
  const dpi = Math.min(MAX_DPI, Math.round((longestSide(quad) / proportions.longSideMm) * MM_PER_INCH));
  const long = Math.max(16, Math.round((dpi * proportions.longSideMm) / MM_PER_INCH));
  const wide = proportions.ratio > 1;
  const short = Math.max(16, Math.round(long * (wide ? 1 / proportions.ratio : proportions.ratio)));
  const lying = meshOfQuad(quad, wide ? long : short, wide ? short : long);
  const { quarters } = findUpright(evened(frame, lying));
  const turned = turnQuad(quad, quarters);
  const mesh =
    quarters % 2 === 0
      ? meshOfQuad(turned, lying.width, lying.height)
      : meshOfQuad(turned, lying.height, lying.width);
  return {
    mesh,
    dpi,
    outline: way === 'whole' ? null : turned,
    flag,
    diagnostics: { ...NO_DIAGNOSTICS, way, outlineConfidence, proportions, quarters },
  };
}

/** The output turned by an angle about its centre: what stood `degrees` clockwise off stands straight. */
function rotated(mesh: WarpMesh, degrees: number): WarpMesh {
  const angle = (degrees * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const cx = (mesh.width - 1) / 2;
  const cy = (mesh.height - 1) / 2;
  return meshFrom(mesh.width, mesh.height, (x, y) =>
    meshAt(mesh, cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)),
  );
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
  const scale = Math.min(1, LETTERS_SIDE / Math.max(mesh.width, mesh.height));
  const grey = remapGrey(frame, scaledMesh(mesh, scale, 1, 1));
  const even = evenLight(paperLevels(grey));
  return remap(
    grey,
    meshFrom(grey.width, grey.height, (x, y) => ({ x, y })),
    even,
  );
}

/** What the mesh shows, PREVIEW_SIDE px long at most, taken from the reduced frame. */
function previewOf(reduced: Reduced, mesh: WarpMesh): Raster {
  const scale = Math.min(1, PREVIEW_SIDE / Math.max(mesh.width, mesh.height));
  return remap(reduced.raster, scaledMesh(mesh, scale, reduced.scaleX, reduced.scaleY));
}

/** The same view, its output `scale` times as large, from a source resized by the given factors. */
function scaledMesh(mesh: WarpMesh, scale: number, sourceX: number, sourceY: number): WarpMesh {
  const width = Math.max(16, Math.round(mesh.width * scale));
  const height = Math.max(16, Math.round(mesh.height * scale));
  return meshFrom(width, height, (x, y) => {
    const p = meshAt(mesh, ((x + 0.5) * mesh.width) / width - 0.5, ((y + 0.5) * mesh.height) / height - 0.5);
    return { x: (p.x + 0.5) * sourceX - 0.5, y: (p.y + 0.5) * sourceY - 0.5 };
  });
}

function finish(frame: Raster, reduced: Reduced, alignment: Alignment): NormalizedFrame {
  const paper = paperLevels(previewOf(reduced, alignment.mesh));
  const image = remap(frame, alignment.mesh, evenLight(paper));
  const strokes = strokeSharpness(image);
  const edgeMm = strokes && (strokes.edgeWidth / alignment.dpi) * MM_PER_INCH;
  const diagnostics = { ...alignment.diagnostics, edgeMm };
  const poor = (edgeMm !== null && edgeMm > BLURRED_EDGE_MM) || diagnostics.inFrame < MIN_IN_FRAME;
  return { ...alignment, image, diagnostics, flag: poor ? 'low_quality' : alignment.flag };
}
