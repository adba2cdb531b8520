import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { documentFile, typesFile } from './kept-document.js';
import { documentOfApplication, typesOfDocument } from './openapi-document.js';

/**
 * `npm run openapi` writes the OpenAPI document and the client's types as the code has them;
 * `npm run check:openapi` fails when the ones in the repository differ, or when the document's linter objects.
 */
async function main(mode: string | undefined): Promise<void> {
  if (mode !== 'write' && mode !== 'check') throw new Error('say write or check');
  const document = await documentOfApplication();
  const types = await typesOfDocument(document);
  const made: [file: string, text: string][] = [
    [documentFile, document],
    [typesFile, types],
  ];
  for (const [file, text] of made) {
    const name = relative(process.cwd(), file);
    const kept = await readFile(file, 'utf8').catch(() => null);
    if (kept === text) console.log(`${name} is current`);
    else if (mode === 'write') {
      await writeFile(file, text);
      console.log(`${name} written`);
    } else {
      console.error(`${name} does not match the code. Run: npm run openapi`);
      process.exitCode = 1;
    }
  }
  if (mode === 'check' && (await lint()) !== 0) process.exitCode = 1;
}

/** Redocly's linter with the rules of redocly.yaml; it must neither object nor warn. */
async function lint(): Promise<number> {
  const linter = spawn('npx', ['--no', 'redocly', 'lint', documentFile, '--format=stylish'], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const [code] = (await once(linter, 'exit')) as [number | null];
  return code ?? 1;
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
