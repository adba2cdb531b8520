import { median } from './quantile.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { NormalizedFrame } from '../../libs/vision/normalize.js';
import type { Point, Quad, Raster, Size } from '../../libs/vision/pixels/raster.js';
import { meshAt } from '../../libs/vision/pixels/warp-mesh.js';

/** The truth about a photograph, in px of the page and of the photograph. */
export interface Truth {
  pageToPhoto(x: number, y: number): Point;
  quad: Quad;
}

/** Places of the page looked at are this far apart, px of the page at 150 dpi. */
const STEP = 20;

/** How far a known form's image lies off its page, px of the page (150 dpi). */
export interface AlignmentError {
  /** Over all of the page that is in the picture, and over its inked places alone. */
  sheet: number;
  ink: number;
}

/** RMS distance between where the image shows each place of the page and where it belongs. */
export function alignmentError(
  result: Pick<NormalizedFrame, 'mesh'> & { image: { width: number; height: number } },
  page: Raster,
  photo: { width: number; height: number },
  truth: Truth,
): AlignmentError {
  const scaleX = result.image.width / page.width;
  const scaleY = result.image.height / page.height;
  let sheet = 0;
  let sheetCount = 0;
  let ink = 0;
  let inkCount = 0;
  for (let y = STEP / 2; y < page.height; y += STEP)
    for (let x = STEP / 2; x < page.width; x += STEP) {
      const t = truth.pageToPhoto(x, y);
      if (t.x < 0 || t.y < 0 || t.x > photo.width - 1 || t.y > photo.height - 1) continue;
      const ox = (x + 0.5) * scaleX - 0.5;
      const oy = (y + 0.5) * scaleY - 0.5;
      const p = meshAt(result.mesh, ox, oy);
      // The photograph's px there, in px of the page, by the truth's own derivative.
      const off = offOnPage(truth, x, y, t, p);
      const square = off.x ** 2 + off.y ** 2;
      sheet += square;
      sheetCount++;
      if (hasInk(page, x, y)) {
        ink += square;
        inkCount++;
      }
    }
  return { sheet: Math.sqrt(sheet / sheetCount), ink: Math.sqrt(ink / Math.max(1, inkCount)) };
}

/** How far from (x, y) on the page, which photo px `t` shows, what photo px `p` shows lies, by the local affine map. */
function offOnPage(truth: Truth, x: number, y: number, t: Point, p: Point): Point {
  const r = truth.pageToPhoto(x + 1, y);
  const b = truth.pageToPhoto(x, y + 1);
  const [xx, yx, xy, yy] = [r.x - t.x, r.y - t.y, b.x - t.x, b.y - t.y];
  const determinant = xx * yy - xy * yx;
  const ex = p.x - t.x;
  const ey = p.y - t.y;
  return { x: (ex * yy - ey * xy) / determinant, y: (ey * xx - ex * yx) / determinant };
}

/**
 * How far the page's rows stand off level ones in an upright image: RMS over the page, px of it (150 dpi). Where they
 * lie, and how wide they are, is not asked.
 */
export function rowsOffLevel(
  { mesh }: Pick<NormalizedFrame, 'mesh'>,
  page: { width: number; height: number },
  truth: Truth,
): number {
  let sum = 0;
  let count = 0;
  for (let y = 2.5 * STEP; y < page.height - 2.5 * STEP; y += STEP) {
    const offs: number[] = [];
    for (let x = 2.5 * STEP; x < page.width - 2.5 * STEP; x += STEP) {
      const ox = ((x + 0.5) * mesh.width) / page.width - 0.5;
      const oy = ((y + 0.5) * mesh.height) / page.height - 0.5;
      offs.push(offOnPage(truth, x, y, truth.pageToPhoto(x, y), meshAt(mesh, ox, oy)).y);
    }
    const mean = offs.reduce((a, b) => a + b, 0) / offs.length;
    for (const off of offs) sum += (off - mean) ** 2;
    count += offs.length;
  }
  return Math.sqrt(sum / count);
}

/**
 * How far the page's rows and columns run off level, the most of what the image shows of it, degrees. How large it is,
 * and what is seen of it, is not asked.
 *
 * @param frame size of the photograph, px
 */
export function offLevel(
  { mesh }: Pick<NormalizedFrame, 'mesh'>,
  page: Size,
  frame: Size,
  { quad }: Pick<Truth, 'quad'>,
): { rows: number; columns: number } {
  const toPage = homographyFromPoints(quad, frameQuad(page.width, page.height));
  if (!toPage) throw new RangeError('a page has four corners');
  const across = mesh.width / LEVEL_PLACES;
  const down = mesh.height / LEVEL_PLACES;
  const most = { rows: 0, columns: 0 };
  for (let j = 0.5; j < LEVEL_PLACES; j++)
    for (let i = 0.5; i < LEVEL_PLACES; i++) {
      const shown = (x: number, y: number): Point => meshAt(mesh, x, y);
      const onPage = ({ x, y }: Point): Point => project(toPage, x, y);
      const seen = shown(i * across, j * down);
      const at = onPage(seen);
      if (!isIn(seen, frame) || !isIn(at, page)) continue;
      const right = onPage(shown(i * across + 1, j * down));
      const below = onPage(shown(i * across, j * down + 1));
      // The page's directions in the image: the inverse of how the page runs along the image's rows and columns.
      const rows = Math.atan2(at.y - right.y, below.y - at.y);
      const columns = Math.atan2(right.x - at.x, at.x - below.x);
      most.rows = Math.max(most.rows, offQuarter(rows));
      most.columns = Math.max(most.columns, offQuarter(columns));
    }
  return most;
}

