import { median } from '../geometry/median.js';
import { unlikeMoved, voteOf, type PlaceWindow } from './decisive-place.js';
import type { InkLook } from './ink-look.js';
import type { DifferingPlace } from '../ink/ink-difference.js';
import { keptDifference } from './kept-difference.js';
import { invert, project } from '../geometry/projective.js';
import { HALF_BLOCK, isSeenAround, type FrameSampler } from '../ink/frame-sampler.js';
import { differenceOf, mapBetween, type InkedPage } from './page-difference.js';
import type { Point } from '../pixels/raster.js';
import { placeWindow } from './place-window.js';
import { fitSharedInk, type SharedInk } from './shared-ink.js';

const { max, min, sqrt } = Math;

/**
 * Tells two pages that share most of their ink apart: by the ink in the places where THEY differ, and by
 * nothing else. In each such place the frame is registered by the ink that both pages share around it,
 * its contrast is measured on that ink, and the squared error against either page votes.
 */

/** Places looked at in a frame: of the ones in sight those with most differing px. */
const MAX_PLACES = 16;
/**
 * Of a frame of two tones a place counts of whose differing ink such frames keep this share: the rest may be there or
 * not.
 */
const KEPT = 0.8;
/** Correlation with the shared ink under which a place is taken to be covered. */
const COVERED = 0.3;
/** Weight of a place without shared ink around it, where one with it has its correlation. */
const UNSHARED_WEIGHT = 0.5;
/** A place where even a perfect frame would say less than this says nothing. */
const MIN_POWER = 0.1;
/** What is missing weighs so much at most of what is shown, where the two contradict each other. */
const DOUBTED = 0.25;
/** Variance of a place's vote before any is known; counts as much as one place. */
const VOTE_VARIANCE = 0.1;
/** One of two look-alikes: the page with its ink. */
export interface Rival extends InkedPage {
  /** Blocks of it, px of the page as described, whose ink lies under something in the frame. */
  hidden: Iterable<Point>;
}

/** Px of a page as described. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place that was decisive, on the first page. */
export interface DecisivePlace extends Box {
  /** -1 for the second page .. 1 for the first. */
  vote: number;
  weight: number;
  /** See `Vote`. */
  byWhatIsMissing: boolean;
}

/** How a frame decides between two look-alikes. */
export interface Preference {
  /** -1 all for the second page .. 0 undecided .. 1 all for the first. */
  value: number;
  /** Number of places where the pages differ, in the frame or not. */
  differing: number;
  /** Share of the pages' ink in which they differ. */
  share: number;
  places: DecisivePlace[];
}

/**
 * @param sampler samples the frame through the first page's registration
 * @param look of ink in the frame, see `inkLook`
 * @returns null when the two pages are no look-alikes of each other
 */
export function tellApart(
  sampler: FrameSampler,
  first: Rival,
  second: Rival,
  look: InkLook,
): Preference | null {
  const difference = differenceOf(first, second);
  if (!difference) return null;
  const { map, places } = difference;
  const unit = first.profile.width / first.ink.width;
  const hidden = [...first.hidden, ...hiddenOf(second, first)];
  const windows: { place: DifferingPlace; onPage: Box; window: PlaceWindow; fit: SharedInk }[] = [];
  for (const place of places) {
    if (windows.length === MAX_PLACES) break;
    const onPage = {
      left: place.left * unit,
      top: place.top * unit,
      right: place.right * unit,
      bottom: place.bottom * unit,
    };
    if (!isSeenAround(sampler.blocks, onPage)) continue;
    if (look.isTwoTone && keptDifference(place, first.ink, second.ink, map) < KEPT) continue;
    const window = placeWindow(sampler, unit, place, first.ink, second.ink, map);
    if (!window) continue;
    const fit = fitSharedInk(window, look.blur);
    // Without shared ink nothing in the place itself tells whether it is covered.
    if (fit.reliable || !isAmong(hidden, onPage)) windows.push({ place, onPage, window, fit });
  }
  const gains = windows.flatMap(({ fit }) => (fit.reliable ? [fit.gain] : []));
  const contrast = gains.length > 0 ? median(gains) : look.gain;
  const decisive: DecisivePlace[] = [];
  for (const { place, onPage, window, fit } of windows) {
    const said = fit.reliable && fit.correlation < COVERED ? null : voteOf(window, fit, contrast);
    if (!said || said.power < MIN_POWER) continue;
    const weight = sqrt(place.pixels) * (fit.reliable ? fit.correlation : UNSHARED_WEIGHT);
    // A vote is taken relative to what it can be, and weighted by the inverse variance that it then has.
    const vote = max(-1, min(1, said.vote / said.power));
    const certainty = said.power * unlikeMoved(fit, window.a.width, window.a.height);
    const { byWhatIsMissing } = said;
    decisive.push({ ...onPage, vote, weight: weight * certainty ** 2, byWhatIsMissing });
  }
  const { differing, share } = difference;
  return { value: agreed(doubted(decisive)), differing, share, places: decisive };
}

/**
 * The places, those that speak by what is missing weighing little where what is shown speaks for the other page: ink
 * may lie under something as bright as the paper, but none is there that was not printed.
 */
function doubted(places: readonly DecisivePlace[]): readonly DecisivePlace[] {
  const total = (some: readonly DecisivePlace[], value: (place: DecisivePlace) => number) =>
    some.reduce((sum, place) => sum + value(place), 0);
  const said = ({ vote, weight }: DecisivePlace) => vote * weight;
  const missing = places.filter((place) => place.byWhatIsMissing);
  const shown = places.filter((place) => !place.byWhatIsMissing);
  const most = DOUBTED * total(shown, ({ weight }) => weight);
  const all = total(missing, ({ weight }) => weight);
  if (all <= most || total(missing, said) * total(shown, said) >= 0) return places;
  return [...shown, ...missing.map((place) => ({ ...place, weight: (place.weight * most) / all }))];
}

/**
 * Weighted mean of the votes, drawn towards 0 the less certain it is: by its own variance relative to its square (James
 * and Stein's estimator). Few places, and places that contradict each other, decide with little margin or none.
 */
function agreed(places: readonly DecisivePlace[]): number {
  const total = (value: (place: DecisivePlace) => number) =>
    places.reduce((sum, place) => sum + value(place), 0);
  const weights = total(({ weight }) => weight);
  if (!(weights > 0)) return 0;
  const mean = total(({ weight, vote }) => weight * vote) / weights;
  const count = weights ** 2 / total(({ weight }) => weight ** 2);
  const spread = total(({ weight, vote }) => weight * (vote - mean) ** 2) / weights;
  const variance = (VOTE_VARIANCE + count * spread) / count ** 2;
  return mean * max(0, 1 - variance / mean ** 2);
}

/** Hidden blocks of the second page as places of the first, px of it as described. */
function hiddenOf(second: Rival, first: Rival): Point[] {
  const toSecond = mapBetween(first, second);
  const toFirst = toSecond && invert(toSecond);
  return toFirst ? Array.from(second.hidden, ({ x, y }) => project(toFirst, x, y)) : [];
}

/** Whether one of the blocks reaches into a box, px of the page. */
function isAmong(blocks: readonly Point[], { left, top, right, bottom }: Box): boolean {
  return blocks.some(
    ({ x, y }) =>
      x > left - HALF_BLOCK && x < right + HALF_BLOCK && y > top - HALF_BLOCK && y < bottom + HALF_BLOCK,
  );
}
