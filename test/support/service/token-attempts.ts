import { createHmac, randomUUID } from 'node:crypto';
import type { ServiceUnderTest } from './service-process.js';

/** The right for hard deletion. */
export const force = 'ForceDeleteInputPacketCommand';
export const anHour = 3600;

/** What of an answer tells how a token was taken. */
export interface Answer {
  status: number;
  challenge: string | null;
  body: { Payload: unknown; Error: { Code: string } | null };
}

export async function answerOf(response: Response): Promise<Answer> {
  const challenge = response.headers.get('WWW-Authenticate');
  return { status: response.status, challenge, body: (await response.json()) as Answer['body'] };
}

/** What an operator does. @param authorization the whole header */
export async function list(service: ServiceUnderTest, authorization?: string): Promise<Answer> {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  return answerOf(await fetch(`${service.url}/api/InputPacket`, { headers }));
}

export const bearer = (service: ServiceUnderTest, token: string) => list(service, `Bearer ${token}`);

/** Whether a token opens hard deletion: 404 with the right, as there is no such packet, 403 without. */
export async function forceDelete(service: ServiceUnderTest, token: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}` };
  return answerOf(
    await fetch(`${service.url}/api/InputPacket/${randomUUID()}/force`, { method: 'DELETE', headers }),
  );
}

export function expectRefused(answer: Answer, challenge: string): void {
  expect(answer).toMatchObject({ status: 401, body: { Payload: null, Error: { Code: 'UNAUTHENTICATED' } } });
  expect(answer.challenge).toBe(challenge);
}

/** The challenge of an answer to a token that does not do. */
export const invalid = 'Bearer error="invalid_token"';

/** A token put together by hand, as an attacker would. */
export function forged(header: object, claims: unknown, signature: (signed: string) => string): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${signature(signed)}`;
}

export const hmac = (key: string) => (signed: string) =>
  createHmac('sha256', key).update(signed).digest('base64url');
