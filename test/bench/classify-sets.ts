import type { CorpusLookalike } from '../support/corpus.js';
import { readPicture } from '../support/corpus.js';
import { hashText, Random } from '../support/random.js';
import { keyOf, type Library, type LibraryPage } from './classify-library.js';
import type { CaptureKind, Shot, ShotMaker } from './classify-shots.js';

/** Which forms are photographed: constants were chosen on one half, figures are reported on the other. */
export type Half = 'tune' | 'report' | 'all';

/** A named set of photographs whose figures make one row of the table. */
export interface ShotSet {
  name: string;
  shots: Shot[];
}

/** What is asked of the sets, see the usage of classify.bench.ts. */
export interface SetOptions {
  seed: number;
  half: Half;
  perLevel: number;
  perKind: number;
  pairs: number;
  filled: number;
}

const LEVELS: readonly CaptureKind[] = ['scan', 'easy', 'cut', 'curled', 'hard'];
const KINDS: readonly CaptureKind[] = ['fax', 'covered', 'small', 'grey 2 MP'];
/** Pictures of 50 megapixels take long to make: a quarter as many. */
const LARGE: CaptureKind = '50 MP';
/** As look-alikes and filled pages are photographed. */
const MIXED: readonly CaptureKind[] = ['scan', 'easy', 'hard', 'cut'];

/** The library's pages of one half, parted by a hash of their family's name. */
export function pagesOf({ pages }: Library, half: Half): LibraryPage[] {
  return pages.filter(
    ({ family }) => half === 'all' || (familyHash(family) % 2 === 1) === (half === 'report'),
  );
}

/** Photographs of the five levels, and of the kinds of capture beside them. */
export function levelSets(library: Library, maker: ShotMaker, options: SetOptions): ShotSet[] {
  const pages = pagesOf(library, options.half);
  const setOf = (kind: CaptureKind, count: number): ShotSet => ({
    name: kind,
    shots: Array.from({ length: count }, (_, k) => {
      const name = `${options.seed} ${options.half} ${kind} ${k}`;
      return maker.shot(name, new Random(hashText(name)).pick(pages), kind);
    }),
  });
  return [
    ...LEVELS.map((level) => setOf(level, options.perLevel)),
    ...KINDS.map((kind) => setOf(kind, options.perKind)),
    setOf(LARGE, Math.floor(options.perKind / 4)),
  ];
}

/** Photographs of pages that have a look-alike in the library. */
export function lookAlikeSets(library: Library, maker: ShotMaker, options: SetOptions): ShotSet[] {
  const byKey = new Map(pagesOf(library, options.half).map((page) => [keyOf(page), page]));
  const setOf = (name: string, within: (px: number) => boolean): ShotSet => {
    const random = new Random(hashText(`${options.seed} ${options.half} ${name}`));
    const pairs = (library.corpus?.lookalikes ?? []).filter(
      (p) => !p.indistinguishable && within(p.residPx150) && byKey.has(keyOf(p.a)) && byKey.has(keyOf(p.b)),
    );
    const shotOf = ({ a, b }: CorpusLookalike): Shot => {
      const page = byKey.get(keyOf(random.chance(0.5) ? a : b))!;
      const kind = random.pick(MIXED);
      return maker.shot(`${options.seed} pair ${keyOf(a)} ${keyOf(b)}`, page, kind);
    };
    return { name, shots: random.shuffled(pairs).slice(0, options.pairs).map(shotOf) };
  };
  return [
    setOf('look-alikes >= 500 px', (px) => px >= 500),
    setOf('look-alikes 26..500 px', (px) => px >= 26 && px < 500),
  ];
}

/** The corpus's filled pages as they are, and photographed. Each form counts, whichever half it is in. */
export function filledSets(library: Library, maker: ShotMaker, options: SetOptions): ShotSet[] {
  const { corpus } = library;
  if (!corpus) return [];
  const byKey = new Map(library.pages.map((page) => [keyOf(page), page]));
  const random = new Random(hashText(`${options.seed} filled`));
  const chosen = random.shuffled(corpus.filled).slice(0, options.filled);
  const scanned: Shot[] = [];
  const photographed: Shot[] = [];
  for (const filled of chosen) {
    const page = byKey.get(keyOf(filled))!;
    const blank = { ...page, equals: new Set([...page.equals, ...filled.next.map(keyOf)]) };
    const picture = () => readPicture(corpus, filled.png);
    const name = `${options.seed} filled ${filled.png}`;
    const kind = new Random(hashText(name)).pick(MIXED.slice(1));
    scanned.push(maker.stored(filled.png, blank));
    photographed.push(maker.shot(name, blank, kind, picture, false));
  }
  return [
    { name: 'filled, as scanned', shots: scanned },
    { name: 'filled, photographed', shots: photographed },
  ];
}

/** FNV-1a of a name. */
export function familyHash(name: string): number {
  let value = 0x811c9dc5;
  for (const letter of name) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  return (value >>> 0) >>> 3;
}
