import { resizeMap } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import { fittingSheet, pageProportions } from '../outline/page-proportions.js';
import { sheetAboutPrint, type LevelView } from '../outline/sheet-about-print.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { remapGrey } from '../pixels/remap.js';
import { meshAt, meshFrom, type WarpMesh } from '../pixels/warp-mesh.js';
import { scaledMesh, type Alignment } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import { evenedView, layUpright } from './laid-page.js';
import { withoutCurl } from './straightened-page.js';
import { WHOLE } from './whole-frame.js';

const { max } = Math;

/** Longer side of the view in which faint sides are looked for, px. */
const VIEW_SIDE = 800;
/** A sheet so sure is one; one less sure, where its proportions are so many times as likely a common sheet's as any. */
const SURE = 0.6;
const SURE_OF_COMMON = 0.43;
const ODDS = 3;

/**
 * A page of which no outline stands out, cut out by the faint sides that it has outside of its print.
 *
 * @param whole the whole frame as its print is level
 * @returns null where no such sides are seen
 */
export function alignByPrint(copies: FrameCopies, whole: Alignment): Alignment | null {
  const { frame } = copies;
  const mesh = scaledMesh(whole.mesh, VIEW_SIDE / max(whole.mesh.width, whole.mesh.height));
  const onFrame = (quad: Quad): Quad => quad.map(({ x, y }) => meshAt(mesh, x, y)) as Quad;
  const isCommon = (quad: Quad): boolean =>
    (fittingSheet(onFrame(quad), frame.width, frame.height, 0)?.odds ?? 0) >= ODDS;
  const sheet = sheetAboutPrint(levelView(copies, mesh, evenedView(frame, whole.mesh)), isCommon);
  if (!sheet || sheet.confidence < (sheet.isCommon ? SURE_OF_COMMON : SURE)) return null;
  const quad = onFrame(sheet.quad);
  const proportions = pageProportions(quad, frame.width, frame.height);
  const laid = layUpright(copies, quad, proportions, sheet.confidence, 'outline', null);
  return withoutCurl(copies, laid, WHOLE);
}

/** @param mesh to px of the frame */
function levelView({ reducedGreen }: FrameCopies, mesh: WarpMesh, evened: Raster): LevelView {
  const { raster, scaleX, scaleY } = reducedGreen;
  const toReduced = resizeMap(scaleX, scaleY);
  const onReduced = meshFrom(mesh.width, mesh.height, (x, y) => {
    const p = meshAt(mesh, x, y);
    return project(toReduced, p.x, p.y);
  });
  // What lies beyond a picture comes out white.
  const black: Raster = { ...raster, data: new Uint8Array(raster.data.length) };
  const shown = remapGrey(black, onReduced);
  const inPicture = { ...shown, data: shown.data.map((level) => (level === 0 ? 1 : 0)) };
  return { seen: remapGrey(raster, onReduced), evened, inPicture };
}
