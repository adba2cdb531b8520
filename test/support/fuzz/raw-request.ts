import { type Agent, request as send } from 'node:http';

/** A request as it goes over the wire, where `fetch` would tidy it up. */
export interface RawRequest {
  method: string;
  /** Path and query, encoded or deliberately not. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Answers without a body, of which `Response` allows none. */
const bodiless = new Set([204, 304]);
const timeoutMs = 60_000;

/** @throws Error when the connection breaks before an answer, or none comes in a minute */
export function sendRaw(
  baseUrl: string,
  { method, target, headers, body }: RawRequest,
  agent: Agent,
): Promise<Response> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = send(
      { hostname, port, method, path: target, headers, agent, timeout: timeoutMs },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          const names = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
            value === undefined ? [] : [[name, [value].flat().join(', ')]],
          );
          resolve(
            new Response(bodiless.has(status) ? null : Buffer.concat(chunks), { status, headers: names }),
          );
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}
