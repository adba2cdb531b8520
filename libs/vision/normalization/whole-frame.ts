import type { LevelBox } from '../dewarp/level-plane.js';
import { frameQuad } from '../geometry/plane-geometry.js';
import { isBitonal } from '../light/flat-scan.js';
import { scannerLid } from '../light/scanner-lid.js';
import { leanOf } from '../orientation/skew.js';
import { flatProportions, ofDensity } from '../outline/page-proportions.js';
import type { PageOutline } from '../outline/refined-outline.js';
import type { Point, Quad, Size } from '../pixels/raster.js';
import type { Alignment, NormalizationFlag } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import { deskewed, layUpright, type LaidPage } from './laid-page.js';
import { levelled, withLinesStraight, withoutCurl } from './straightened-page.js';

const { max } = Math;

/** Of a frame kept whole none of the page's borders is known. */
export const WHOLE = { cut: [true, true, true, true], bow: 0, borne: 1, rungs: [] };

/** The whole frame, upright and straight: it is a scan, or no page stands out, or more than one does. */
export function keepWhole(
  copies: FrameCopies,
  flag: NormalizationFlag,
  found: PageOutline | null,
): Alignment {
  const scanned = flag === 'already_flat';
  const lay = layingOf(copies, flag, found?.confidence ?? null);
  const laid = atItsLean(copies, lay);
  // Sheets that lie apart share neither a bend nor a plane.
  if (flag === 'several_sheets') return deskewed(laid);
  const { alignment } = laid;
  const straight = scanned ? withLinesStraight(laid) : withoutCurl(copies, laid, WHOLE);
  const isBent = straight !== alignment;
  const level = isBent || isBitonal(copies.frame) ? null : levelled(copies, laid, wholeOf(copies), lay);
  const shown = isBent ? straight : deskewed(level ?? laid);
  if (!scanned) return shown;
  // What is bent, or seen at a slant, and looks scanned was made so by an app, or is a book's page.
  if (isBent || level) return { ...shown, flag: null };
  return { ...shown, lid: scannerLid(copies.reducedLuminance.raster) };
}

const wholeOf = ({ frame: { width, height } }: FrameCopies): Quad => frameQuad(width, height);

/** A rectangle about a frame: its width over its height, and its longer side over the frame's. */
type Box = Pick<LevelBox, 'ratio' | 'grown'>;

/** Lays what a quad about the frame shows. */
type Laying = (quad: Quad, box?: Box) => LaidPage;

function layingOf(copies: FrameCopies, flag: NormalizationFlag, confidence: number | null): Laying {
  const { width, height } = copies.frame;
  const seen = flatProportions(width, height);
  const whole = flag === 'already_flat' ? ofDensity(seen, max(width, height), copies.density) : seen;
  return (quad, box) => {
    const proportions = box
      ? { ...whole, ratio: box.ratio, longSideMm: box.grown * whole.longSideMm, sheet: null }
      : whole;
    return layUpright(copies, quad, proportions, confidence, 'whole', flag);
  };
}

/** The frame laid upright; one whose rows of ink lie far askew by these, with all of it in the picture. */
function atItsLean(copies: FrameCopies, lay: Laying): LaidPage {
  const laid = lay(wholeOf(copies));
  const skew = leanOf(laid.page);
  if (skew === 0) return laid;
  const { quad, ...box } = boxAround(copies.frame, skew);
  const { alignment, ...leaning } = lay(quad, box);
  return { ...leaning, alignment: { ...alignment, diagnostics: { ...alignment.diagnostics, skew } } };
}

/** The rectangle about a frame that is turned by so many degrees clockwise; how much longer than the frame it is. */
function boxAround({ width, height }: Size, degrees: number): Box & { quad: Quad } {
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
