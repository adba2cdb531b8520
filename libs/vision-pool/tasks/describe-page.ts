import { decodeGrey } from '../../imaging/index.js';
import type { DescribedPage } from '../contract.js';
import {
  PAGE_LONG_SIDE,
  PROFILE_VERSION,
  describePage,
  encodeProfile,
  isBlankPage,
} from '../../vision/index.js';

/** Describes a reference page, given as an encoded picture, for matching. */
export async function describePageTask(page: Uint8Array): Promise<DescribedPage> {
  const profile = describePage(await decodeGrey(page, { longSide: PAGE_LONG_SIDE }));
  return { profile: encodeProfile(profile), version: PROFILE_VERSION, isBlank: isBlankPage(profile) };
}
