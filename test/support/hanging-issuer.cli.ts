import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { IssuerKeys } from '../../src/auth/issuer-keys.js';

/** Known keys are due to be asked for again by then. */
const longerMs = 11 * 60_000;
const header = { alg: 'RS256', kid: 'a' };

/**
 * Looks for a known key while its issuer is known to be away and takes questions without a word, and prints whether it
 * was found and how many questions were given up before. A program of its own, as jest cannot load `jwks-rsa`.
 */
async function main(): Promise<void> {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), ...header, use: 'sig' }] });
  let answer = (response: ServerResponse): void => void response.end(jwks);
  const issuer = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  const keys = new IssuerKeys(`http://127.0.0.1:${(issuer.address() as AddressInfo).port}/`);
  const known = await keys.find(header);

  const { now } = performance;
  performance.now = () => now.call(performance) + longerMs;
  answer = (response) => void response.writeHead(500).end();
  await keys.find(header);
  let givenUp = 0;
  answer = (response) => void response.on('close', () => givenUp++);
  const found = known !== null && (await keys.find(header)) === known;
  console.log(JSON.stringify({ found, givenUp }));
  issuer.closeAllConnections();
  issuer.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
