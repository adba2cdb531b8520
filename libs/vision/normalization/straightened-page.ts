import { hasStraightSides, rollOutPage } from '../dewarp/dewarp-page.js';
import { layOutPanels } from '../dewarp/folded-panels.js';
import { levelColumns, levelRows, type LevelBox } from '../dewarp/level-plane.js';
import { straightenLines } from '../dewarp/straighten-lines.js';
import { resizeMap } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Rung } from '../outline/folded-sheet.js';
import type { PageOutline } from '../outline/refined-outline.js';
import { rolledOutProportions } from '../outline/page-proportions.js';
import type { Point, Quad } from '../pixels/raster.js';
import { meshAt, meshFrom } from '../pixels/warp-mesh.js';
import type { Alignment } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import { densityOf, type LaidPage } from './laid-page.js';

const { max, round } = Math;

/** The same page with its curl taken out, where it is bent. */
export function withoutCurl(
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

/** A page as it is laid, with the bend taken out that its lines show. */
export function withLinesStraight({ alignment, page }: Pick<LaidPage, 'alignment' | 'page'>): Alignment {
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

/**
 * A page level by its own lines, where these show that it was seen at a slant: rows at first, then, where all stand out
 * that are level now, columns.
 *
 * @param about corners of what is seen of it, px of the frame
 * @param lay lays what a quad of the frame shows
 * @returns null where they show none
 */
export function levelled(
  { frame }: FrameCopies,
  { quad, page }: LaidPage,
  about: Quad,
  lay: (quad: Quad, box: LevelBox) => LaidPage,
): LaidPage | null {
  const rows = levelRows({ frame, quad, page }, about);
  if (!rows) return null;
  const level = lay(rows.quad, rows);
  const columns = levelColumns({ frame, quad: level.quad, page: level.page }, about);
  const { alignment, ...laid } = columns ? lay(columns.quad, columns) : level;
  return {
    ...laid,
    alignment: { ...alignment, diagnostics: { ...alignment.diagnostics, levelled: true } },
  };
}
