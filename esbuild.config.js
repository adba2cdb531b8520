import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Nest's module asks TypeORM, loaded by a `require` of its own, for what earlier releases have: from within the bundle
 * that would be a second TypeORM, read from node_modules at every start. By a plain `require` it is the bundle's.
 */
const oneTypeOrm = {
  name: 'one-typeorm',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs.typeorm.dist.common.typeorm-compat\.js$/ }, async ({ path }) => {
      const written = await readFile(path, 'utf8');
      const contents = written.replace('const require = createRequire(import.meta.url);', '');
      if (contents === written) throw new Error(`${path} loads TypeORM in another way`);
      return { contents };
    });
  },
};

/**
 * Puts the service's own process, with its packages, into one file, `dist/service.js`: as some 1,200 modules it takes
 * half a second longer to load. Vision threads and command lines load what tsc has made.
 */
const { outputFiles } = await build({
  entryPoints: ['dist/src/main.js'],
  outfile: 'dist/service.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Commands, rights, tables and loggers are named by their classes.
  keepNames: true,
  external: [
    // Shared with the vision threads, which load it from where it lies.
    './dist/libs/*',
    // Serves files from its own folder.
    'swagger-ui-dist',
    // Loaded where frames lie in S3. What is left out is imported at the bundle's head, whoever imports it, unless by
    // an `import()`: so the driver, which imports the SDK, is left out as well.
    'flydrive/drivers/s3',
    '@aws-sdk/*',
    // Looked for by packages that do without them.
    '@nestjs/microservices',
    '@nestjs/websockets',
    '@fastify/static',
    'typescript',
  ],
  // What packages written as CommonJS expect to find.
  banner: {
    js: [
      `import { createRequire as requireFrom } from 'node:module';`,
      `const { filename: __filename, dirname: __dirname } = import.meta;`,
      `const require = requireFrom(import.meta.url);`,
    ].join('\n'),
  },
  plugins: [oneTypeOrm],
  logLevel: 'warning',
  write: false,
});

/**
 * Letters beyond ASCII stand in regular expressions and comments alone, where esbuild leaves them. Were there but one,
 * V8 would keep all of the file at two bytes a letter, and take 40 ms more to load it.
 */
const inAscii = (source) =>
  source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
for (const { path, text } of outputFiles) await writeFile(path, inAscii(text));
