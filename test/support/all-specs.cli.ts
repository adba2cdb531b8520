import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * `npm test`: runs the specs of the service, and those of pictures in what processor time these leave, a sixth of it:
 * they wait for timeouts, disks and one another. Arguments are jest's: a pattern may fit specs of one kind alone, and
 * whoever selects projects gets these.
 */
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const asked = process.argv.slice(2);

process.exitCode = asked.includes('--selectProjects')
  ? await codeOf(run(asked, 'inherit'))
  : await sideBySide(asked.length > 0 ? ['--passWithNoTests', ...asked] : []);

async function sideBySide(args: readonly string[]): Promise<number> {
  const service = run(['--selectProjects', 'service', ...args], 'inherit');
  // Threads of a process have the priority of what starts it: from here on, this one's.
  setPriority(constants.priority.PRIORITY_LOW);
  const pictures = run(['--selectProjects', 'vision', ...args], 'pipe');
  const streams = [pictures.stdout, pictures.stderr].flatMap((stream) => stream ?? []);
  const written = Promise.all(streams.map(text));
  const codes = [service, pictures].map(codeOf);
  await codes[0];
  console.error('\nThe specs of the service have ended; those of pictures go on.\n');
  for (const part of await written) process.stderr.write(part);
  return Math.max(...(await Promise.all(codes)));
}

/** @param output of a process that is heard when all is done: a pipe */
function run(args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn(process.execPath, [...process.execArgv, jest, ...args], {
    stdio: ['inherit', output, output],
    // Told on, as a pipe is no terminal.
    env: process.stderr.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal tells all of them; they are waited for.
  process.on('SIGINT', () => undefined);
  return child;
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
