import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { importCycles } from './import-cycles.js';

/** `npm run check:cycles`: fails when files import one another in a circle, be it for a type alone. */
const files = new Map<string, string>();
for (const folder of ['src', 'libs', 'test']) {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (/\.[cm]?ts$/.test(name)) files.set(file.replaceAll(sep, '/'), await readFile(file, 'utf8'));
  }
}

const cycles = importCycles(files);
for (const cycle of cycles) console.error(`import cycle: ${cycle.join(' -> ')}`);
if (cycles.length > 0) process.exitCode = 1;
else console.log(`no import cycles in ${files.size} files`);
