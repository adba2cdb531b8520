import sharp from 'sharp';
import type { Point, Quad, Raster } from '../../../libs/vision/pixels/raster.js';
import { Random } from '../random.js';
import type { FormField } from '../sample-forms/form-sheet.js';
import { bentSheet, type SheetKind } from './bent-sheets.js';
import type { PinholeCamera, View } from './camera.js';
import { cutOff, flatbed, outlineOf, phone, thumbAtEdge, visibleShare, type Stance } from './camera-pose.js';
import {
  faultsOf,
  paperColour,
  qualityOf,
  scanLight,
  scannerLid,
  tableFor,
  type CaptureLevel,
} from './capture-level.js';
import { enlargeTwice } from './enlarge.js';
import { lampGlare } from './glare.js';
import { BoothMemory } from './kernels/kernels.js';
import { roomLight } from './light.js';
import { buildMipmap } from './mipmap.js';
import type { Occluder } from './occluder.js';
import { PaperShape, type Sheet } from './paper-shape.js';
import { renderScene } from './render-scene.js';
import { expose, type SensorFaults } from './sensor.js';
import { freeCornersWarp, lensWarp, swayWarp, WarpedView } from './warped-view.js';
import { writeOnPage } from './write-on-page.js';

export interface BoothOptions {
  level: CaptureLevel;
  seed: number;
  /** How the sheet of the level `curled` is bent, `rolled` unless told. Of no use to the others. */
  sheet?: SheetKind;
  /** How the camera is held; as the level has it unless told. Of no use to `scan`. */
  stance?: Stance;
  /** Focal length in mm of 35-mm film; one of a telephone's main camera, 24 to 30, unless told. Of no use to `scan`. */
  lensMm?: number;
  /**
   * By how much the picture's corners are moved freely, a part of its longer side, as by hand in an app; 0 unless told.
   */
  freeCorners?: number;
  /** How far the lens moves the picture's corners outwards, a part of half the diagonal; 0 unless told. */
  lens?: number;
  /** By how much rows and columns are waves, a part of the picture's longer side; 0 unless told. */
  sway?: number;
  /** What the page lies on; made up by seed when not given. Of no use to `scan`. */
  background?: Raster;
  /** Size of the photograph at 4:3, 12 unless told. A scan has 150 to 300 dpi, but no more px than this. */
  megapixels?: number;
  /** Things are written on the page by hand and by machine. */
  writing?: boolean;
  /** Fields of this page, where writing goes. Without them, blank places are looked for. */
  fields?: readonly FormField[];
  /** A lamp is mirrored by the page. Of no use to `scan`. */
  glare?: boolean;
  /** Blur and shake, px of the photograph; the level's own unless told. */
  blurred?: Partial<Pick<SensorFaults, 'blur' | 'motion' | 'motionAngle'>>;
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
// Where a page's picture has fewer px than this to a px of the photograph it is enlarged first, smoothly.
const ENLARGE_BELOW = 0.7;

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
      ? bentSheet(options.sheet ?? 'rolled', pageWidth, pageHeight, random.fork('curl'))
      : new PaperShape(Math.hypot(pageWidth, pageHeight) / 2);
  const outline = outlineOf(shape, pageWidth, pageHeight);
  const pixels = (options.megapixels ?? 12) * 1e6;
  const occluders: Occluder[] = [];
  const cameraRandom = random.fork('camera');
  let view: View;
  if (level === 'scan') view = flatbed(pageWidth, pageHeight, pixels, turns, cameraRandom);
  else {
    const camera = phone(
      level,
      pixels,
      pageWidth > pageHeight !== (turns % 2 === 1),
      turns,
      cameraRandom,
      options.lensMm,
      options.stance,
    );
    const usual = level === 'hard' ? ([0.6, 0.95] as const) : ([0.72, 0.96] as const);
    camera.frame(outline, cameraRandom.between(...(options.stance?.fill ?? usual)));
    const slack = level === 'hard' ? 0.04 : 0.025;
    camera.shift(outline, cameraRandom.between(-slack, slack), cameraRandom.between(-slack, slack));
    view = camera;
  }
  const visible = (): number => visibleShare(view, shape, pageWidth, pageHeight, occluders);
  if (level === 'cut')
    view = cutOff(view as PinholeCamera, outline, pageWidth, pageHeight, occluders, visible, cameraRandom);
  else if (level === 'hard' && cameraRandom.chance(0.3))
    occluders.push(thumbAtEdge(pageWidth, pageHeight, cameraRandom));
  if (options.sway) view = new WarpedView(view, swayWarp(view, options.sway, random.fork('sway')));
  if (options.freeCorners)
    view = new WarpedView(
      view,
      freeCornersWarp(
        view,
        outline.map((point) => view.project(point)),
        options.freeCorners,
        random.fork('corners'),
      ),
    );
  if (options.lens) view = new WarpedView(view, lensWarp(view, options.lens));

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
          view,
        );
  const faults = { ...faultsOf(level, view, random.fork('sensor')), ...options.blurred };
  const rgb = BoothMemory.borrow((memory) => {
    const light = renderScene(memory, {
      view,
      shape,
      page: buildMipmap(memory, enlarged(written, view, shape, toMm)),
      pageWidth,
      pageHeight,
      paper: paperColour(level, random.fork('paper')),
      table: buildMipmap(memory, tableTop.picture),
      tableScale: tableTop.mmPerPixel,
      tableGain: level === 'scan' ? 1 : tableRandom.between(0.75, 1.05),
      lighting,
      glare:
        options.glare && level !== 'scan'
          ? lampGlare(pageWidth, pageHeight, random.fork('glare'))
          : undefined,
      occluders,
    });
    return expose(memory, light, view.width, view.height, faults, random.fork('noise'));
  });
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

/** The page's picture, enlarged where the photograph has finer px than it. */
function enlarged(page: Raster, view: View, shape: Sheet, toMm: (x: number, y: number) => Point): Raster {
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
