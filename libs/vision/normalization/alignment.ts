import type { ScannerLid } from '../light/scanner-lid.js';
import type { PageProportions } from '../outline/page-proportions.js';
import type { Quad } from '../pixels/raster.js';
import { meshAt, meshFrom, type WarpMesh } from '../pixels/warp-mesh.js';

const { max, min, round } = Math;

/** Something a reader of the normalized image has to know; null: nothing. */
export type NormalizationFlag =
  'low_quality' | 'unregistered' | 'no_page_found' | 'several_sheets' | 'already_flat' | 'other_revision';

/** How an image came about, for tests and measurements. */
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
  /**
   * Width over which letters turn to paper, over their height, as `letterSharpness` has it; null where nothing says.
   */
  letterEdges: number | null;
  /** Whether the curl of an unknown page was taken out. */
  rolledOut: boolean;
  /** Whether an unknown page that was seen at a slant was laid level by its own lines. */
  levelled: boolean;
  /** Of a registered page's inked places, the part that lies in the frame; 1 when not registered. */
  inFrame: number;
  /** The part of the page whose print is lost under glare, 0..1. */
  glare: number;
}

export const NO_DIAGNOSTICS: NormalizationDiagnostics = {
  way: 'whole',
  outlineConfidence: null,
  proportions: null,
  quarters: 0,
  agreement: null,
  bend: null,
  skew: 0,
  letterEdges: null,
  rolledOut: false,
  levelled: false,
  inFrame: 1,
  glare: 0,
};

/** Densest output, px an inch of paper. */
const MAX_DPI = 300;

/** The density of an output that would have so many px an inch. */
export const outputDpi = (dpi: number): number => max(1, min(MAX_DPI, round(dpi)));

/** Where the output comes from, before any pixel is moved. */
export interface Alignment {
  mesh: WarpMesh;
  dpi: number;
  outline: Quad | null;
  flag: NormalizationFlag | null;
  /** Whether a scanner made the frame: its light and strokes are as they are meant to be. */
  isScan: boolean;
  /** Of a scan kept whole: the scanner's dark lid, to be left out. */
  lid?: ScannerLid | null;
  diagnostics: NormalizationDiagnostics;
}

/** The same view of the same source, its output `scale` times as large. */
export function scaledMesh(mesh: WarpMesh, scale: number): WarpMesh {
  const width = max(16, round(mesh.width * scale));
  const height = max(16, round(mesh.height * scale));
  return meshFrom(width, height, (x, y) =>
    meshAt(mesh, ((x + 0.5) * mesh.width) / width - 0.5, ((y + 0.5) * mesh.height) / height - 0.5),
  );
}
