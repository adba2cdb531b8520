import DefaultSequencer from '@jest/test-sequencer';

/**
 * Specs that take longest, the longest first. By itself jest begins with the largest files where it has no times of an
 * earlier run, and `crash.spec`, a small one, comes last: everybody waits for it on one core.
 */
const longest = ['e2e/restart', 'e2e/crash', 'e2e/crash-store', 'e2e/fuzz', 'e2e/library'];

const rankOf = (path: string): number => {
  const rank = longest.findIndex((name) => path.endsWith(`/${name}.spec.js`));
  return rank < 0 ? longest.length : rank;
};

/** Jest's own order, but for the longest specs, which come first. */
export default class LongestFirst extends DefaultSequencer {
  override sort(tests: Parameters<DefaultSequencer['sort']>[0]): ReturnType<DefaultSequencer['sort']> {
    // Stable: the others stay in the order that they have.
    const sorted = super.sort(tests);
    return Array.isArray(sorted) ? byRank(sorted) : sorted.then(byRank);
  }
}

const byRank = <T extends { path: string }>(tests: T[]): T[] =>
  [...tests].sort((a, b) => rankOf(a.path) - rankOf(b.path));
