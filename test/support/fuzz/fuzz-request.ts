import type { Schema } from '../openapi-schema-check.js';
import type { Random } from '../random.js';
import { encoded, hostileTexts, nearlyValidValue, validValue } from './fuzz-values.js';
import { mutatedFile, type SeedFile } from './mutated-file.js';
import type { RawRequest } from './raw-request.js';

/** `valid` is what a client sends, `nearly` has one thing wrong, `hostile` has anything anywhere. */
export type Intent = 'valid' | 'nearly' | 'hostile';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

export interface FuzzedOperation {
  method: string;
  /** As the document has it, with its parameters' names. */
  path: string;
  operationId: string;
  parameters: Parameter[];
  /** Media type of the body that it takes. */
  body?: string;
}

/** What requests are made of. */
export interface Ingredients {
  files: readonly SeedFile[];
  /** An identifier that is there, for the parameter `id` of this path. */
  present(path: string, random: Random): string;
  /** Bearer tokens: the first holds all rights. */
  tokens: readonly string[];
}

const boundary = 'fuzz-boundary';
const mostFiles = 3;
const deep = 5_000;

/** Headers that say something else than the request is. None of them breaks the framing of HTTP. */
const oddHeaders: readonly [string, string][] = [
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'multipart/form-data'],
  ['Content-Type', 'application/json; charset=utf-7'],
  ['Content-Type', '\u00ff/\u00ff'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Accept', 'text/html;q=9'],
  ['Accept-Encoding', 'nonsense'],
  ['X-Request-Id', '../../etc/passwd'],
  ['X-Request-Id', 'x'.repeat(3000)],
  ['X-Forwarded-For', '127.0.0.1, \u00ff'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Expect', 'a-miracle'],
  ['Range', `bytes=${'0-0,'.repeat(500)}1-1`],
  ['Range', 'bytes=9-1'],
  ['Range', 'bytes=-0'],
  ['Range', 'lines=1-2'],
  ['If-None-Match', '*'],
  ['If-Range', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Idempotency-Key', 'k'.repeat(201)],
  ['Idempotency-Key', '\u00e9'],
  ['Origin', 'null'],
  ['Cookie', 'a='.repeat(200)],
];

/** A request to an operation; the same for the same state of `random` and the same ingredients. */
export function fuzzRequest(
  operation: FuzzedOperation,
  intent: Intent,
  ingredients: Ingredients,
  random: Random,
): RawRequest {
  // Of a nearly valid request one part is wrong: which one, by its place in this list.
  const parts = [...operation.parameters.map(({ name }) => name), ...(operation.body ? ['body'] : ['rest'])];
  const wrong = intent === 'nearly' ? random.pick(parts) : '';
  const valueOf = ({ name, in: place, schema }: Parameter): string => {
    if (intent === 'hostile' && random.chance(place === 'path' ? 0.2 : 0.5)) return random.pick(hostileTexts);
    if (name === wrong) return nearlyValidValue(schema, random);
    // Where a path leads nowhere all that is tried is its 404.
    if (place === 'path') {
      return name === 'id' ? ingredients.present(operation.path, random) : String(random.int(1, 2));
    }
    return validValue(schema, random);
  };

  let target = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      // Nothing at all, or dots, would be the path of another operation.
      const value = encoded(valueOf(parameter)).replace(/^(\.{1,2})?$/, '%20');
      target = target.replace(`{${parameter.name}}`, value);
    } else if (random.chance(0.5) || parameter.name === wrong) {
      if (parameter.in === 'query') query.push(`${parameter.name}=${encoded(valueOf(parameter))}`);
      else headers[parameter.name] = headerText(valueOf(parameter));
    }
  }
  if (intent === 'hostile' && random.chance(0.4)) query.push(oddQuery(operation, random));
  if (query.length > 0) target += `?${query.join('&')}`;

  const token =
    intent === 'hostile' && random.chance(0.1) ? random.pick(ingredients.tokens) : ingredients.tokens[0];
  headers.Authorization = `Bearer ${token}`;
  const body = bodyOf(operation, intent, wrong, ingredients, random);
  if (body)
    Object.assign(headers, { 'Content-Type': body.type, 'Content-Length': String(body.bytes.length) });
  else if (operation.method !== 'GET') headers['Content-Length'] = '0';
  if (intent === 'hostile' && random.chance(0.4)) {
    const [name, value] = random.pick(oddHeaders);
    headers[name] = value;
  }
  return { method: operation.method, target, headers, ...(body && { body: body.bytes }) };
}

const headerText = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 4000);

