import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Algorithm } from 'jsonwebtoken';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Settings } from '../config/settings.js';
import { type Caller, rightsOf, wellFormedSubject } from './caller.js';
import { IssuerKeys, type KeyHeader } from './issuer-keys.js';
import { TokenSecret } from './token-secret.js';

/** How far the issuer's clock may go wrong against ours, seconds. */
const clockToleranceSeconds = 5;

/**
 * Naming the algorithms shuts out `none`, and a public key taken for a secret (RFC 8725, 3.1): keys of the
 * issuer are never tried with HS256, nor the secret with anything else.
 */
const secretAlgorithms: Algorithm[] = ['HS256'];
const issuerAlgorithms: Algorithm[] = ['RS256', 'PS256', 'ES256'];

/** Checks signature, times, issuer and audience of the bearer token and tells who calls. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly settings: Settings,
    secret: TokenSecret,
  ) {
    const { JWT_JWKS_URI: jwksUri, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = settings;
    const issuerKeys = jwksUri ? new IssuerKeys(jwksUri) : null;
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      issuer,
      audience,
      algorithms: issuerKeys ? issuerAlgorithms : secretAlgorithms,
      jsonWebTokenOptions: { clockTolerance: clockToleranceSeconds },
      secretOrKeyProvider: (_request, token: string, done) => {
        // The verifier takes a KeyObject; the types of what stands before it know of none.
        const key = keyOf(token, issuerKeys, secret.key) as Promise<string>;
        // What the verifier throws over an odd token must reach the caller as well, not the process.
        key.then((value) => done(null, value)).catch((error: unknown) => done(error as Error));
      },
    });
  }

  /**
   * A token that never ends, or that names nobody, is refused: the one could not be taken back, and the other's
   * requests could not be told apart.
   */
  validate(claims: Record<string, unknown>): Caller | null {
    const { exp, sub } = claims;
    if (typeof exp !== 'number' || typeof sub !== 'string' || !wellFormedSubject.test(sub)) return null;
    return { subject: sub, rights: rightsOf(claims, this.settings.JWT_RIGHTS_CLAIM) };
  }
}

async function keyOf(token: string, keys: IssuerKeys | null, secret: KeyObject): Promise<string | KeyObject> {
  const header = headerOf(token);
  if (header && !keys) return secret;
  // An algorithm that would be refused anyway must not make us ask the issuer.
  const asked = header && keys && (issuerAlgorithms as string[]).includes(header.alg);
  const key = asked ? await keys.find(header) : null;
  if (key === null) throw new Error('no key for this token');
  return key;
}

/** Null too where the header names extensions that must be understood (RFC 7515, 4.1.11): we understand none. */
function headerOf(token: string): KeyHeader | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0], 'base64url').toString());
    if (typeof header !== 'object' || header === null || !('alg' in header)) return null;
    if (typeof header.alg !== 'string' || 'crit' in header) return null;
    const kid = 'kid' in header ? header.kid : undefined;
    return kid === undefined || typeof kid === 'string' ? { alg: header.alg, kid } : null;
  } catch {
    return null;
  }
}
