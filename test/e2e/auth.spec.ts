import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import jwt from 'jsonwebtoken';
import { now, TokenIssuer } from '../support/openapi-token-issuer.js';
import { ServiceProcess } from '../support/service/service-process.js';

const distFolder = fileURLToPath(new URL('../../', import.meta.url));
const force = 'ForceDeleteInputPacketCommand';
const secret = 'a secret of the tests, 32 characters or more';
const anHour = 3600;

interface Answer {
  status: number;
  challenge: string | null;
  body: { Payload: unknown; Error: { Code: string } | null };
}

async function answerOf(response: Response): Promise<Answer> {
  const challenge = response.headers.get('WWW-Authenticate');
  return { status: response.status, challenge, body: (await response.json()) as Answer['body'] };
}

/** What an operator does. @param authorization the whole header */
async function list(service: ServiceProcess, authorization?: string): Promise<Answer> {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  return answerOf(await fetch(`${service.url}/api/InputPacket`, { headers }));
}

const bearer = (service: ServiceProcess, token: string) => list(service, `Bearer ${token}`);

/** Whether a token opens hard deletion: 404 with the right, as there is no such packet, 403 without. */
async function forceDelete(service: ServiceProcess, token: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}` };
  return answerOf(
    await fetch(`${service.url}/api/InputPacket/${randomUUID()}/force`, { method: 'DELETE', headers }),
  );
}

function expectRefused(answer: Answer, challenge: string): void {
  expect(answer).toMatchObject({ status: 401, body: { Payload: null, Error: { Code: 'UNAUTHENTICATED' } } });
  expect(answer.challenge).toBe(challenge);
}

const invalid = 'Bearer error="invalid_token"';

/** A token put together by hand, as an attacker would. */
function forged(header: object, claims: unknown, signature: (signed: string) => string): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${signature(signed)}`;
}

const hmac = (key: string) => (signed: string) =>
  createHmac('sha256', key).update(signed).digest('base64url');

describe('tokens signed with a secret of the settings', () => {
  const claim = 'https://issuer.example/rights';
  const issuer = 'the tests';
  const audience = 'input-packets';
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await ServiceProcess.start({
      env: { JWT_SECRET: secret, JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_RIGHTS_CLAIM: claim },
    });
  });

  afterAll(async () => {
    await service?.stop();
  });

  const claims = (own: object = {}) => ({
    iss: issuer,
    aud: audience,
    sub: 'someone',
    exp: now() + anHour,
    ...own,
  });
  const signed = (own: object = {}, key = secret) => jwt.sign(claims(own), key);

  it('are let in', async () => {
    expect((await bearer(service, signed())).status).toBe(200);
  });

  it('are refused with anything about them that is wrong', async () => {
    const byHand = (own: object) => forged({ alg: 'HS256' }, claims(own), hmac(secret));
    expect((await bearer(service, byHand({}))).status).toBe(200);
    const wrong: Record<string, string> = {
      'another secret': signed({}, `${secret}!`),
      'another issuer': signed({ iss: 'somebody else' }),
      'no issuer': signed({ iss: undefined }),
      'another audience': signed({ aud: 'another service' }),
      expired: signed({ exp: now() - anHour }),
      'not yet valid': signed({ nbf: now() + anHour }),
      'without an end': byHand({ exp: undefined }),
      'without a subject': byHand({ sub: undefined }),
      'an empty subject': signed({ sub: '' }),
      'half a character as its subject': byHand({ sub: '\ud800' }),
      'an extension that must be understood': forged(
        { alg: 'HS256', crit: ['x'], x: 1 },
        claims(),
        hmac(secret),
      ),
      'another algorithm': jwt.sign(claims(), secret, { algorithm: 'HS512' }),
      'alg none': forged({ alg: 'none', typ: 'JWT' }, claims(), () => ''),
      'alg none, signed': forged({ alg: 'none', typ: 'JWT' }, claims(), hmac(secret)),
      'alg nOnE': forged({ alg: 'nOnE' }, claims(), () => ''),
      'no signature': forged({ alg: 'HS256' }, claims(), () => ''),
      'claims that are none': jwt.sign('text', secret),
      'claims of null': forged({ alg: 'HS256' }, null, hmac(secret)),
      'claims in a list': forged({ alg: 'HS256' }, [claims()], hmac(secret)),
      garbage: 'garbage',
      'garbage in three parts': 'a.b.c',
    };
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await bearer(service, token);
      expect([what, answer.status, answer.body.Error?.Code]).toEqual([what, 401, 'UNAUTHENTICATED']);
      expectRefused(answer, invalid);
    }
  });

  it('are asked for when there is none, or another way of authentication', async () => {
    expectRefused(await list(service), 'Bearer');
    expectRefused(await list(service, `Basic ${Buffer.from('a:b').toString('base64')}`), 'Bearer');
    expectRefused(await list(service, signed()), 'Bearer');
    expectRefused(
      await answerOf(await fetch(`${service.url}/api/InputPacket?access_token=${signed()}`)),
      'Bearer',
    );
  });

  it('bear rights in a claim whose name is a URL', async () => {
    expect((await forceDelete(service, signed({ [claim]: [force] }))).status).toBe(404);
    const refused = await forceDelete(service, signed({ [claim]: ['AnotherCommand'], permissions: [force] }));
    expect(refused).toMatchObject({ status: 403, body: { Payload: null, Error: { Code: 'RIGHT_MISSING' } } });
  });
});

