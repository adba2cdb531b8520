import type { Request, Response } from 'express';
import type { StoredPicture } from '../storage/stored-picture.js';

/**
 * A reader who takes nothing for so long, ms, is hung up on: it holds the picture in our memory, and the end of a
 * service that is stopping, which is given a minute.
 */
const stalledMs = 30_000;

/** What may be served, so that a stored picture can never be taken for a page or a script. */
const servedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff']);

/**
 * Whether If-None-Match names this ETag (RFC 9110, 13.1.2). Express's `request.fresh` heeds Cache-Control
 * besides, which every `fetch` with a condition of its own sets to no-cache: it would never see a 304.
 */
const names = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((word) => ['*', etag].includes(word.trim().replace(/^W\//, '')));

const etagOf = ({ key }: StoredPicture): string => `"${key.slice(key.lastIndexOf('/') + 1)}"`;

/**
 * Answers with a picture: ETag, If-None-Match, If-Range, and one Range. One that has to be made is not, where the
 * caller hangs up before its turn.
 *
 * @param find asked again when the picture cannot be read: its file goes soon after another has taken its place
 */
export async function sendPicture(
  request: Request,
  response: Response,
  find: () => Promise<StoredPicture>,
): Promise<void> {
  if (response.destroyed) return;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const picture = await find();
  try {
    await send(request, response, picture, gone.signal);
  } catch (error) {
    // Whoever hung up reads neither the picture nor why there is none.
    if (gone.signal.aborted) return;
    if (response.headersSent) throw error;
    const now = await find();
    if (now.key === picture.key) throw error;
    await send(request, response, now, gone.signal);
  }
}

async function send(
  request: Request,
  response: Response,
  picture: StoredPicture,
  gone: AbortSignal,
): Promise<void> {
  const etag = etagOf(picture);
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  // Private pictures: caches may keep them for the caller, but ask each time.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Content-Disposition', 'inline');
  if (names(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  const bytes = await picture.bytes(gone);
  response.setHeader(
    'Content-Type',
    servedTypes.has(picture.contentType) ? picture.contentType : 'application/octet-stream',
  );
  response.setTimeout(stalledMs, () => response.destroy());
  // A part of another picture than the one the caller has begun with must not be joined to it.
  const ifRange = request.headers['if-range'];
  // Ranges are for GET alone (RFC 9110, 14.2).
  const inParts = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const ranges = inParts ? request.range(bytes.length, { combine: true }) : undefined;
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
