/** How much of a page's text a reading has. */
export interface ReadingError {
  /** Words of the page that are not among those read, over all of its words. */
  words: number;
  /** Characters of the page's words that are missing or wrong, over all of them. */
  characters: number;
}

/**
 * Words in lower case without the punctuation about them; leaders, rules and single signs are none. The order is that
 * of the text, and of no consequence below: a form has no one reading order.
 */
export function wordsOf(text: string, least = 2): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s.…_|]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word.replace(/[^\p{L}\p{N}]/gu, '').length >= least);
}

/**
 * Compares what was read with what stands on the page, regardless of order: words found count, and each word missed is
 * compared with the nearest left over.
 */
export function readingError(truth: readonly string[], read: readonly string[]): ReadingError {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  const missed: string[] = [];
  for (const word of truth) {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    else missed.push(word);
  }
  const spare = [...left].flatMap(([word, count]) => Array<string>(count).fill(word));
  let characters = 0;
  for (const word of missed.sort((a, b) => b.length - a.length)) {
    let best = word.length;
    let at = -1;
    for (let i = 0; i < spare.length && best > 1; i++) {
      if (Math.abs(spare[i].length - word.length) >= best) continue;
      const distance = editDistance(word, spare[i]);
      if (distance >= best) continue;
      best = distance;
      at = i;
    }
    characters += best;
    if (at >= 0) spare.splice(at, 1);
  }
  const total = truth.reduce((sum, word) => sum + word.length, 0);
  return { words: missed.length / Math.max(1, truth.length), characters: characters / Math.max(1, total) };
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}
