import sharp from 'sharp';
import type { Point, Quad, Raster } from '../../../libs/vision/pixels/raster.js';
import { Random } from '../random.js';
import type { FormField } from '../sample-forms/form-sheet.js';
import { FlatbedView, PinholeCamera, type View } from './camera.js';
import { enlargeTwice } from './enlarge.js';
import { evenLight, roomLight, type Lighting } from './light.js';
import { buildMipmap } from './mipmap.js';
import { fingers, otherSheet, type Occluder } from './occluder.js';
import { curledShape, PaperShape, type Point3 } from './paper-shape.js';
import { renderScene } from './render-scene.js';
import { expose, type SensorFaults } from './sensor.js';
import { generatedTableTop, type TableTop } from './table-top.js';
import { writeOnPage } from './write-on-page.js';

/**
 * How a page is captured: `scan` on a flatbed (up to 2 degrees askew); `easy` by a phone, tilted up to 15
 * degrees in good light; `hard` tilted up to 40 degrees with shadows, blur, noise and clutter; `curled` as
 * easy, but a sheet that does not lie flat; `cut` as easy, with up to about a quarter of the page outside the picture or covered.
 */
export type CaptureLevel = 'scan' | 'easy' | 'hard' | 'curled' | 'cut';

export interface BoothOptions {
  level: CaptureLevel;
  seed: number;
  /** What the page lies on; made up by seed when not given. Of no use to `scan`. */
  background?: Raster;
  /** Size of the photograph at 4:3, 12 unless told. A scan has 150 to 300 dpi, but no more px than this. */
  megapixels?: number;
  /** Things are written on the page by hand and by machine. */
  writing?: boolean;
  /** Fields of this page, where writing goes. Without them, blank places are looked for. */
  fields?: readonly FormField[];
  /** Turns of the page in the picture, clockwise; 0 unless told. */
  quarterTurns?: 0 | 1 | 2 | 3 | 'random';
}

/** What is known of a photograph. Page px are those of the page's raster, photo px those of `rgb`. */
export interface PhotographTruth {
  /** The page's corners (the outer edges of its raster) in the photograph; they may lie outside of it. */
  quad: Quad;
  /** The place of a page px in the photograph, exact for curled sheets too. */
  pageToPhoto(x: number, y: number): Point;
  /** Quarter turns by which the page appears turned clockwise. */
  quarterTurns: 0 | 1 | 2 | 3;
  /** Share of the page's area that is in the picture and not covered, 0..1. */
  visibleFraction: number;
  curled: boolean;
}

export interface Photograph {
  rgb: Raster;
  /** The photograph as a camera would store it. @param quality 1..100; without it, one that suits the level */
  jpeg(quality?: number): Promise<Buffer>;
  /** Quality that `jpeg` takes when none is given. */
  jpegQuality: number;
  truth: PhotographTruth;
}

const MM_PER_INCH = 25.4;
const DEGREE = Math.PI / 180;
// Where a page's picture has fewer px than this to a px of the photograph it is enlarged first, smoothly.
const ENLARGE_BELOW = 0.7;
// Share of a given background's longer side to the page's: a table is larger than what lies on it.
const BACKGROUND_SPAN = 2.4;
const BACKGROUND_MAX_PX = 1600;

/**
 * Photographs a page with known truth; the same picture for the same arguments, every time.
 * @param page grey or RGB
 * @param dpi px per inch of the page's raster
 */
