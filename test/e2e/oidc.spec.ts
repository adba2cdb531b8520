import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { ProviderOptions } from '../support/oidc-provider.cli.js';
import { ApiClient } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';

const program = fileURLToPath(new URL('../support/oidc-provider.cli.js', import.meta.url));
const audience = 'https://packets.example';
const clients: ProviderOptions['clients'] = [
  { id: 'desk', secret: 'the secret of the desk', roles: [] },
  { id: 'office', secret: 'the secret of the office', roles: ['ForceDeleteInputPacketCommand', 'unrelated'] },
];

let port: number;
let provider: ChildProcess | undefined;
let keys: JWK[];
let service: ServiceProcess;

const newKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
};

async function startProvider(): Promise<void> {
  const options: ProviderOptions = { port, keys, resource: audience, clients };
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, OIDC: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  provider = child;
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the provider ended'))),
  ]);
}

async function stopProvider(): Promise<void> {
  if (!provider || provider.exitCode !== null || provider.signalCode !== null) return;
  const ended = once(provider, 'exit');
  provider.kill();
  await ended;
}

const discovered = async () =>
  (await (await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`)).json()) as {
    issuer: string;
    jwks_uri: string;
    token_endpoint: string;
  };

/** A token by client credentials, as a front end's server asks for one. */
async function tokenOf(id: string, resource = audience): Promise<string> {
  const { secret } = clients.find((client) => client.id === id) ?? { secret: '' };
  const answer = await fetch((await discovered()).token_endpoint, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`no token: ${answer.status}`);
  return token;
}

const reads = async (token: string) => (await new ApiClient(service.url, token).listPackets()).status;
/** 404 with the right, as there is no such packet; 403 without. */
const forceDeletes = async (token: string) =>
  (await new ApiClient(service.url, token).forceDelete(randomUUID())).status;

beforeAll(async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  port = (free.address() as AddressInfo).port;
  free.close();
  await once(free, 'close');
  keys = [await newKey('first')];
  await startProvider();
  const { issuer, jwks_uri: jwksUri } = await discovered();
  service = await ServiceProcess.start({
    env: {
      JWT_JWKS_URI: jwksUri,
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
      JWT_RIGHTS_CLAIM: 'realm_access.roles',
    },
  });
});

afterAll(async () => {
  await service?.stop();
  await stopProvider();
});

describe('tokens of an OpenID provider', () => {
  it('let their holders in, with the rights of their nested claim', async () => {
    const [desk, office] = [await tokenOf('desk'), await tokenOf('office')];
    expect([await reads(desk), await forceDeletes(desk)]).toEqual([200, 403]);
    expect([await reads(office), await forceDeletes(office)]).toEqual([200, 404]);
  });

  it('that were issued for another service are refused', async () => {
    expect(await reads(await tokenOf('desk', 'https://elsewhere.example'))).toBe(401);
  });

  it('go on working while the provider is away', async () => {
    const token = await tokenOf('desk');
    await stopProvider();
    expect(await reads(token)).toBe(200);
    await startProvider();
    expect(await reads(await tokenOf('desk'))).toBe(200);
  });

  it('are let in when signed with a new key, without a restart; the old key’s still are', async () => {
    const old = await tokenOf('desk');
    await stopProvider();
    keys = [await newKey('second'), ...keys];
    await startProvider();
    const fresh = await tokenOf('desk');
    const header = JSON.parse(Buffer.from(fresh.split('.')[0], 'base64url').toString()) as { kid: string };
    expect(header.kid).toBe('second');
    expect([await reads(fresh), await reads(old)]).toEqual([200, 200]);
  });

  it('signed with a key of another provider at the same address are refused', async () => {
    const genuine = keys;
    await stopProvider();
    keys = [await newKey('third')];
    await startProvider();
    const stray = await tokenOf('desk');
    await stopProvider();
    keys = genuine;
    await startProvider();
    // The key was gone again before the service ever saw it.
    expect(await reads(stray)).toBe(401);
    expect(await reads(await tokenOf('desk'))).toBe(200);
  });
});
