import { importCycles } from '../support/import-cycles.js';

const cyclesOf = (files: Record<string, string>) => importCycles(new Map(Object.entries(files)));

/** The ways in which a file of TypeScript may need another. */
const imports = [
  `import { B } from './b.js';`,
  `import type { B } from './b.js';`,
  `import { type B } from './b.js';`,
  `import type B from './b.js';`,
  `import * as b from './b.js';`,
  `import './b.js';`,
  `export * from './b.js';`,
  `export { B } from './b.js';`,
  `export type { B } from './b.js';`,
  `export const of = (b: import('./b.js').B) => b;`,
  `export type B = typeof import('./b.js');`,
  `export const b = () => import('./b.js');`,
];

describe('import cycles', () => {
  it.each(imports)('are found where they are closed by %s', (line) => {
    const files = {
      'src/a.ts': `export interface A {}\n${line}`,
      'src/b.ts': `import type { A } from './a.js';`,
    };
    expect(cyclesOf(files)).toEqual([['src/a.ts', 'src/b.ts', 'src/a.ts']]);
  });

  it('are followed through folders, and told without the way that leads to them', () => {
    const files = {
      'src/start.ts': `import { a } from './one/a.js';`,
      'src/one/a.ts': `import type { B } from '../two/b.js';`,
      'src/two/b.ts': `export { c } from './c.cjs';`,
      'src/two/c.cts': `import { a } from '../one/a';`,
    };
    expect(cyclesOf(files)).toEqual([['src/one/a.ts', 'src/two/b.ts', 'src/two/c.cts', 'src/one/a.ts']]);
  });

  it('are none where two files need a third, or one speaks of another', () => {
    const files = {
      'src/a.ts': `import { c } from './c.js';\nimport { b } from './b.js';`,
      'src/b.ts': `import { c } from './c.js';\n// import { a } from './a.js';\nexport const text = "from './a.js'";`,
      'src/c.ts': `import { a } from 'a';`,
    };
    expect(cyclesOf(files)).toEqual([]);
  });
});
