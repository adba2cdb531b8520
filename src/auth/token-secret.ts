import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.js';

/** The secret of HS256 tokens. */
export class TokenSecret {
  private constructor(readonly value: string) {}

  /**
   * JWT_SECRET, or outside production, where no issuer is set either, one that is made once and kept under
   * DATA_DIR, readable by its owner alone.
   */
  static async load(settings: Settings): Promise<TokenSecret> {
    if (settings.JWT_SECRET) return new TokenSecret(settings.JWT_SECRET);
    if (settings.JWT_JWKS_URI) return new TokenSecret('');
    await mkdir(settings.DATA_DIR, { recursive: true });
    const file = join(settings.DATA_DIR, 'jwt-secret');
    try {
      // `wx` lets one of two starts win; the other reads what the first has written.
      await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return new TokenSecret((await readFile(file, 'utf8')).trim());
  }
}
