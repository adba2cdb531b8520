import { decodeGrey, decodeGreyPart } from '../../imaging/index.js';
import {
  FRAME_LONG_SIDE,
  foundInPart,
  matchFrame,
  surerMatch,
  WORTH_A_LOOK,
  type FrameMatch,
  type PageIndex,
  type Size,
} from '../../vision/index.js';

/** What a picture shows. */
export interface MatchedPicture {
  match: FrameMatch;
  /** Size that the places of the match are px of. */
  size: Size;
}

/**
 * Finds the reference pages that an encoded picture may show. The detector sees it small; where it is not clear then
 * which page it is, and the page fills a part of the picture, it sees that part with as many px.
 *
 * @param onStage told as each stage begins, some more than once
 */
export async function matchPicture(
  picture: Uint8Array,
  index: PageIndex,
  onStage: (stage: string) => void = () => undefined,
): Promise<MatchedPicture> {
  onStage('decode');
  const frame = await decodeGrey(picture, { longSide: FRAME_LONG_SIDE });
  const size = { width: frame.width, height: frame.height };
  const match = matchFrame(frame, index, onStage);
  const { unclear } = match;
  if (!unclear) return { match, size };
  onStage('decode');
  const part = await decodeGreyPart(picture, unclear, FRAME_LONG_SIDE);
  // A small picture has no more to show.
  if (part.width < WORTH_A_LOOK * unclear.width * frame.width) return { match, size };
  const inPart = matchFrame(part, index, onStage);
  return { match: surerMatch(match, foundInPart(inPart, unclear, part, size), unclear, size), size };
}