describe('tokens of the command line, with a secret that the service made', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await ServiceProcess.start();
  });

  afterAll(async () => {
    await service?.stop();
  });

  const commandLine = async (...parameters: string[]): Promise<string> => {
    const program = join(distFolder, 'src/auth/token.cli.js');
    const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], {
      env,
      cwd: service.dataDir,
    });
    return stdout.trim();
  };

  it('are let in, with the rights that were asked for', async () => {
    const plain = await commandLine();
    expect((await bearer(service, plain)).status).toBe(200);
    expect((await forceDelete(service, plain)).status).toBe(403);
    expect((await forceDelete(service, await commandLine('--right', force))).status).toBe(404);
  });

  it('are not made for a right that does not exist', async () => {
    await expect(commandLine('--right', 'Everything')).rejects.toThrow('No such right: Everything');
  });

  it('end, and name somebody', async () => {
    const { exp, sub } = jwt.decode(await commandLine('--hours', '1', '--subject', 'me')) as jwt.JwtPayload;
    expect(sub).toBe('me');
    expect(exp).toBeGreaterThan(now());
    expect(exp).toBeLessThanOrEqual(now() + anHour);
  });

  it('without the right never reach the files of their request', async () => {
    const token = await commandLine();
    const request = httpRequest(`${service.url}/api/Form`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
    });
    request.on('error', () => undefined);
    // The file begins and never ends: an answer can only come from before the parser.
    request.write('--x\r\nContent-Disposition: form-data; name="Pages"; filename="a.pdf"\r\n\r\n%PDF-1.7');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(403);
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
    request.destroy();
  });
});

