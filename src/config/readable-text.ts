import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ValidateBy } from 'class-validator';

/** A text that can be read as what it stands for. The message does not repeat it: it may hold a password. */
export const Readable = (reads: (text: string) => boolean, otherwise: string) =>
  ValidateBy({
    name: 'readable',
    validator: {
      validate: (text: unknown) => typeof text === 'string' && reads(text),
      defaultMessage: () => `$property ${otherwise}`,
    },
  });

/** Whether the database's clients can take it apart. */
export function isDatabaseUrl(text: string): boolean {
  try {
    // Without a host it is the one that libpq's variables name.
    const { username, password, pathname } = new URL(text.replace('@/', '@localhost/'));
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Whether it names a folder, or a bucket and where that is. */
export function isStorageUrl(text: string): boolean {
  try {
    if (text.startsWith('file:')) return !text.startsWith('file://') || fileURLToPath(text) !== '';
    const { hostname, searchParams } = new URL(text);
    const endpoint = searchParams.get('endpoint');
    return hostname !== '' && (endpoint === null || /^https?:$/.test(new URL(endpoint).protocol));
  } catch {
    return false;
  }
}

/** Whether it is a digit, or addresses and networks (`10.0.0.0/8`) as Express takes them. */
export const isProxies = (text: string): boolean =>
  /^\d$/.test(text) ||
  text.split(',').every((proxy) => {
    const [address, bits, ...rest] = proxy.split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)];
    if (most === undefined || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
  });
