import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';

type Algorithm = 'RS256' | 'ES256';

interface IssuerKey {
  kid: string;
  algorithm: Algorithm;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

const anHour = 3600;

/** Seconds since 1970, as tokens have them. */
export const now = () => Math.floor(Date.now() / 1000);

/** A token issuer that publishes its keys (JWKS) over HTTP on this machine. */
export class TokenIssuer {
  readonly issuer = 'https://issuer.example';
  readonly audience = 'input-packets';
  private readonly keys = new Map<string, IssuerKey>();
  private server: Server | undefined;
  private port = 0;
  /** How often its keys were asked for. */
  requests = 0;

  get jwksUri(): string {
    return `http://127.0.0.1:${this.port}/jwks.json`;
  }

  /** Publishes; again at the same place after `goAway`. */
  async publish(): Promise<void> {
    this.server = createServer((_request, response) => {
      this.requests += 1;
      void this.jwks().then((keys) =>
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys })),
      );
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Nobody answers at its place any longer. */
  async goAway(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async addKey(kid: string, algorithm: Algorithm): Promise<void> {
    this.keys.set(kid, { kid, algorithm, ...(await generateKeyPair(algorithm, { extractable: true })) });
  }

  withdrawKey(kid: string): void {
    this.keys.delete(kid);
  }

  publicPem(kid: string): Promise<string> {
    return exportSPKI(this.key(kid).publicKey);
  }

  /** Claims of a token that is right in every respect. */
  claims(own: JWTPayload = {}): JWTPayload {
    return { iss: this.issuer, aud: this.audience, sub: 'someone', exp: now() + anHour, ...own };
  }

  /** @param kid the key that signs @param named what the header calls it */
  sign(claims: JWTPayload, kid: string, named: string = kid): Promise<string> {
    const { algorithm, privateKey } = this.key(kid);
    return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: named }).sign(privateKey);
  }

  /** The same by an RSA key and PS256, whatever the key was published for. */
  async signPs256(claims: JWTPayload, kid: string): Promise<string> {
    const jwk = { ...(await exportJWK(this.key(kid).privateKey)), alg: 'PS256' };
    return new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid }).sign(await importJWK(jwk));
  }

  private key(kid: string): IssuerKey {
    const key = this.keys.get(kid);
    if (!key) throw new Error(`no key ${kid}`);
    return key;
  }

  private jwks(): Promise<JWK[]> {
    const keys = [...this.keys.values()];
    return Promise.all(
      keys.map(async ({ kid, algorithm, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: algorithm,
        use: 'sig',
      })),
    );
  }
}
