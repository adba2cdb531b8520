import { spawn, type SpawnOptions } from 'node:child_process';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { ServerAccount } from './server-account.js';

/** Lines of a program's output that an error quotes. */
const QUOTED_LINES = 5;

/**
 * How PostgreSQL's programs are started: as the account, in a folder that it can enter, in a session of
 * their own (a terminal's Ctrl-C is the service's to handle), and with nothing of the service's
 * environment, which may hold secrets and settings that PostgreSQL would heed.
 */
export function spawnOptions(account: ServerAccount | null, cwd: string): SpawnOptions {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
  const options: SpawnOptions = { cwd, env, detached: true, windowsHide: true };
  // Node wants signed numbers here.
  return account ? { ...options, uid: account.uid | 0, gid: account.gid | 0 } : options;
}

/**
 * Runs a program to its end.
 * @returns all it wrote to stdout and stderr.
 * @throws EmbeddedPostgresError quoting its last lines when it cannot be started or does not exit with 0.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  input = '',
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: 'pipe' });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin?.on('error', () => undefined); // it ended early, which its exit code tells
  child.stdin?.end(input);
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${code ?? signal}`));
  });
  const text = Buffer.concat(output).toString('utf8');
  if (ended === '') return text;
  throw new EmbeddedPostgresError(`${program} ${ended}: ${lastLines(text)}`);
}

/** The last lines of a text, in one line. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-QUOTED_LINES).join(' | ');
}
