import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { passportJwtSecret } from 'jwks-rsa';
import {
  ExtractJwt,
  type SecretOrKeyProvider,
  Strategy,
  type StrategyOptionsWithoutRequest,
} from 'passport-jwt';
import { Settings } from '../config/settings.js';
import { type Caller, rightsOf } from './caller.js';
import { TokenSecret } from './token-secret.js';

/** Keys are fetched again for an unknown `kid` this often at most, so that invented ones cost nothing. */
const jwksRequestsPerMinute = 10;

/** Checks signature, expiry, issuer and audience of the bearer token and tells who calls. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly settings: Settings,
    secret: TokenSecret,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      issuer: settings.JWT_ISSUER,
      audience: settings.JWT_AUDIENCE,
      ...keyOptions(settings, secret),
    });
  }

  validate(claims: Record<string, unknown>): Caller {
    return {
      subject: typeof claims.sub === 'string' ? claims.sub : '',
      rights: rightsOf(claims, this.settings.JWT_RIGHTS_CLAIM),
    };
  }
}

/**
 * The key and the algorithms that go with it. Naming the algorithms shuts out `none` and the confusion of a
 * public key with a secret.
 */
function keyOptions(
  settings: Settings,
  secret: TokenSecret,
): Pick<StrategyOptionsWithoutRequest, 'algorithms'> & { secretOrKeyProvider: SecretOrKeyProvider } {
  if (!settings.JWT_JWKS_URI) {
    return {
      algorithms: ['HS256'],
      secretOrKeyProvider: (_request, _token, done) => done(null, secret.value),
    };
  }
  return {
    algorithms: ['RS256', 'PS256', 'ES256'],
    secretOrKeyProvider: passportJwtSecret({
      jwksUri: settings.JWT_JWKS_URI,
      cache: true,
      rateLimit: true,
      jwksRequestsPerMinute,
    }),
  };
}
