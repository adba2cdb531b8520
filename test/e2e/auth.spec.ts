import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import jwt from 'jsonwebtoken';
import { now } from '../support/openapi-token-issuer.js';
import { ServiceProcess } from '../support/service/service-process.js';
import {
  anHour,
  answerOf,
  bearer,
  expectRefused,
  force,
  forceDelete,
  forged,
  hmac,
  invalid,
  list,
} from '../support/service/token-attempts.js';

const distFolder = fileURLToPath(new URL('../../', import.meta.url));
const secret = 'a secret of the tests, 32 characters or more';

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

describe('production', () => {
  it('without keys refuses to start, in one line', async () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0' };
    const start = promisify(execFile)(process.execPath, [join(distFolder, 'service.js')], { env });
    await expect(start).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*JWT_SECRET[^\n]*JWT_JWKS_URI[^\n]*\n$/) as string,
    });
  });
});
