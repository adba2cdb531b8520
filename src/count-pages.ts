import { readFile } from 'node:fs/promises';
import type { ImageLimits, VisionPool } from '../libs/vision-pool/index.js';
import { mapLimited } from './concurrency.js';
import { visionFailure } from './vision-failure.js';

/** Files of one request that are looked at at one time; the vision threads bound what truly runs. */
export const filesInWork = 2;

/**
 * How many pages each uploaded file has, known of all before a page of one is stored: too many cost a look at each file
 * and no more.
 *
 * @param field what their uploader calls the files, each with its place: `Frames[0]`
 * @param assertRoom is told the sum so far, and throws where it is too much
 * @throws DomainError UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE, TOO_LARGE, TOO_COMPLEX naming the file; UNAVAILABLE
 */
export function countPages(
  vision: VisionPool,
  paths: readonly string[],
  limits: ImageLimits,
  field: string,
  assertRoom: (sum: number) => void,
): Promise<number[]> {
  let sum = 0;
  return mapLimited(paths, filesInWork, async (path, index) => {
    const { pages } = await vision.probe(await readFile(path), limits).catch((error: unknown) => {
      throw visionFailure(error, `${field}[${index}]`);
    });
    sum += pages;
    assertRoom(sum);
    return pages;
  });
}
