import type { Request, Response } from 'express';
import type { StoredPicture } from '../storage/stored-picture.js';

/** What may be served, so that a stored picture can never be taken for a page or a script. */
const servedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff']);

/** Answers with a picture: ETag, If-None-Match, and one Range. */
export async function sendPicture(
  request: Request,
  response: Response,
  picture: StoredPicture,
): Promise<void> {
  const name = picture.key.slice(picture.key.lastIndexOf('/') + 1);
  response.setHeader('ETag', `"${name}"`);
  response.setHeader('Accept-Ranges', 'bytes');
  // Private pictures: caches may keep them for the caller, but ask each time.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Content-Disposition', 'inline');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const bytes = Buffer.from(await picture.bytes());
  response.setHeader(
    'Content-Type',
    servedTypes.has(picture.contentType) ? picture.contentType : 'application/octet-stream',
  );
  const ranges = request.range(bytes.length, { combine: true });
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${bytes.length}`);
    response.status(416).end();
    return;
  }
  // Several ranges, or another unit, are answered with the whole picture, as RFC 9110 allows.
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) {
    response.setHeader('Content-Length', bytes.length);
    response.status(200).end(bytes);
    return;
  }
  const [{ start, end }] = ranges;
  response.setHeader('Content-Range', `bytes ${start}-${end}/${bytes.length}`);
  response.setHeader('Content-Length', end - start + 1);
  response.status(206).end(bytes.subarray(start, end + 1));
}
