import { areBandsOfOne } from './bands-in-line.js';
import { bentQuads, bentQuadsBeyond } from './bent-quads.js';
import { commonSheet } from './common-sheet.js';
import { pageCutBeyond } from './cut-page.js';
import { areaOf } from '../geometry/plane-geometry.js';
import { enclosingSheet } from './enclosing-sheet.js';
import { asSheet, unfoldLargest, type FoldedSheet } from './folded-sheet.js';
import { sheetBeyond } from './flooded-sheet.js';
import { followedBeyond } from './followed-sides.js';
import { isPart, keptConfidence } from './outline-doubts.js';
import { lightStepAcross } from './printed-line.js';
import { scoreQuads, type JoinedQuad } from './quad-score.js';
import {
  MIN_OUTLINE_CONFIDENCE,
  outlineOfSome,
  refinedOutline,
  type PageOutline,
} from './refined-outline.js';
import { SearchView, type Search } from './search-view.js';
import { topSheet } from './sheet-on-top.js';
import { peersOf } from './sheets-beside.js';
import { sheetOfSome } from './side-by-side.js';
import { wholeBentSheet } from './whole-bent-sheet.js';
import {
  CLEAR,
  LOOKED_AT,
  pastRulingsFirst,
  sheetGoesOn,
  uncrossedFirst,
  wholePageFirst,
} from './whole-page.js';
import { widerQuads } from './wider-quads.js';

const { min } = Math;

/** A quad with bent sides scores so many times as much as the best of straight edges. */
const BETTER = 1.03;
/** ...and of a folded sheet, of whose area it has this part at least. */
const BETTER_THAN_FOLDED = 1.15;
const AS_LARGE = 0.75;
/** An outline with a common sheet's shape is relied on that is as sure as this. */
const LEAST_OF_SHEET = 0.45;

/** What tells of the best outline that it is a part of its page. */
interface Doubts {
  /** Ink runs on across a side of it. */
  isCrossed: boolean;
  /** It ends at a ruling, and of the page beyond there is no outline. */
  isInPage: boolean;
}

/** All outlines worth a look, best first, in the picture as its copies show it. */
export function outlinesIn(search: Search): PageOutline[] {
  const view = new SearchView(search);
  const { folded, quads: candidates } = candidatesIn(view);
  if (candidates.length === 0) return [];
  const { quads, ...doubts } = folded
    ? { quads: candidates, ...doubtsOf(folded, view) }
    : wholeSheetsFirst(candidates, view);
  return quads
    .slice(0, search.count)
    .map((quad, rank) =>
      rank > 0
        ? outlineOf(asSheet(quad), view)
        : bestOutline(folded ?? asSheet(quad), candidates, doubts, view),
    );
}

/** The quads worth a look, best first; the folded sheet that takes the place of the best one, if it is one. */
function candidatesIn(view: SearchView): { folded: FoldedSheet | null; quads: JoinedQuad[] } {
  const { closed, plain, lines } = view;
  const straight = papersFirst(scoreQuads(view.joined, closed, lines.spare), view);
  const quads = wholeFirst(straight, view);
  const folded = unfoldLargest(quads.slice(0, LOOKED_AT), lines.all, closed, plain, view.foldsInShade);
  const bent = papersFirst(
    betterBent(folded, straight[0], () => [
      ...bentQuads(lines.stretches, lines.edges, closed),
      ...widerQuads(straight[0], folded !== null, lines.stretches, lines.edges, closed, plain),
    ]),
    view,
  );
  return bent.length > 0
    ? { folded: null, quads: wholeFirst([...bent, ...straight], view) }
    : { folded, quads };
}

/** The quads, best first, but where the best one cuts through its page, or is printed on a sheet, that one first. */
function wholeFirst(quads: JoinedQuad[], view: SearchView): JoinedQuad[] {
  const uncut = wholePageFirst(quads, view.cutOf, view.isSameSheet);
  return sheetFirst(pastRulingsFirst(uncut, lightStepAcross, view.isSameSheet), view);
}

/**
 * The quads, best first, but where the best one is a band of its sheet, ends at a ruling of a page that the picture
 * cuts off, has ink run on across a side, or lies below another sheet, that sheet or page first.
 *
 * @returns what is to be doubted of the best one too
 */
function wholeSheetsFirst(found: JoinedQuad[], view: SearchView): { quads: JoinedQuad[] } & Doubts {
  const { closed, plain } = view;
  const sheet = wholeBentSheet(found[0], (part) => quadsBeyond(part, view), closed);
  const sheets = sheet ? [sheet, ...found] : found;
  const cut = pageCutBeyond(sheets[0], view.borders, closed, plain);
  const pages = cut?.whole ? [cut.whole, ...sheets] : sheets;
  const isCrossed = (quad: JoinedQuad): boolean => view.isCrossed([quad]);
  const crossed = pages[0].score < CLEAR && isCrossed(pages[0]);
  const uncrossed = crossed ? uncrossedFirst(pages, isCrossed) : pages;
  const onTop = topSheet(uncrossed[0], view);
  return {
    quads: onTop ? [onTop, ...uncrossed] : uncrossed,
    isCrossed: crossed && uncrossed[0] === pages[0],
    isInPage: cut !== null && cut.whole === null,
  };
}

