import eslint from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** A folder's import rule: nothing from `from` but what `except` names. */
const zone = (target, from, except, message) => ({ target, from, except, message });

/**
 * What a feature shows the others: commands, queries, entities and the rows behind them. Its controllers, its
 * intake and its decisions are its own.
 */
const faces = {
  'input-packets': [
    'input-packet.entity.ts',
    'frame.entity.ts',
    'identifier.entity.ts',
    'packet-rows.ts',
    'frame-rows.ts',
    'newest-shot.ts',
    'packet-details.ts',
    'frame-identifiers.ts',
    'frame-role.ts',
    'dto/packet.dto.ts',
  ],
  forms: ['form.entity.ts', 'form-library.ts', 'reference-pages.ts', 'forms.module.ts'],
  classification: [],
  normalization: [],
  deletion: [],
};

const featureZones = Object.entries(faces).flatMap(([feature, face]) =>
  Object.keys(faces)
    .filter((other) => other !== feature)
    .map((other) =>
      zone(
        `./src/${other}`,
        `./src/${feature}`,
        face.map((file) => `./${file}`),
        `not part of what ${feature} shows other features`,
      ),
    ),
);

/** Imports that some files must not have. Where two of these fit a file, the later one counts alone. */
const only = (files, names) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: names.map(([group, message]) => ({ group: [group], message })) },
    ],
  },
});

const pictureLibraries = [
  ['sharp', 'bytes to pixels is libs/imaging'],
  ['@hyzyla/pdfium', 'PDF pages are libs/imaging'],
  ['zxing-wasm*', 'barcodes are libs/imaging'],
  ['libheif-js*', 'bytes to pixels is libs/imaging'],
  ['@techstark/opencv-js', 'pictures are understood in libs/vision'],
];

const visionIsPure = [
  ['@nestjs/*', 'vision is pure'],
  ['typeorm', 'vision is pure'],
  ['sharp', 'bytes to pixels is libs/imaging'],
  ['zxing-wasm*', 'barcodes are libs/imaging'],
  ['libheif-js*', 'bytes to pixels is libs/imaging'],
];

export default tseslint.config(
  {
    ignores: ['dist/', 'data/', 'node_modules/', 'demo-output/', 'bench-output/', 'test/support/generated/'],
  },
  eslint.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            zone('./libs/vision', './libs', ['./vision'], 'libs/vision knows only opencv-js'),
            zone('./libs/vision', './src', [], 'libs/vision knows only opencv-js'),
            zone('./libs/imaging', './src', [], 'libs know nothing of the service'),
            zone('./libs/imaging', './libs/vision-pool', [], 'libs/imaging knows nothing of threads'),
            zone(
              './libs/imaging',
              './libs/vision',
              ['./pixels/raster.ts', './pixels/connected-cells.ts'],
              'libs/imaging takes from libs/vision only what loads no OpenCV',
            ),
            zone(
              './libs/vision-pool',
              './libs/vision',
              ['./index.ts', './light/bitonal.ts', './features/profile-version.ts'],
              'the face of libs/vision is index.ts, beside what must not load OpenCV',
            ),
            zone('./libs/vision-pool', './src', [], 'libs know nothing of the service'),
            zone('./src', './libs', ['./vision-pool'], 'src reaches images through vision-pool alone'),
            zone('./src', './test', [], 'the service does not know its tests'),
            zone('./libs', './test', [], 'the libraries do not know their tests'),
            ...featureZones,
          ],
        },
      ],
    },
  },
  only(
    ['libs/vision/**/*.ts'],
    [...visionIsPure, ['node:*', 'vision is pure: no file system, clock or randomness']],
  ),
  // Modules of WebAssembly stand beside these as files.
  only(
    [
      'libs/vision/kernels/kernels.ts',
      'libs/vision/pixels/opencv.ts',
      'libs/vision/pixels/opencv-package.cli.ts',
    ],
    visionIsPure,
  ),
  only(['src/**/*.ts', 'libs/vision-pool/**/*.ts'], pictureLibraries),
  only(
    ['src/**/*.controller.ts'],
    [
      ...pictureLibraries,
      ['**/*.entity.js', 'a controller dispatches commands and queries'],
      ['typeorm', 'a controller dispatches commands and queries'],
      ['@nestjs/typeorm', 'a controller dispatches commands and queries'],
    ],
  ),
  only(
    ['src/**/*.command.ts', 'src/**/*.query.ts'],
    [
      ...pictureLibraries,
      ['**/dto/*', 'handlers return results; the controller shapes the wire'],
      ['**/*.dto.js', 'handlers return results; the controller shapes the wire'],
    ],
  ),
  {
    files: ['src/**/*.command.ts', 'src/**/*.query.ts', 'src/**/*.task.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.name=/Exception$/]',
          message: 'Handlers throw a DomainError; one filter knows the HTTP statuses.',
        },
      ],
    },
  },
  {
    // Everything outside config/ takes its settings from the Settings object.
    files: ['src/**/*.ts'],
    ignores: ['src/config/**', 'src/main.ts', 'src/**/*.cli.ts'],
    rules: { 'no-restricted-properties': ['error', { object: 'process', property: 'env' }] },
  },
  {
    files: ['libs/vision/**/*.ts'],
    ignores: ['libs/vision/pixels/opencv.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "NewExpression[callee.object.name='cv'][callee.property.name=/^(Mat|MatVector|KeyPointVector|DMatchVector|DMatchVectorVector)$/]",
          message: 'Mats are owned by a MatScope (opencv.ts), which deletes them.',
        },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: 'seeds come in as parameters',
        },
        {
          selector: "MemberExpression[object.name='Date'][property.name='now']",
          message: 'vision has no clock',
        },
      ],
    },
  },
  prettier,
  {
    // Prettier leaves comments as they are.
    plugins: { '@stylistic': stylistic },
    rules: { '@stylistic/max-len': ['error', { code: Infinity, comments: 120 }] },
  },
);
