import { onTable, type View } from './camera.js';
import { glareAt, type Glare } from './glare.js';
import { lightAt, type Lighting } from './light.js';
import type { BoothMemory } from './kernels/kernels.js';
import type { Mipmap } from './mipmap.js';
import type { Occluder } from './occluder.js';
import type { Point3, Sheet } from './paper-shape.js';

const { ceil, exp, hypot, log2, max, min, sqrt } = Math;

/** Everything that is in front of the camera. Places are mm from the page's middle. */
export interface Scene {
  view: View;
  shape: Sheet;
  page: Mipmap;
  /** Size of the sheet, mm. */
  pageWidth: number;
  pageHeight: number;
  /** The page's own colour, as shares of what its picture has: paper is not as white as a screen. */
  paper: readonly [number, number, number];
  table: Mipmap;
  /** mm of one px of the table's picture. */
  tableScale: number;
  /** The table's brightness beside that of its picture. */
  tableGain: number;
  lighting: Lighting;
  glare?: Glare;
  occluders: readonly Occluder[];
}

// Geometry and light are worked out at every eighth px and interpolated bilinearly: both are smooth. On 30
// curled sheets at 3 MP that moved places of the page by 0.002 px at 150 dpi (median), 0.011 (99 %), 0.031 at most.
const GRID = 8;
// Depth and reach (mm) of the shadow that the sheet and things on it cast right beside themselves.
const CONTACT_DEPTH = 0.55;
const CONTACT_REACH = 2.2;

interface Nodes {
  columns: number;
  rows: number;
  /** Place on the page and on the table, px of their pictures. */
  pageX: Float64Array;
  pageY: Float64Array;
  tableX: Float64Array;
  tableY: Float64Array;
  /** Light on the page, and on the table beside it. */
  onPage: Float32Array;
  onTable: Float32Array;
  /** Light that the page's gloss adds. */
  glare: Float32Array;
  /** Distance to the nearest occluder, mm. */
  cover: Float32Array;
}

function layNodes(scene: Scene): Nodes {
  const { view, shape, lighting } = scene;
  const columns = ceil(view.width / GRID) + 1;
  const rows = ceil(view.height / GRID) + 1;
  const count = columns * rows;
  const nodes: Nodes = {
    columns,
    rows,
    pageX: new Float64Array(count),
    pageY: new Float64Array(count),
    tableX: new Float64Array(count),
    tableY: new Float64Array(count),
    onPage: new Float32Array(count),
    onTable: new Float32Array(count),
    glare: new Float32Array(count),
    cover: new Float32Array(count).fill(1e9),
  };
  const pxPerMmX = scene.page.width / scene.pageWidth;
  const pxPerMmY = scene.page.height / scene.pageHeight;
  const up: Point3 = { x: 0, y: 0, z: 1 };
  const [halfX, halfY] = [scene.pageWidth / 2, scene.pageHeight / 2];
  const { table } = scene;
  const radius = hypot(view.width, view.height) / 2;
  for (let row = 0, n = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, n++) {
      const x = column * GRID;
      const y = row * GRID;
      const sight = view.ray(x, y);
      const ground = onTable(sight);
      const place = shape.hit(sight.origin, sight.direction);
      nodes.pageX[n] = (place.x + halfX) * pxPerMmX - 0.5;
      nodes.pageY[n] = (place.y + halfY) * pxPerMmY - 0.5;
      nodes.tableX[n] = ground.x / scene.tableScale + table.width / 2;
      nodes.tableY[n] = ground.y / scene.tableScale + table.height / 2;
      const r = hypot(x - view.width / 2, y - view.height / 2) / radius;
      const lens = 1 - lighting.vignette * r * r;
      if (scene.glare) nodes.glare[n] = 65535 * lens * glareAt(scene.glare, place.x, place.y);
      const here = shape.lift(place.x, place.y);
      nodes.onPage[n] = lens * lightAt(lighting, here, shape.normal(place.x, place.y));
      const edgeX = max(-halfX, min(halfX, place.x));
      const edgeY = max(-halfY, min(halfY, place.y));
      const gap = shape.lift(edgeX, edgeY).z;
      const beside = hypot(place.x - edgeX, place.y - edgeY);
      const contact = (CONTACT_DEPTH / (1 + gap / 12)) * exp(-beside / (CONTACT_REACH + gap * 0.8));
      nodes.onTable[n] = lens * lightAt(lighting, ground, up) * (1 - contact) * scene.tableGain;
      for (const thing of scene.occluders)
        nodes.cover[n] = min(nodes.cover[n], thing.distance(place.x, place.y));
    }
  return nodes;
}

