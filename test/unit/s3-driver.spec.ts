import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { Logger } from '@nestjs/common';
import { FileStore } from '../../src/storage/file-store.js';

// Each failure of the store is warned of.
Logger.overrideLogger(false);

const limits = { connectMs: 1_000, silentMs: 1_000 };
/** Longer than the limits, bytes flowing all the while. */
const slowMs = 3_000;
const megabyte = 1024 * 1024;

/** TLS by a secret that both know: it takes no certificate. */
const secret = {
  ciphers: 'PSK',
  maxVersion: 'TLSv1.2' as const,
  pskCallback: () => ({ psk: Buffer.alloc(32, 1), identity: 'test' }),
  checkServerIdentity: () => undefined,
};

const { connect } = tls;
const { env } = process;
let server: Server;

beforeAll(() => {
  process.env = {
    ...env,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  tls.connect = ((options: tls.ConnectionOptions) => connect({ ...options, ...secret })) as typeof connect;
});

afterAll(() => {
  process.env = env;
  tls.connect = connect;
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** A client of a store that answers so. */
async function storeThat(
  answers: RequestListener,
  scheme: 'http' | 'https' = 'http',
  patience = limits,
): Promise<FileStore> {
  server =
    scheme === 'http'
      ? createServer(answers)
      : createTlsServer({ ...secret, pskCallback: () => Buffer.alloc(32, 1) }, answers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return FileStore.open(`s3://bucket?endpoint=${scheme}://127.0.0.1:${port}`, patience);
}

const away = { code: 'UNAVAILABLE' };

it('a store that takes requests and never answers is away, after three tries', async () => {
  let requests = 0;
  const store = await storeThat(() => void requests++);
  await Promise.all([
    expect(store.get('a')).rejects.toMatchObject(away),
    expect(store.put('b', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(away),
    expect(store.put('c', Buffer.alloc(8 * megabyte), 'image/png')).rejects.toMatchObject(away),
    expect(store.delete('d')).rejects.toMatchObject(away),
    expect(store.deleteFolder('e/')).rejects.toMatchObject(away),
    expect(store.check()).rejects.toMatchObject(away),
  ]);
  expect(requests).toBe(3 * 6);
});

it('a store that falls silent in the midst of a file is away', async () => {
  const store = await storeThat((_, response) => {
    response.writeHead(200, { 'Content-Length': 2_000 });
    response.write(Buffer.alloc(1_000));
  });
  await expect(store.get('a')).rejects.toMatchObject(away);
});

it('a store that answers again takes the whole file', async () => {
  const file = Buffer.alloc(3 * megabyte, 'picture');
  let requests = 0;
  let taken = Buffer.alloc(0);
  const store = await storeThat((request, response) => {
    if (++requests < 3) return;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      taken = Buffer.concat(pieces);
      response.end();
    });
  });
  await store.put('a', file, 'image/png');
  expect(taken.equals(file)).toBe(true);
});

describe('a slow link', () => {
  it('lets a file through that comes little by little', async () => {
    const pieces = 10;
    const store = await storeThat((_, response) => {
      response.writeHead(200, { 'Content-Length': pieces * 1_000 });
      void (async () => {
        for (let sent = 0; sent < pieces; sent++) {
          response.write(Buffer.alloc(1_000));
          await sleep(slowMs / pieces);
        }
        response.end();
      })();
    }, 'https');
    expect(await store.get('a')).toHaveLength(pieces * 1_000);
  });

  it('lets a large file through that goes little by little', async () => {
    const size = 64 * megabyte;
    const store = await storeThat((request, response) => {
      const start = performance.now();
      let taken = 0;
      request.on('data', (piece: Buffer) => {
        taken += piece.length;
        request.pause();
        setTimeout(() => request.resume(), start + (taken / size) * slowMs - performance.now());
      });
      request.on('end', () => response.end());
    }, 'https');
    await expect(store.put('a', Buffer.alloc(size), 'image/png')).resolves.toBeUndefined();
  });
});

it('requests wait for no other, however many there are', async () => {
  const count = 200;
  const waiting: ServerResponse[] = [];
  const store = await storeThat(
    (_, response) => {
      // None is answered before all are there.
      if (waiting.push(response) === count) for (const each of waiting) each.end('picture');
    },
    'http',
    { connectMs: 20_000, silentMs: 20_000 },
  );
  const files = await Promise.all(Array.from({ length: count }, (_, i) => store.get(String(i))));
  expect(files).toHaveLength(count);
});
