import sharp from 'sharp';
import { ReferenceLibrary, VisionPool } from '../../libs/vision-pool/index.js';
import { packSegment, unpackSegment } from '../../libs/vision-pool/library-segment.js';

/** A page of bars and boxes, told apart by its seed, with features enough to be matched. */
function page(seed: number): Promise<Buffer> {
  const [width, height] = [850, 1_100];
  const data = new Uint8Array(width * height).fill(255);
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let i = 0; i < 400; i++) {
    const [left, top, right, bottom] = [next(800), next(1_050), 4 + next(40), 4 + next(12)];
    for (let y = top; y < top + bottom; y++) data.fill(next(80), y * width + left, y * width + left + right);
  }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

describe('the library of profiles', () => {
  it('shares profiles at aligned places and gives them back as they were', () => {
    const pages = [3, 8, 1].map((length, i) => ({
      pageNumber: i + 1,
      profile: Uint8Array.from({ length }, (_, k) => 10 * i + k),
    }));
    const unpacked = unpackSegment(packSegment(pages));
    expect(unpacked).toEqual(pages);
    for (const { profile } of unpacked) {
      expect(profile.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(profile.byteOffset % 8).toBe(0);
    }
  });

  it('lists what changed since a version, and all of it to a newcomer', () => {
    const library = new ReferenceLibrary();
    const profile = new Uint8Array([1, 2, 3]);
    library.setForm('a', [{ pageNumber: 1, profile }]);
    library.setForm('b', [
      { pageNumber: 1, profile },
      { pageNumber: 2, profile },
    ]);
    const before = library.version;
    library.setForm('c', [{ pageNumber: 1, profile }]);
    library.removeForm('a');
    library.removeForm('unknown');
    expect(library.size).toEqual({ forms: 2, pages: 3 });
    const changes = library.changesSince(before);
    expect(changes.set.map(({ formId }) => formId)).toEqual(['c']);
    expect(changes.removed.map(({ formId }) => formId)).toEqual(['a']);
    const all = library.changesSince(0);
    expect(all.set.map(({ formId }) => formId)).toEqual(['b', 'c']);
    expect(all.removed).toEqual([]);
    expect(library.changesSince(library.version)).toMatchObject({ set: [], removed: [] });
  });

  it('sends all of itself to a thread that missed a removal long forgotten', () => {
    const library = new ReferenceLibrary();
    const profile = new Uint8Array(1);
    library.setForm('kept', [{ pageNumber: 1, profile }]);
    const before = library.version;
    for (let i = 0; i < 1_500; i++) {
      library.setForm(`passing ${i}`, [{ pageNumber: 1, profile }]);
      library.removeForm(`passing ${i}`);
    }
    const changes = library.changesSince(before);
    expect(changes.from).toBe(0);
    expect(changes.set.map(({ formId }) => formId)).toEqual(['kept']);
  });
});

describe('a change of the library', () => {
  it('reaches every thread with its next task, fresh threads too', async () => {
    const warnings: string[] = [];
    const pool = new VisionPool({ threads: 2, tasksPerThread: 5, onWarning: (line) => warnings.push(line) });
    try {
      const [first, second] = [await page(1), await page(2)];
      const described = await Promise.all([first, second].map((picture) => pool.describePage(picture)));
      const profiles = described.map(({ profile }) => [{ pageNumber: 1, profile }]);
      const library = new ReferenceLibrary();
      /** The form found by each of two tasks at once, one a thread. */
      const found = async (frame: Buffer): Promise<(string | undefined)[]> => {
        const matches = await Promise.all([1, 2].map(() => pool.classify(frame, library)));
        return matches.map(({ candidates }) => candidates[0]?.formId);
      };
      const all = <T>(value: T): T[] => [value, value];

      expect(await found(first)).toEqual(all(undefined));
      library.setForm('one', profiles[0] ?? []);
      library.setForm('two', profiles[1] ?? []);
      expect(await found(first)).toEqual(all('one'));
      expect(await found(second)).toEqual(all('two'));
      library.removeForm('one');
      expect(await found(first)).not.toContain('one');
      library.setForm('renamed', profiles[0] ?? []);
      expect(await found(first)).toEqual(all('renamed'));
      // One profile that cannot be read costs that page alone.
      library.setForm('damaged', [{ pageNumber: 1, profile: new Uint8Array(40) }]);
      expect(await found(first)).toEqual(all('renamed'));
      expect(warnings.join('\n')).toContain('form damaged page 1');
    } finally {
      await pool.close(0);
    }
  });

  it('keeps libraries apart', async () => {
    const pool = new VisionPool({ threads: 1 });
    try {
      const picture = await page(3);
      const { profile } = await pool.describePage(picture);
      const [one, other] = [new ReferenceLibrary(), new ReferenceLibrary()];
      one.setForm('mine', [{ pageNumber: 1, profile }]);
      other.setForm('theirs', [{ pageNumber: 7, profile }]);
      for (let round = 0; round < 2; round++) {
        expect((await pool.classify(picture, one)).candidates).toMatchObject([{ formId: 'mine' }]);
        expect((await pool.classify(picture, other)).candidates).toMatchObject([
          { formId: 'theirs', pageNumber: 7 },
        ]);
      }
    } finally {
      await pool.close(0);
    }
  });
});
