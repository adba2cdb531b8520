import { Readable } from 'node:stream';
import type { S3Driver } from 'flydrive/drivers/s3';

export interface S3Limits {
  /** A connection not there by then is given up, ms. */
  connectMs: number;
  /** So is a request in which no byte flows, either way, for so long, ms. A slow link may take its time. */
  silentMs: number;
}

/**
 * A store that takes requests and answers none is given up after 30 s, all tries together; after 50 s where it leaves
 * TLS unanswered, or a large file over TLS unread. The client counts silence from a request's third second on.
 */
export const s3Limits: S3Limits = { connectMs: 3_000, silentMs: 7_000 };

/** Tries of a request, with short pauses, where the store is away or says that it cannot now. */
const tries = 3;
/** A file goes to its socket in pieces of so many bytes. */
const pieceBytes = 64 * 1024;

/** @param url `s3://bucket?endpoint=...&region=...` */
export async function s3Driver(url: URL, { connectMs, silentMs }: S3Limits): Promise<S3Driver> {
  // The SDK is a tenth of what a service loads at its start, and most have their files on disk.
  const [{ S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  // Waiting for another request's connection would count as connecting.
  const agent = { maxSockets: Infinity };
  const client = new S3Client({
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    // What look-alikes of S3 know: no virtual hosts, no checksums that were not asked for.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    // Its requestTimeout would count the time in which a file is sent, and cut off slow links.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  client.middlewareStack.add(
    (next) => (args) => next({ ...args, request: inPieces(args.request as object) }),
    {
      step: 'deserialize',
      priority: 'low',
    },
  );
  return new S3Driver({
    client,
    bucket: url.hostname,
    visibility: 'private',
    // Nor do look-alikes know ACLs.
    supportsACL: false,
  });
}

/** Of a large write into TLS Node does not see that bytes flow, and would take a slow upload for silence. */
function inPieces(request: object): object {
  const body = 'body' in request ? request.body : null;
  if (!(body instanceof Uint8Array) || body.length <= pieceBytes) return request;
  return { ...request, body: Readable.from(piecesOf(body), { objectMode: false }) };
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}
