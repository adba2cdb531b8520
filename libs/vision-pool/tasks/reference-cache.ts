import { createHash } from 'node:crypto';
import { decodeGrey, densityOf } from '../../imaging/index.js';
import {
  decodeProfile,
  pageDensity,
  type NormalizationReference,
  type PageProfile,
  type Raster,
} from '../../vision/index.js';
import type { ReferencePage } from '../contract.js';
import { describePageTask } from './describe-page.js';
import { fromUnitMap } from './unit-map.js';

/** Pages kept by a thread: with what registration prepares of each, some 10 MB a page. */
const PAGES = 3;

/** A reference page as the normalizer takes it. */
interface PreparedReference {
  page: Raster;
  profile: PageProfile;
  /** px an inch of the paper. */
  dpi: number;
}

const kept = new Map<string, PreparedReference>();

/**
 * Decodes a reference page, or finds it among those that this thread used last: packets hold many frames of few forms.
 * The same page comes back as the same raster, for which the normalizer has its patches ready.
 */
async function prepareReference({ image, profile }: ReferencePage): Promise<PreparedReference> {
  const key = createHash('sha256')
    .update(image)
    .update(profile ?? '')
    .digest('base64');
  const prepared = kept.get(key) ?? (await prepare(image, profile));
  // Deleted first, so that the map stays in the order of use.
  kept.delete(key);
  kept.set(key, prepared);
  for (const oldest of kept.keys()) {
    if (kept.size <= PAGES) break;
    kept.delete(oldest);
  }
  return prepared;
}

async function prepare(image: Uint8Array, profile: Uint8Array | null): Promise<PreparedReference> {
  const page = await decodeGrey(image);
  return {
    page,
    profile: decodeProfile(profile ?? (await describePageTask(image)).profile),
    dpi: pageDensity(page, await densityOf(image)),
  };
}

/** A reference page, and where it is known to lie in a picture, as the normalizer takes them. */
export async function referenceIn(
  picture: Raster,
  reference: ReferencePage,
): Promise<NormalizationReference> {
  const prepared = await prepareReference(reference);
  const { toFrame } = reference;
  return { ...prepared, lay: toFrame && fromUnitMap(toFrame, prepared.page, picture) };
}
