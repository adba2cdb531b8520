import { ramp } from '../geometry/ramp.js';
import { LETTERS_SHOWN, LETTERS_SHOWN_AMID_ROWS, lettersInPlace } from './letters-in-place.js';
import { isOfLikeRows } from './like-rows.js';
import type { SeenFrame } from './seen-frame.js';
import { believe, NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { min } = Math;

/**
 * Has the best page show its letters, and the next one where that does not: where its rules alone are met, it is
 * another page's.
 * @param verified closest first, and so again afterwards
 */
export function doubtLetters({ grey }: SeenFrame, verified: VerifiedPage[]): void {
  const asked = new Set<VerifiedPage>();
  let least = 1;
  for (;;) {
    const [best] = verified;
    if (!best?.ink || asked.has(best) || best.score >= NEARLY_FOUND) return;
    asked.add(best);
    const shown = lettersInPlace(grey, best);
    const enough: readonly [number, number] = isOfLikeRows(best) ? LETTERS_SHOWN_AMID_ROWS : LETTERS_SHOWN;
    if (shown !== null && shown >= enough[1]) return;
    // A page without letters to ask is no more credible than the one that it follows.
    const believed = shown === null ? least : ramp(shown, ...enough);
    least = min(least, believed);
    believe(verified, believed);
  }
}
