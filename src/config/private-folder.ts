import { mkdir } from 'node:fs/promises';

/**
 * Makes a folder that its owner alone can look into: other users of the machine must not see people's papers. One that
 * is there already stays as it is.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}
