import { createHash } from 'node:crypto';
import { decodeGrey } from '../../imaging/index.js';
import { decodeProfile, type PageProfile } from '../../vision/index.js';
import type { Raster } from '../../vision/pixels/raster.js';
import type { ReferencePage } from '../contract.js';
import { describePageTask } from './describe-page.js';

/** Pages kept by a thread: with what registration prepares of each, some 10 MB a page. */
const PAGES = 3;

/** A reference page as the normalizer takes it. */
export interface PreparedReference {
  page: Raster;
  profile: PageProfile;
}

const kept = new Map<string, PreparedReference>();

/**
 * Decodes a reference page, or finds it among those that this thread used last: packets hold many frames of few forms.
 * The same page comes back as the same raster, for which the normalizer has its patches ready.
 */
export async function prepareReference({ image, profile }: ReferencePage): Promise<PreparedReference> {
  const key = createHash('sha256')
    .update(image)
    .update(profile ?? '')
    .digest('base64');
  const prepared = kept.get(key) ?? {
    page: await decodeGrey(image),
    profile: decodeProfile(profile ?? (await describePageTask(image)).profile),
  };
  // Deleted first, so that the map stays in the order of use.
  kept.delete(key);
  kept.set(key, prepared);
  for (const oldest of kept.keys()) {
    if (kept.size <= PAGES) break;
    kept.delete(oldest);
  }
  return prepared;
}
