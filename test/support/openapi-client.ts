import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/openapi.js';
import type { AnswerCheck } from './openapi-answer-check.js';

export type GeneratedClient = Client<paths>;

/** A client of the generated types, each of whose answers is checked against the document. */
export function generatedClient(
  baseUrl: string,
  token: string | null,
  answers: AnswerCheck,
): GeneratedClient {
  const client = createClient<paths>({
    baseUrl,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  client.use({
    onResponse: ({ request, response, schemaPath }) => answers.check(request.method, schemaPath, response),
  });
  return client;
}

/** A multipart body: lists as repeated fields, files with a name. */
export function multipart(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item instanceof Blob) form.append(name, item, 'frame');
      else if (item !== undefined) form.append(name, String(item));
    }
  }
  return form;
}