/** What a px that something may cover is rendered to: 32-bit floats of its light, then 64-bit ones. */
const OPEN_PIXEL = 40;
const [OPEN_LIGHT, OPEN_X, OPEN_Y] = [2, 3, 4];

/**
 * The picture that falls on the sensor, before blur and noise. Found by inverse mapping: for every px its place on the
 * page, filtered by how much of the page it covers.
 * @returns the address of linear light, 0..65535, 16 bits a value, RGB interleaved
 */
export function renderScene(memory: BoothMemory, scene: Scene): number {
  const nodes = layNodes(scene);
  const { width, height } = scene.view;
  const { page, table } = scene;
  const { kernels } = memory;
  const picture = memory.take(6 * width * height);
  const meter = scene.lighting.exposure / meanLightOnPage(scene, nodes);
  const gains = scene.lighting.tint.map((t) => t * meter);
  const sceneAt = memory.put(
    Float64Array.from([
      ...[page.levels, page.count, page.width, page.height],
      ...[table.levels, table.count, table.width, table.height],
      ...[...scene.paper, 0],
      ...[...gains, 0],
    ]),
  );
  const blockAt = memory.take(8 * BLOCK_NUMBERS);
  const open = memory.take(OPEN_PIXEL * GRID * GRID);
  const block = memory.doubles(blockAt, BLOCK_NUMBERS);
  const mmPerPx = scene.pageWidth / page.width;
  for (let row = 0; row < nodes.rows - 1; row++)
    for (let column = 0; column < nodes.columns - 1; column++) {
      const { covered, gx } = describeBlock(scene, nodes, row, column, mmPerPx, block);
      const [left, top] = [column * GRID, row * GRID];
      const part = {
        across: min(GRID, width - left),
        down: min(GRID, height - top),
        out: picture + 6 * (top * width + left),
      };
      kernels.renderBlock(sceneAt, blockAt, GRID, part.across, part.down, part.out, 6 * width, open);
      if (covered) coverBlock(memory, scene, open, part, gains, gx * mmPerPx);
    }
  return picture;
}

/** Numbers that a block is described by, in the order of `kernels/assembly/scene.ts`. */
const BLOCK_NUMBERS = 35;

/** Writes what the kernel needs to know of a block; returns whether something may cover it. */
function describeBlock(
  { page }: Scene,
  nodes: Nodes,
  row: number,
  column: number,
  mmPerPx: number,
  block: Float64Array,
): { covered: boolean; gx: number } {
  const a = row * nodes.columns + column;
  const [b, c, d] = [a + 1, a + nodes.columns, a + nodes.columns + 1];
  const gx = gradients(nodes.pageX, a, b, c);
  const gy = gradients(nodes.pageY, a, b, c);
  const gt = hypot(nodes.tableX[b] - nodes.tableX[a], nodes.tableY[b] - nodes.tableY[a]) / GRID;
  const detail = log2(max(0.01, sqrt(gx * gy))) - 0.1;
  const tableDetail = log2(max(0.01, gt));
  const lowX = min(nodes.pageX[a], nodes.pageX[b], nodes.pageX[c], nodes.pageX[d]);
  const highX = max(nodes.pageX[a], nodes.pageX[b], nodes.pageX[c], nodes.pageX[d]);
  const lowY = min(nodes.pageY[a], nodes.pageY[b], nodes.pageY[c], nodes.pageY[d]);
  const highY = max(nodes.pageY[a], nodes.pageY[b], nodes.pageY[c], nodes.pageY[d]);
  const margin = 2 * max(gx, gy);
  const outside =
    highX < -margin || highY < -margin || lowX > page.width + margin || lowY > page.height + margin;
  const inside =
    lowX > margin && lowY > margin && highX < page.width - margin && highY < page.height - margin;
  const covered =
    min(nodes.cover[a], nodes.cover[b], nodes.cover[c], nodes.cover[d]) <
    6 * CONTACT_REACH + GRID * 2 * max(gx, gy) * mmPerPx;
  const corners = [a, b, c, d];
  for (let k = 0; k < 4; k++) {
    const node = corners[k];
    block[2 * k] = nodes.pageX[node];
    block[2 * k + 1] = nodes.pageY[node];
    block[8 + 2 * k] = nodes.tableX[node];
    block[9 + 2 * k] = nodes.tableY[node];
    block[16 + 2 * k] = nodes.onPage[node];
    block[17 + 2 * k] = nodes.glare[node];
    block[24 + k] = nodes.onTable[node];
  }
  const own = 28;
  block[own] = gx;
  block[own + 1] = gy;
  block[own + 2] = detail;
  block[own + 3] = tableDetail;
  block[own + 4] = Number(outside);
  block[own + 5] = Number(inside);
  block[own + 6] = Number(covered);
  return { covered, gx };
}

