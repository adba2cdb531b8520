import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Takes the package `@techstark/opencv-js` apart, at each build: 12 MB of WebAssembly stand in its JavaScript as one
 * string, which each vision thread would read, parse and decode for 0.4 s. Writes the program without the string, and
 * the module itself beside it.
 *
 * Ends with an error where the package is not written as expected.
 */
const source = readFileSync(createRequire(import.meta.url).resolve('@techstark/opencv-js'), 'utf8');

/** What Emscripten writes about the module with its option SINGLE_FILE. */
const opening = "return binaryDecode('";
const closing = "')";
/** First bytes of a WebAssembly module: "\0asm". */
const magic = [0, 0x61, 0x73, 0x6d];

const [before, after = '', ...others] = source.split(opening);
const end = endOfString(after);
if (!after.startsWith(closing, end) || others.length > 0)
  throw new Error('opencv.js is written otherwise: where is its module?');
const module = decoded(after.slice(0, end));
if (!magic.every((byte, i) => module[i] === byte))
  throw new Error('opencv.js is written otherwise: what is its module?');

const read =
  "return require('node:fs').readFileSync(require('node:path').join(__dirname, 'opencv-package.wasm'))";
const target = (name: string) => new URL(name, import.meta.url);
writeFileSync(target('opencv-package.wasm'), module);
writeFileSync(target('opencv-package.cjs'), before + read + after.slice(end + closing.length));

/** Index of the quote that ends a string in single quotes, of what follows the one that opens it. */
function endOfString(text: string): number {
  let at = 0;
  while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The bytes that Emscripten's `binaryDecode` makes of a string: a byte is a character, 0 is written as U+0100. */
function decoded(literal: string): Uint8Array {
  const text = new Function(`return '${literal}'`)() as string;
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
}
