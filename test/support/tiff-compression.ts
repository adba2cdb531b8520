/** Compression of a TIFF's first picture by its tag 259 (TIFF 6.0, section 8): 1 none, 4 CCITT Group 4. */
export function tiffCompression(file: Buffer): number | undefined {
  const little = file.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const directory = little ? file.readUInt32LE(4) : file.readUInt32BE(4);
  for (let i = 0; i < short(directory); i++) {
    const entry = directory + 2 + 12 * i;
    if (short(entry) === 259) return short(entry + 8);
  }
  return undefined;
}
