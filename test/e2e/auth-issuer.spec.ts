import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { now, TokenIssuer } from '../support/openapi-token-issuer.js';
import { ServiceProcess } from '../support/service/service-process.js';
import {
  anHour,
  bearer,
  expectRefused,
  force,
  forceDelete,
  forged,
  hmac,
  invalid,
} from '../support/service/token-attempts.js';

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
      'an algorithm that the key is not for': await issuer.signPs256(issuer.claims(), 'rsa'),
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

  it('do not wait for an issuer that is known to be away, where their keys are known', async () => {
    const program = fileURLToPath(new URL('../support/hanging-issuer.cli.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    expect(JSON.parse(stdout)).toEqual({ found: true, givenUp: 0 });
  });
});
