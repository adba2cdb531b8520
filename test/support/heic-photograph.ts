import { readFile } from 'node:fs/promises';

/**
 * Page 1 of the second sample form, photographed (`easy`, seed 7, 1 megapixel), as a phone stores it: HEVC behind a
 * grid, on its side, with a note of how to turn it. 866 x 1155 px upright. Committed, since no encoder of HEVC is free
 * to depend on: made by heif-enc 1.15 with quality 30, the note (`irot`) written into the file after it.
 */
export function heicPhotograph(): Promise<Buffer> {
  return readFile(new URL('../../../test/fixtures/photograph.heic', import.meta.url));
}
