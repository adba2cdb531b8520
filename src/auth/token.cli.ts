import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { config } from 'dotenv';
import jwt from 'jsonwebtoken';
import { readSettings, SettingsError } from '../config/settings.js';
import { levelsOf, wellFormedSubject } from './caller.js';
import { rights } from './rights.js';
import { TokenSecret } from './token-secret.js';

/** `npm run -s token -- [--right RIGHT]... [--subject NAME] [--hours N]`: prints a token for a laptop. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      right: { type: 'string', multiple: true, default: [] },
      subject: { type: 'string', default: 'operator' },
      hours: { type: 'string', default: '12' },
    },
  });
  const unknown = values.right.filter((right) => !(rights as readonly string[]).includes(right));
  if (unknown.length > 0)
    throw new SettingsError(`No such right: ${unknown.join(', ')}. There are ${rights.join(', ')}.`);
  const hours = Number(values.hours);
  if (!(hours > 0)) throw new SettingsError('--hours must be a number above 0.');
  if (!wellFormedSubject.test(values.subject))
    throw new SettingsError('--subject must have 1 to 255 characters, none of them a control.');
  // As the service itself reads them, or the token would not fit it.
  config({ quiet: true });
  const settings = readSettings(process.env);
  if (settings.JWT_JWKS_URI)
    throw new SettingsError('Tokens come from the issuer of JWT_JWKS_URI, not from here.');
  const { key } = await TokenSecret.load(settings);
  // The rights' claim may lie deeper, as in `realm_access.roles`.
  const claims = levelsOf(settings.JWT_RIGHTS_CLAIM).reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    values.right,
  );
  console.log(
    jwt.sign(claims as object, key, {
      algorithm: 'HS256',
      subject: values.subject,
      expiresIn: Math.round(hours * 3600),
      ...(settings.JWT_ISSUER && { issuer: settings.JWT_ISSUER }),
      ...(settings.JWT_AUDIENCE && { audience: settings.JWT_AUDIENCE }),
    }),
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
