import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The project's root, as this file lies in dist/test/support. */
const root = new URL('../../../', import.meta.url);

/** The OpenAPI document and the types made from it, as they are kept in the repository. */
export const documentFile = fileURLToPath(new URL('openapi.json', root));
export const typesFile = fileURLToPath(new URL('test/support/generated/openapi.ts', root));

export const readDocument = () => readFile(documentFile, 'utf8');
