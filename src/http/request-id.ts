import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a caller may choose as a request id; anything else gets a new one. */
const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request: the caller's `X-Request-Id` where it is well formed, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  let id = ids.get(request);
  if (!id) {
    const given = request.headers['x-request-id'];
    id = typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
    ids.set(request, id);
  }
  return id;
}
