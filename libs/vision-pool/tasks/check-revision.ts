import { decodeColour } from '../../imaging/index.js';
import { showsAnotherRevision } from '../../vision/index.js';
import type { ReferencePage, RevisionCheck } from '../contract.js';
import { referenceIn } from './reference-cache.js';
import { StageClock } from './stage-clock.js';

/** Whether a frame shows another revision of a page. */
export async function checkRevisionTask(frame: Uint8Array, page: ReferencePage): Promise<RevisionCheck> {
  const clock = new StageClock();
  clock.begin('revision');
  const picture = await decodeColour(frame);
  const isOther = showsAnotherRevision(picture, await referenceIn(picture, page));
  clock.begin(null);
  return { isOther, timings: clock.timings() };
}
