import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { DomainError } from '../domain-error.js';
import { failure } from './envelope.js';

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The path and headers of the request are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/**
 * Answers what Node could not read as a request, and so never came to the application, in the wrapper too.
 * A listener of the HTTP server's `clientError`.
 */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  // Hung up already, or in the middle of an answer, which nothing may be written into.
  const answering = '_httpMessage' in socket && socket._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const code: DomainError['code'] = 'INVALID_ARGUMENT';
  const message = messages[error.code ?? ''] ?? 'The request is not well-formed HTTP.';
  const body = JSON.stringify(failure(code, message, randomUUID()));
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