/** So many places are looked at each way. */
const LEVEL_PLACES = 12;

const isIn = ({ x, y }: Point, { width, height }: Size): boolean =>
  x >= 0 && y >= 0 && x < width && y < height;

/** Degrees that an angle, in radians, is off a multiple of a right one. */
function offQuarter(angle: number): number {
  const quarters = angle / (Math.PI / 2);
  return 90 * Math.abs(quarters - Math.round(quarters));
}

function hasInk(page: Raster, x: number, y: number): boolean {
  let dark = 0;
  for (let v = -10; v <= 10; v++)
    for (let u = -10; u <= 10; u++) {
      const [px, py] = [x + u, y + v];
      if (px < 0 || py < 0 || px >= page.width || py >= page.height) continue;
      if (page.data[(py * page.width + px) * page.channels] < 128) dark++;
    }
  return dark > 8;
}

/** Jaccard index of a found outline and the true one, in page coordinates (SmartDoc 2015, challenge 1). */
export function outlineJaccard(found: Quad | null, truth: Pick<Truth, 'quad'>): number {
  if (!found) return 0;
  const square: Quad = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  const toPageMap = homographyFromPoints(truth.quad, square);
  if (!toPageMap) return 0;
  const polygon = found.map((p) => project(toPageMap, p.x, p.y));
  const common = clipToSquare(polygon);
  const shared = area(common);
  return shared / (Math.abs(area(polygon)) + 1 - shared);
}

function clipToSquare(polygon: Point[]): Point[] {
  let points = polygon;
  const sides: ((p: Point) => number)[] = [(p) => p.x, (p) => 1 - p.x, (p) => p.y, (p) => 1 - p.y];
  for (const inside of sides) {
    const next: Point[] = [];
    points.forEach((p, i) => {
      const q = points[(i + 1) % points.length];
      const a = inside(p);
      const b = inside(q);
      if (a >= 0) next.push(p);
      if (a >= 0 !== b >= 0) {
        const t = a / (a - b);
        next.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
      }
    });
    points = next;
  }
  return points;
}

function area(polygon: Point[]): number {
  let twice = 0;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    twice += p.x * q.y - q.x * p.y;
  });
  return Math.abs(twice / 2);
}

/** Whether an image stands upright: its top left corner shows the part of the photo nearest the page's. */
export function isUpright(result: NormalizedFrame, truth: Truth): boolean {
  const { mesh, image } = result;
  const from = meshAt(mesh, image.width * 0.25, image.height * 0.5);
  const to = meshAt(mesh, image.width * 0.75, image.height * 0.5);
  const [tl, tr, br, bl] = truth.quad;
  const right = { x: tr.x - tl.x + br.x - bl.x, y: tr.y - tl.y + br.y - bl.y };
  const cosine =
    ((to.x - from.x) * right.x + (to.y - from.y) * right.y) /
    (Math.hypot(to.x - from.x, to.y - from.y) * Math.hypot(right.x, right.y));
  return cosine > 0.8;
}

/** Luminance of blank paper in an image that lies in its page's coordinates. */
export interface PaperLight {
  median: number;
  /** Largest less smallest median of ninety tiles, the outermost twentieth at either end left out. */
  spread: number;
}

/** Measures places where the page is blank and the photograph has the page. Null when there are too few. */
export function paperLight(
  result: NormalizedFrame,
  page: Raster,
  photo: { width: number; height: number },
): PaperLight | null {
  const { image, mesh } = result;
  const tiles = Array.from({ length: 90 }, () => [] as number[]);
  const all: number[] = [];
  for (let y = 30; y < page.height - 30; y += 6)
    for (let x = 30; x < page.width - 30; x += 6) {
      if (!isBlank(page, x, y)) continue;
      const ox = Math.round(((x + 0.5) * image.width) / page.width - 0.5);
      const oy = Math.round(((y + 0.5) * image.height) / page.height - 0.5);
      const p = meshAt(mesh, ox, oy);
      if (p.x < 2 || p.y < 2 || p.x > photo.width - 3 || p.y > photo.height - 3) continue;
      const k = (oy * image.width + ox) * image.channels;
      const d = image.data;
      const light = image.channels === 1 ? d[k] : 0.299 * d[k] + 0.587 * d[k + 1] + 0.114 * d[k + 2];
      all.push(light);
      tiles[Math.floor((y / page.height) * 10) * 9 + Math.floor((x / page.width) * 9)].push(light);
    }
  const medians = tiles.filter((t) => t.length >= 12).map(median);
  if (medians.length < 10) return null;
  medians.sort((a, b) => a - b);
  const at = (q: number): number => medians[Math.round(q * (medians.length - 1))];
  return { median: median(all), spread: at(0.95) - at(0.05) };
}

function isBlank(page: Raster, x: number, y: number): boolean {
  for (let v = -6; v <= 6; v += 2)
    for (let u = -6; u <= 6; u += 2)
      if (page.data[((y + v) * page.width + x + u) * page.channels] < 250) return false;
  return true;
}