export async function photographPage(page: Raster, dpi: number, options: BoothOptions): Promise<Photograph> {
  const random = new Random(options.seed);
  const { level } = options;
  const turnsRandom = random.fork('turns');
  const turns = options.quarterTurns === 'random' ? turnsRandom.int(0, 3) : (options.quarterTurns ?? 0);
  const pageWidth = (page.width / dpi) * MM_PER_INCH;
  const pageHeight = (page.height / dpi) * MM_PER_INCH;
  const pxPerMm = dpi / MM_PER_INCH;
  const toMm = (x: number, y: number): Point => ({
    x: (x + 0.5) / pxPerMm - pageWidth / 2,
    y: (y + 0.5) / pxPerMm - pageHeight / 2,
  });

  const written = options.writing ? writeOnPage(page, dpi, options.fields, random.fork('writing')) : page;
  const shape =
    level === 'curled'
      ? curledShape(pageWidth, pageHeight, random.fork('curl'))
      : new PaperShape(Math.hypot(pageWidth, pageHeight) / 2);
  const outline = outlineOf(shape, pageWidth, pageHeight);
  const pixels = (options.megapixels ?? 12) * 1e6;
  const occluders: Occluder[] = [];
  const cameraRandom = random.fork('camera');
  let view: View;
  if (level === 'scan') view = flatbed(pageWidth, pageHeight, pixels, turns, cameraRandom);
  else {
    const camera = phone(level, pixels, pageWidth > pageHeight !== (turns % 2 === 1), turns, cameraRandom);
    camera.frame(
      outline,
      level === 'hard' ? cameraRandom.between(0.6, 0.95) : cameraRandom.between(0.72, 0.96),
    );
    const slack = level === 'hard' ? 0.04 : 0.025;
    camera.shift(outline, cameraRandom.between(-slack, slack), cameraRandom.between(-slack, slack));
    view = camera;
  }
  const visible = (): number => visibleShare(view, shape, pageWidth, pageHeight, occluders);
  if (level === 'cut')
    view = cutOff(view as PinholeCamera, outline, pageWidth, pageHeight, occluders, visible, cameraRandom);
  else if (level === 'hard' && cameraRandom.chance(0.3))
    occluders.push(thumbAtEdge(pageWidth, pageHeight, cameraRandom));

  const lightRandom = random.fork('light');
  const lighting =
    level === 'scan'
      ? scanLight(lightRandom)
      : roomLight(lightRandom, Math.max(pageWidth, pageHeight), level === 'hard');
  const tableRandom = random.fork('table');
  const tableTop =
    level === 'scan'
      ? scannerLid(tableRandom)
      : await tableFor(
          options.background,
          Math.max(pageWidth, pageHeight),
          tableRandom,
          level === 'hard' || tableRandom.chance(0.3),
        );
  const light = renderScene({
    view,
    shape,
    page: buildMipmap(enlarged(written, view, shape, toMm)),
    pageWidth,
    pageHeight,
    paper: paperColour(level, random.fork('paper')),
    table: buildMipmap(tableTop.picture),
    tableScale: tableTop.mmPerPixel,
    tableGain: level === 'scan' ? 1 : tableRandom.between(0.75, 1.05),
    lighting,
    occluders,
  });
  const faults = faultsOf(level, view, random.fork('sensor'));
  const rgb = expose(light, view.width, view.height, faults, random.fork('noise'));
  const jpegQuality = qualityOf(level, random.fork('jpeg'));

  const pageToPhoto = (x: number, y: number): Point => {
    const mm = toMm(x, y);
    return view.project(shape.lift(mm.x, mm.y));
  };
  const [right, bottom] = [page.width - 0.5, page.height - 0.5];
  return {
    rgb,
    jpegQuality,
    jpeg: (quality = jpegQuality) =>
      sharp(rgb.data, { raw: { width: rgb.width, height: rgb.height, channels: 3 } })
        .jpeg({ quality })
        .toBuffer(),
    truth: {
      quad: [
        pageToPhoto(-0.5, -0.5),
        pageToPhoto(right, -0.5),
        pageToPhoto(right, bottom),
        pageToPhoto(-0.5, bottom),
      ],
      pageToPhoto,
      quarterTurns: turns as 0 | 1 | 2 | 3,
      visibleFraction: visible(),
      curled: level === 'curled',
    },
  };
}

/** Places all along the sheet's edge, in space. */
function outlineOf(shape: PaperShape, width: number, height: number): Point3[] {
  const points: Point3[] = [];
  const steps = 24;
  for (let i = 0; i < steps; i++) {
    const t = i / steps - 0.5;
    points.push(shape.lift(t * width, -height / 2), shape.lift(width / 2, t * height));
    points.push(shape.lift(-t * width, height / 2), shape.lift(-width / 2, -t * height));
  }
  return points;
}

