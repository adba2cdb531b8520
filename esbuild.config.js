import { build } from 'esbuild';

/**
 * Puts the service's own process, with its packages, into one file, `dist/service.js`: as some 1,200 modules it takes
 * half a second longer to load. Vision threads and command lines load what tsc has made.
 */
await build({
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
    // Loaded where frames lie in S3.
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
  logLevel: 'warning',
});
