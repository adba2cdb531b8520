import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, SettingsError } from '../config/settings.js';

/** Characters, as for JWT_SECRET. */
const minSecretLength = 32;

/** The secret of HS256 tokens. */
export class TokenSecret {
  /** Made once: of a text the verifier makes one for each token, after it has failed to read a public key in it. */
  readonly key: KeyObject;

  private constructor(text: string) {
    this.key = createSecretKey(Buffer.from(text));
  }

  /**
   * JWT_SECRET, or outside production, where no issuer is set either, one that is made once and kept under
   * DATA_DIR, readable by its owner alone.
   */
  static async load(settings: Settings): Promise<TokenSecret> {
    if (settings.JWT_SECRET) return new TokenSecret(settings.JWT_SECRET);
    if (settings.JWT_JWKS_URI) return new TokenSecret('');
    await mkdir(settings.DATA_DIR, { recursive: true });
    const file = join(settings.DATA_DIR, 'jwt-secret');
    // Written aside and linked: of two starts one wins, and a kill leaves no half of a secret.
    const draft = `${file}.${randomUUID()}`;
    try {
      await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
      await link(draft, file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      await unlink(draft).catch(() => undefined);
    }
    const value = (await readFile(file, 'utf8')).trim();
    if (value.length < minSecretLength) {
      throw new SettingsError('jwt-secret under DATA_DIR is damaged. Delete it; a new one will be made.');
    }
    return new TokenSecret(value);
  }
}