describe('tokens of an issuer that publishes its keys', () => {
  const issuer = new TokenIssuer();
  let service: ServiceProcess;

  beforeAll(async () => {
    await issuer.addKey('rsa', 'RS256');
    await issuer.addKey('ec', 'ES256');
    await issuer.publish();
    service = await ServiceProcess.start({
      env: {
        JWT_JWKS_URI: issuer.jwksUri,
        JWT_ISSUER: issuer.issuer,
        JWT_AUDIENCE: issuer.audience,
        JWT_RIGHTS_CLAIM: 'realm_access.roles',
      },
    });
  });

  afterAll(async () => {
    await service?.stop();
    await issuer.goAway();
  });

  it('are let in when signed with RS256 or ES256, the keys asked for once', async () => {
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'rsa'))).status).toBe(200);
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'ec'))).status).toBe(200);
    expect(issuer.requests).toBe(1);
  });

  it('bear rights at a nested place, as an array or as words', async () => {
    const roles = async (value: unknown) =>
      forceDelete(service, await issuer.sign(issuer.claims({ realm_access: { roles: value } }), 'rsa'));
    expect((await roles(['reader', force])).status).toBe(404);
    expect((await roles(`reader ${force}`)).status).toBe(404);
    for (const none of [[], ['reader'], `${force}Not`, { [force]: true }, 7, null]) {
      expect((await roles(none)).body.Error?.Code).toBe('RIGHT_MISSING');
    }
  });

  it('are refused with anything about them that is wrong', async () => {
    const other = new TokenIssuer();
    await other.addKey('rsa', 'RS256');
    const pem = await issuer.publicPem('rsa');
    const header = { typ: 'JWT', kid: 'rsa' };
    const wrong: Record<string, string> = {
      "somebody else's key": await other.sign(issuer.claims(), 'rsa'),
      "another key's name": await issuer.sign(issuer.claims(), 'rsa', 'ec'),
      'another issuer': await issuer.sign(issuer.claims({ iss: 'https://else.example' }), 'rsa'),
      'another audience': await issuer.sign(issuer.claims({ aud: 'else' }), 'ec'),
      expired: await issuer.sign(issuer.claims({ exp: now() - anHour }), 'rsa'),
      'not yet valid': await issuer.sign(issuer.claims({ nbf: now() + anHour }), 'rsa'),
      'without an end': await issuer.sign(issuer.claims({ exp: undefined }), 'rsa'),
      'alg none': forged({ ...header, alg: 'none' }, issuer.claims(), () => ''),
      'no signature': forged({ ...header, alg: 'RS256' }, issuer.claims(), () => ''),
      'the public key as a secret': forged({ ...header, alg: 'HS256' }, issuer.claims(), hmac(pem)),
      'the public key, trimmed': forged({ ...header, alg: 'HS256' }, issuer.claims(), hmac(pem.trim())),
      'an empty secret': forged({ ...header, alg: 'HS256' }, issuer.claims(), hmac('')),
      'a key name that is no text': forged({ alg: 'RS256', kid: {} }, issuer.claims(), () => 'x'),
      'an extension that must be understood': forged(
        { ...header, alg: 'RS256', crit: ['x'] },
        issuer.claims(),
        () => 'x',
      ),
      'no key name, with several keys': forged({ alg: 'HS256' }, issuer.claims(), hmac(pem)),
    };
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await bearer(service, token);
      expect([what, answer.status]).toEqual([what, 401]);
      expectRefused(answer, invalid);
    }
    // None of them made the service ask again.
    expect(issuer.requests).toBe(1);
  });

  it('are let in with a new key without a restart, while an invented key is refused', async () => {
    expectRefused(await bearer(service, await issuer.sign(issuer.claims(), 'rsa', 'invented')), invalid);
    await issuer.addKey('new', 'ES256');
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'new'))).status).toBe(200);
    const withdrawn = await issuer.sign(issuer.claims(), 'rsa');
    expect((await bearer(service, withdrawn)).status).toBe(200);
    issuer.withdrawKey('rsa');
    await issuer.addKey('newer', 'RS256');
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'newer'))).status).toBe(200);
    // The set was fetched whole, and so without the key that the issuer has withdrawn.
    expectRefused(await bearer(service, withdrawn), invalid);
  });

  it('go on working while the issuer is away, as far as their keys are known', async () => {
    await issuer.goAway();
    await issuer.addKey('unheard', 'RS256');
    const unheard = await issuer.sign(issuer.claims(), 'unheard');
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'newer'))).status).toBe(200);
    const away = await bearer(service, unheard);
    expect(away).toMatchObject({ status: 503, body: { Payload: null, Error: { Code: 'UNAVAILABLE' } } });
    expect(away.challenge).toBeNull();
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'ec'))).status).toBe(200);
    await issuer.publish();
  });

  it('with invented key names cannot make the service flood the issuer', async () => {
    const before = issuer.requests;
    const flood = 40;
    for (let i = 0; i < flood; i++) {
      const { status } = await bearer(service, await issuer.sign(issuer.claims(), 'ec', `invented-${i}`));
      expect([401, 503]).toContain(status);
    }
    expect(issuer.requests - before).toBeLessThan(flood / 2);
    expect((await bearer(service, await issuer.sign(issuer.claims(), 'ec'))).status).toBe(200);
  });
});

describe('production', () => {
  it('without keys refuses to start, in one line', async () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0' };
    const start = promisify(execFile)(process.execPath, [join(distFolder, 'src/main.js')], { env });
    await expect(start).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*JWT_SECRET[^\n]*JWT_JWKS_URI[^\n]*\n$/) as string,
    });
  });
});
