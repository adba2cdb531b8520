import { median } from '../geometry/median.js';
import { nthValue } from '../geometry/nth-value.js';
import { largePlaces, maskOf, rimOf, type Run } from '../pixels/connected-cells.js';
import { gaussianBlur } from '../pixels/gaussian-blur.js';
import { close, dilate, erode } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';

const { floor, max, min } = Math;

/**
 * Gaps between things (cutlery, keys) are darker than print: by this part of the level about them, in each channel, and
 * by so many levels at least.
 */
export const GAP_DEPTH = 0.25;
const LEVELS = 16;
/** The part of a place that gaps fill in clutter, at least; print fills up to 0.16 of a page. */
export const FULL_OF_GAPS = 0.3;
/** Standard deviation of the window in which gaps are counted, px. */
const WINDOW = 4.3;
/** The part of the picture that a place full of gaps takes up at least. */
const LEAST = 0.02;
/**
 * Clutter lies on a table, print on paper: of the px about clutter this part is darker than a quarter of the light
 * ones. Print of real photographs has up to 0.08, all of 28 places of cutlery 0.11 and more.
 */
const TABLE = 0.1;
const DARK = 0.25;
const LIGHT_ONES = 0.9;
/** What passes for paper with its gaps closed away is so light beside the light ones; every so manieth px is asked. */
const LIKE_PAPER = 0.3;
const EVERY = 5;
/** px off a place between which is what lies about it. */
const ABOUT = { from: 2, to: 6 };
/** Beside clutter, what runs along so much of the picture's border is clutter too, as a part of its shorter side. */
const RIM = 0.1;
/** px by which gaps are closed: a page's margin parts its print from the clutter, and stays. */
const MARGIN = 3;
/** px beyond a place full of gaps to which they are followed. */
const FOLLOWED = 4;
/** px by which light things between gaps (blades) are closed away. */
const THINGS = 12;
/** px about a place of which clutter takes the darkest level; and standard deviation of its soft rim, px. */
const DARKEST = 7;
const RIM_SOFTNESS = 1.4;

/**
 * Cutlery, keys and their like in a picture: places full of gaps that are darker and denser than print. The closing
 * that hides text hides them too, and leaves what looks like paper. 255 in their px, 0 in others; null where there are
 * none.
 *
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function findClutter(closed: Raster, plain: Raster): Raster | null {
  const { width, height } = plain;
  const gaps = gapsOf(closed, plain);
  const places = placesFullOf(gaps);
  const onTable = places.filter((runs) => isOnTable(runs, closed));
  if (onTable.length === 0) return null;
  const atRim = places.filter((runs) => rimOf(runs, width, height) >= RIM * min(width, height));
  const near = dilate(maskOf([...onTable, ...atRim].flat(), plain), FOLLOWED);
  const followed = close(gaps, MARGIN).data.map((gap, i) => gap & near.data[i]);
  return close({ ...gaps, data: followed }, THINGS);
}

/**
 * The surface with clutter as dark as its gaps, so that a page's edge stands out from it.
 *
 * @param clutter as it was found
 */
export function laidDark(closed: Raster, plain: Raster, clutter: Raster): Raster {
  const { channels } = closed;
  const dark = erode(plain, DARKEST).data;
  const data = closed.data.slice();
  gaussianBlur(clutter, RIM_SOFTNESS).forEach((part, i) => {
    if (part === 0) return;
    for (let k = i * channels; k < (i + 1) * channels; k++) data[k] += (part / 255) * (dark[k] - data[k]);
  });
  return { ...closed, data };
}

const isDeep = (about: number, level: number): boolean => about - level >= max(LEVELS, GAP_DEPTH * about);

/** 255 where the picture is a dark gap that the closing hides. */
function gapsOf(closed: Raster, plain: Raster): Raster {
  const { width, height, channels } = plain;
  const data = new Uint8Array(width * height);
  for (let i = 0, k = 0; i < data.length; i++, k += channels) {
    let c = 0;
    while (c < channels && isDeep(closed.data[k + c], plain.data[k + c])) c++;
    if (c === channels) data[i] = 255;
  }
  return { data, width, height, channels: 1 };
}

/** The places full of gaps, where they are large enough. */
function placesFullOf(gaps: Raster): Run[][] {
  return largePlaces(fullOf(gaps), gaps.width, LEAST * gaps.data.length);
}

/** 1 where gaps are as dense as print never is. */
function fullOf(gaps: Raster): Uint8Array {
  const full = new Uint8Array(gaps.data.length);
  gaussianBlur(gaps, WINDOW).forEach((part, i) => (full[i] = part >= FULL_OF_GAPS * 255 ? 1 : 0));
  return full;
}

/** The px of gaps that may be print, by where they are in the picture: not where gaps are denser than print ever is. */
export function printLike(closed: Raster, plain: Raster): number[] {
  const gaps = gapsOf(closed, plain);
  const full = fullOf(gaps);
  const print: number[] = [];
  gaps.data.forEach((gap, i) => {
    if (gap && !full[i]) print.push(i);
  });
  return print;
}

/** Whether a table is seen about a place that is light enough to pass for paper. */
function isOnTable(runs: readonly Run[], closed: Raster): boolean {
  const place = maskOf(runs, closed);
  const inner = dilate(place, ABOUT.from).data;
  const levels: number[] = [];
  dilate(place, ABOUT.to).data.forEach((marked, i) => {
    if (marked && !inner[i]) levels.push(closed.data[i * closed.channels]);
  });
  const light = nthValue(Uint16Array.from(levels), floor(LIGHT_ONES * levels.length));
  const own: number[] = [];
  for (const { from, to } of runs)
    for (let i = from; i < to; i += EVERY) own.push(closed.data[i * closed.channels]);
  const dark = levels.filter((level) => level < DARK * light).length;
  return dark >= TABLE * levels.length && median(own) >= LIKE_PAPER * light;
}