function oddQuery({ parameters }: FuzzedOperation, random: Random): string {
  const name = parameters.find(({ in: place }) => place === 'query')?.name ?? 'Skip';
  return random.pick([
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[a][b]=1`,
    `${name}`,
    '__proto__[admin]=1',
    'unknown=1',
    '&&&===',
    '%',
    `${name}=%E0%A4%A`,
    'a=1&'.repeat(2000),
  ]);
}

interface Body {
  type: string;
  bytes: Buffer;
}

function bodyOf(
  operation: FuzzedOperation,
  intent: Intent,
  wrong: string,
  ingredients: Ingredients,
  random: Random,
): Body | undefined {
  if (!operation.body) {
    const misplaced = wrong === 'rest' || (intent === 'hostile' && random.chance(0.2));
    if (!misplaced || operation.method === 'GET') return undefined;
    return { type: 'application/json', bytes: Buffer.from('{"PacketId":1}') };
  }
  const bad = wrong === 'body' || (intent === 'hostile' && random.chance(0.7));
  if (operation.body === 'application/json') return jsonBody(bad, ingredients, random);
  return multipartBody(operation, bad, ingredients, random);
}

function jsonBody(bad: boolean, ingredients: Ingredients, random: Random): Body {
  const choice = { FormId: ingredients.present('/api/Form/{id}', random), PageNumber: 1 };
  const type = 'application/json';
  if (!bad) return { type, bytes: Buffer.from(JSON.stringify(choice)) };
  const texts = [
    ...[
      { ...choice, PageNumber: '1' },
      { ...choice, PageNumber: 0 },
      { ...choice, PageNumber: 99 },
    ],
    ...[
      { ...choice, PageNumber: 1e99 },
      { ...choice, FormId: null },
      { ...choice, FormId: [choice.FormId] },
    ],
    ...[
      { ...choice, FormId: random.pick(hostileTexts) },
      { ...choice, Extra: true },
      {},
      [],
      null,
      1,
      'text',
    ],
    { FormId: { toString: 1 }, PageNumber: { valueOf: 1 } },
  ].map((value) => JSON.stringify(value));
  const raw = [
    ...[
      '',
      '{',
      '[1',
      '{"FormId"}',
      '\ufeff{}',
      '{"__proto__":{"a":1},"FormId":"x","PageNumber":1}',
      '1e400',
    ],
    ...[
      '['.repeat(deep),
      `{"FormId":"${'x'.repeat(20_000)}"}`,
      '{"FormId":"\ud800","PageNumber":1}',
      '\u0000',
    ],
  ];
  return { type, bytes: Buffer.from(random.pick(random.chance(0.5) ? texts : raw)) };
}

function multipartBody(
  operation: FuzzedOperation,
  bad: boolean,
  ingredients: Ingredients,
  random: Random,
): Body {
  const ofForm = operation.path === '/api/Form';
  const ofMatch = operation.path === '/api/Form/match';
  const files = ofForm ? 'Pages' : ofMatch ? 'Picture' : 'Frames';
  const most = operation.method === 'PUT' || ofMatch ? 1 : mostFiles;
  const singles = ingredients.files.filter(({ pages }) => pages === 1);
  const parts: Buffer[] = [];
  const text = (name: string, value: string) =>
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  const file = (name: string, filename: string, bytes: Buffer) =>
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );

  const count = bad && random.chance(0.1) ? random.pick([0, most + 1]) : random.int(1, most);
  // A part in four of what is wrong is a text; the rest lies in the files themselves.
  const badText = bad && random.chance(0.25);
  if (ofForm) text('Name', badText ? random.pick(hostileTexts) : `Form ${random.int(0, 999)}`);
  else if (badText) text(random.pick(['Number', 'Roles']), random.pick(hostileTexts));
  else if (!ofMatch && random.chance(0.3)) {
    const role = random.pick(['document', 'barcode']);
    text('Roles', Array.from({ length: count }, () => role).join(','));
  }
  if (badText && random.chance(0.3))
    text(random.pick(['__proto__', 'Number[a]', 'Unknown', 'x'.repeat(200)]), '1');
  for (let i = 0; i < count; i++) {
    const bytes =
      bad && !badText
        ? mutatedFile(ingredients.files, random)
        : random.pick(most === 1 ? singles : ingredients.files).bytes;
    const misnamed = bad && random.chance(0.1);
    const field = misnamed ? random.pick(['frames', `${files}[]`, '']) : files;
    file(
      field,
      misnamed ? random.pick(['\u0000', '', '"']) : random.pick(['a.jpg', '../../x', 'a.exe']),
      bytes,
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  let bytes: Buffer = Buffer.concat(parts);
  // The body itself breaks off, or is garbled.
  if (bad && random.chance(0.1)) bytes = bytes.subarray(0, random.int(0, bytes.length));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