function phone(
  level: CaptureLevel,
  pixels: number,
  landscape: boolean,
  turns: number,
  random: Random,
): PinholeCamera {
  const long = Math.round(Math.sqrt((pixels * 4) / 3));
  const short = Math.round((long * 3) / 4);
  // Lenses of phones: 24 to 30 mm in terms of 35-mm film, whose 4:3 crop is 34.6 mm long.
  const focal = (long * random.between(24, 30)) / 34.6;
  const hard = level === 'hard';
  const tilt = (hard ? random.between(10, 40) : random.between(0, level === 'curled' ? 12 : 15)) * DEGREE;
  const spread = hard ? 14 : 4;
  const askew = Math.max(-2, Math.min(2, random.gauss())) * spread * DEGREE;
  return new PinholeCamera(landscape ? long : short, landscape ? short : long, focal, {
    tilt,
    azimuth: random.between(0, 2 * Math.PI),
    roll: turns * 90 * DEGREE + askew,
  });
}

function flatbed(
  pageWidth: number,
  pageHeight: number,
  pixels: number,
  turns: number,
  random: Random,
): FlatbedView {
  const most = Math.sqrt((pixels * MM_PER_INCH ** 2) / (pageWidth * pageHeight));
  const dpi = Math.min(random.pick([150, 200, 200, 240, 300]), most);
  const scale = dpi / MM_PER_INCH;
  const [w, h] = turns % 2 === 0 ? [pageWidth, pageHeight] : [pageHeight, pageWidth];
  const edge = random.between(-1, 3);
  const skew = Math.max(-2, Math.min(2, random.gauss() * 0.8)) * DEGREE;
  const offset = { x: random.between(-1.2, 1.2) * scale, y: random.between(-1.2, 1.2) * scale };
  return new FlatbedView(
    Math.round((w + edge) * scale),
    Math.round((h + edge) * scale),
    scale,
    turns * 90 * DEGREE + skew,
    offset,
  );
}

const CUT_MOST = 0.25;

/** Leaves a part of the page out of the picture, or lays something on it, until about the wanted share is hidden. */
function cutOff(
  camera: PinholeCamera,
  outline: readonly Point3[],
  width: number,
  height: number,
  occluders: Occluder[],
  visible: () => number,
  random: Random,
): View {
  const hidden = random.between(0.05, CUT_MOST);
  const angle = random.pick([0, 90, 180, 270, random.between(0, 360)]) * DEGREE;
  const covered = random.chance(0.35);
  const hand = random.chance(0.5);
  const count = random.int(2, 4);
  const seed = random.int(1, 1e9);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const edge = Math.abs(c) * (width / 2) + Math.abs(s) * (height / 2);
  const home = camera.whereabouts();
  const tryDepth = (depth: number): void => {
    if (!covered) {
      camera.moveTo(home);
      camera.shift(outline, c * depth, s * depth);
      return;
    }
    const reach = edge * (1 - 2 * depth);
    const own = new Random(seed);
    occluders.length = 0;
    if (hand) occluders.push(fingers(c * reach, s * reach, angle, count, own));
    else occluders.push(otherSheet(c * reach, s * reach, angle + own.gauss() * 0.12, own));
  };
  let low = 0;
  // A hand cannot hide a quarter of a sheet: it stops in the middle.
  let high = hand && covered ? 0.5 : 1;
  for (let step = 0; step < 12; step++) {
    tryDepth((low + high) / 2);
    if (visible() < 1 - hidden) high = (low + high) / 2;
    else low = (low + high) / 2;
  }
  tryDepth(high);
  return camera;
}

function thumbAtEdge(width: number, height: number, random: Random): Occluder {
  const angle = random.pick([0, 90, 180, 270]) * DEGREE + random.gauss() * 0.3;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.abs(c) * (width / 2) + Math.abs(s) * (height / 2) - random.between(8, 22);
  const aside = random.between(-0.3, 0.3) * height;
  return fingers(c * reach - s * aside, s * reach + c * aside, angle, 1, random);
}

