import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { ServiceProcess } from './service/service-process.js';

/** The document as the running application tells it, in the form in which it is kept. */
export async function documentOfApplication(): Promise<string> {
  const service = await ServiceProcess.start({ env: { LOG_LEVEL: 'info' } });
  try {
    const response = await fetch(`${service.url}/api/openapi.json`);
    if (!response.ok) throw new Error(`the document is answered with ${response.status}`);
    return `${JSON.stringify(await response.json(), null, 2)}\n`;
  } finally {
    await service.stop();
  }
}

/** Types of a client of the document. Files are Blobs in it, as fetch and FormData have them. */
export async function typesOfDocument(document: string): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(document, {
    // Fields with a default in a request may be left out all the same.
    defaultNonNullable: false,
    transform: (schema) => ('format' in schema && schema.format === 'binary' ? blob : undefined),
  });
  return `// Made by \`npm run openapi\` from openapi.json.\n\n${astToString(nodes)}`;
}