/** What is to be doubted of a sheet that was put together. */
const doubtsOf = ({ score, panels }: FoldedSheet, view: SearchView): Doubts => ({
  isCrossed: score < CLEAR && view.isCrossed(panels),
  isInPage: false,
});

/** Quads with bent sides that go on beyond a side of one, best first. */
function quadsBeyond(part: JoinedQuad, { picture, closed, unit, lines }: SearchView): JoinedQuad[] {
  const { edges, stretches } = lines;
  return [
    ...bentQuadsBeyond(part, stretches, edges, closed),
    ...followedBeyond(part, { surface: closed, edges, picture, unit }),
  ].sort((a, b) => b.score - a.score);
}

/** The outline of the best sheet, of the larger one that it is a part of, or of one of several that it is made of. */
function bestOutline(
  found: FoldedSheet,
  candidates: readonly JoinedQuad[],
  doubts: Doubts,
  view: SearchView,
): PageOutline {
  const beyond = sheetBeyond(found, view);
  const sheet = beyond?.whole ? asSheet(beyond.whole) : found;
  const { isCrossed, isInPage } = beyond?.whole ? doubtsOf(sheet, view) : doubts;
  const outline = outlineOf(sheet, view, isInPage);
  const some = sheetOfSome(view.picture, outline.quad, outline.cut);
  if (some) return outlineOfSome(outline, some, sheet.score, view.picture, view.unit);
  const peers = peersOf(sheet, candidates, view.closed);
  const isBand = peers.some((peer) => areBandsOfOne(sheet.quad, peer.quad, view.closed));
  return {
    ...outline,
    isPart: isBand || isCrossed || outline.isPart || (beyond !== null && !beyond.whole),
    isOneOfSome: peers.length > 0 && !isBand,
  };
}

/**
 * A sheet's outline, its sides refined on the picture, as sure as what lies beyond it leaves it: what has all of a
 * common sheet's shape, and no ink across a side, may lie on a table that looks like print, or paper.
 */
function outlineOf(sheet: FoldedSheet, view: SearchView, isInPage = false): PageOutline {
  const { picture, small, closed, plain, lines } = view;
  const kept = keptConfidence(sheet, closed, plain);
  const outline = refinedOutline(sheet, kept, picture, small.scaleX, small.scaleY);
  const { confidence } = outline;
  const isUnsure = confidence >= LEAST_OF_SHEET && confidence < MIN_OUTLINE_CONFIDENCE;
  const isDoubted = isInPage || view.leavesPrintOut(sheet, confidence);
  const isWhole =
    (isUnsure || isDoubted) && commonSheet(outline, picture) !== null && !view.isPartlyCrossed(sheet.panels);
  return {
    ...outline,
    confidence: isUnsure && isWhole ? MIN_OUTLINE_CONFIDENCE : confidence,
    isPart: isPart(sheet, lines.edges, closed) || (isDoubted && !isWhole),
    isOneOfSome: false,
  };
}

/** The quads, best first, without those before the first one that may be paper. */
function papersFirst(quads: JoinedQuad[], { isPaper }: SearchView): JoinedQuad[] {
  const first = quads.findIndex(isPaper);
  return first < 0 ? [] : quads.slice(first);
}

/**
 * The quads, best first, but where the best one is printed on a sheet, that sheet first. Each bears the other out: it
 * is as sure as what is printed on it, as far as its sides are.
 */
function sheetFirst(quads: JoinedQuad[], { joined, refined, closed }: SearchView): JoinedQuad[] {
  const best = quads[0];
  if (!best || best.cut.some(Boolean)) return quads;
  const found = enclosingSheet(best, joined, refined, (outer, inner) => sheetGoesOn(outer, inner, closed));
  return found ? [{ ...found, score: min(found.score, best.score) }, ...quads] : quads;
}

/**
 * Bent quads that are better than the folded sheet, or the quad of straight edges, found so far, where that is not
 * clear: a bend's shade may pass for a fold.
 */
function betterBent(
  folded: FoldedSheet | null,
  straight: JoinedQuad | undefined,
  search: () => JoinedQuad[],
): JoinedQuad[] {
  const best = (folded ?? straight)?.score ?? 0;
  if (best >= CLEAR) return [];
  const [times, least] = folded ? [BETTER_THAN_FOLDED, AS_LARGE * areaOf(folded)] : [BETTER, 0];
  return search()
    .filter((bent) => bent.score > times * best && areaOf(bent) >= least)
    .sort((a, b) => b.score - a.score);
}