/** Lays what covers a block over its px. */
function coverBlock(
  memory: BoothMemory,
  scene: Scene,
  open: number,
  { across, down, out }: { across: number; down: number; out: number },
  gains: readonly number[],
  mmOfPixel: number,
): void {
  const mmPerPx = scene.pageWidth / scene.page.width;
  const { width } = scene.view;
  const floats = memory.floats(open, (OPEN_PIXEL / 4) * across * down);
  const doubles = memory.doubles(open, (OPEN_PIXEL / 8) * across * down);
  const picture = memory.words(out, 3 * (width * (down - 1) + across));
  const own = new Float32Array(3);
  for (let p = 0; p < across * down; p++) {
    const seen = floats.subarray((OPEN_PIXEL / 4) * p, (OPEN_PIXEL / 4) * p + 3);
    const numbers = (OPEN_PIXEL / 8) * p;
    const light = doubles[numbers + OPEN_LIGHT];
    const mmX = (doubles[numbers + OPEN_X] + 0.5) * mmPerPx - scene.pageWidth / 2;
    const mmY = (doubles[numbers + OPEN_Y] + 0.5) * mmPerPx - scene.pageHeight / 2;
    for (const thing of scene.occluders) layOver(thing, mmX, mmY, light, mmOfPixel, seen, own);
    const i3 = 3 * (width * Math.floor(p / across) + (p % across));
    for (let k = 0; k < 3; k++) picture[i3 + k] = min(65535, seen[k] * gains[k]);
  }
}

/** What a camera meters: the light on the sheet as far as it is in the picture. */
function meanLightOnPage(scene: Scene, nodes: Nodes): number {
  const { width, height } = scene.page;
  let sum = 0;
  let count = 0;
  for (let n = 0; n < nodes.onPage.length; n++)
    if (nodes.pageX[n] > 0 && nodes.pageY[n] > 0 && nodes.pageX[n] < width && nodes.pageY[n] < height) {
      sum += nodes.onPage[n];
      count++;
    }
  return count > 0 ? sum / count : 1;
}

/** px of the page that one px of the picture covers, along the page's axis that `values` runs on. */
function gradients(values: Float64Array, a: number, right: number, below: number): number {
  return max(1e-6, hypot(values[right] - values[a], values[below] - values[a]) / GRID);
}

function layOver(
  thing: Occluder,
  x: number,
  y: number,
  light: number,
  mmOfPixel: number,
  out: Float32Array,
  own: Float32Array,
): void {
  const d = thing.distance(x, y);
  const shadow = 1 - CONTACT_DEPTH * exp(-max(0, d) / (2 * CONTACT_REACH));
  const share = max(0, min(1, 0.5 - d / mmOfPixel));
  if (share > 0) thing.colour(x, y, own);
  for (let k = 0; k < 3; k++)
    out[k] = (1 - share) * out[k] * shadow + (share > 0 ? share * own[k] * light : 0);
}