function visibleShare(
  view: View,
  shape: PaperShape,
  width: number,
  height: number,
  occluders: readonly Occluder[],
): number {
  const steps = 60;
  let seen = 0;
  for (let j = 0; j < steps; j++)
    for (let i = 0; i < steps; i++) {
      const x = ((i + 0.5) / steps - 0.5) * width;
      const y = ((j + 0.5) / steps - 0.5) * height;
      const p = view.project(shape.lift(x, y));
      const inPicture = p.x >= -0.5 && p.y >= -0.5 && p.x <= view.width - 0.5 && p.y <= view.height - 0.5;
      if (inPicture && occluders.every((thing) => thing.distance(x, y) > 0)) seen++;
    }
  return seen / (steps * steps);
}

/** The page's picture, enlarged where the photograph has finer px than it. */
function enlarged(
  page: Raster,
  view: View,
  shape: PaperShape,
  toMm: (x: number, y: number) => Point,
): Raster {
  const at = (x: number, y: number): Point => {
    const mm = toMm(x, y);
    return view.project(shape.lift(mm.x, mm.y));
  };
  const [x, y] = [page.width / 2, page.height / 2];
  const a = at(x, y);
  const b = at(x + 10, y);
  if (10 / Math.hypot(b.x - a.x, b.y - a.y) >= ENLARGE_BELOW) return page;
  return enlargeTwice(page);
}

async function tableFor(
  background: Raster | undefined,
  pageSize: number,
  random: Random,
  cluttered: boolean,
): Promise<TableTop> {
  if (!background) return generatedTableTop(random, cluttered);
  const { data, info } = await sharp(background.data, {
    raw: { width: background.width, height: background.height, channels: background.channels },
  })
    .resize(BACKGROUND_MAX_PX, BACKGROUND_MAX_PX, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const span = pageSize * BACKGROUND_SPAN * random.between(0.8, 1.3);
  return {
    picture: { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] },
    mmPerPixel: span / Math.max(info.width, info.height),
  };
}

/** What a flatbed sees beside the page. */
function scannerLid(random: Random): TableTop {
  const value = random.pick([252, 246, 238, 24]);
  return {
    picture: { data: new Uint8Array(64 * 64 * 3).fill(value), width: 64, height: 64, channels: 3 },
    mmPerPixel: 4,
  };
}

function scanLight(random: Random): Lighting {
  return evenLight(random.between(0.9, 1));
}

/** Linear reflectance of the sheet. */
function paperColour(level: CaptureLevel, random: Random): [number, number, number] {
  if (level === 'scan') return [1, random.between(0.985, 1), random.between(0.96, 1)];
  const white = random.between(0.86, 0.98);
  return [white, white * random.between(0.985, 1.005), white * random.between(0.93, 1.02)];
}

function faultsOf(level: CaptureLevel, view: View, random: Random): SensorFaults {
  // Blur grows with the picture: it is set in px of a photograph of 12 megapixels, 4,000 px long.
  const scale = Math.max(view.width, view.height) / 4000;
  const motionAngle = random.between(0, Math.PI);
  if (level === 'scan')
    return {
      blur: random.between(0.35, 0.7),
      motion: 0,
      motionAngle,
      shot: random.between(0.5e-4, 3e-4),
      read: 0.0015,
      sharpening: random.between(0, 0.5),
      grey: random.chance(0.4),
    };
  const hard = level === 'hard';
  const defocus = hard ? random.between(0.9, 3.6) : random.between(0.6, 1.5);
  return {
    blur: Math.hypot(defocus * scale, 0.45),
    motion: (hard ? Math.max(0, random.between(-3, 9)) : Math.max(0, random.between(-3, 2))) * scale,
    motionAngle,
    shot: hard ? random.between(5e-4, 2.2e-3) : random.between(0.8e-4, 5e-4),
    read: hard ? random.between(0.002, 0.006) : random.between(0.0008, 0.002),
    sharpening: random.between(0.2, hard ? 0.6 : 0.9),
    grey: false,
  };
}

function qualityOf(level: CaptureLevel, random: Random): number {
  if (level === 'hard') return random.int(35, 70);
  if (level === 'scan') return random.int(75, 92);
  return random.int(78, 93);
}
