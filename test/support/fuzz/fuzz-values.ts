import type { Schema } from '../openapi-schema-check.js';
import type { Random } from '../random.js';

const long = 20_000;

/** Texts that have broken parsers, queries, shells, paths and logs. None breaks HTTP itself once encoded. */
export const hostileTexts: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\u0000',
    'a\u0000b',
    '\r\nX-Injected: 1',
    '\n',
    '.',
    '..',
    '../../../etc/passwd',
    '%',
    '%zz',
  ],
  ...['%00', '%2e%2e%2f', "' or 1=1 --", '"; drop table frames; --', '$(id)', '`id`', '|id', '{{7*7}}'],
  ...['${jndi:ldap://127.0.0.1/a}', '<script>alert(1)</script>', '__proto__', 'constructor', 'toString'],
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', '[]', '{}', '[object Object]', '0x10', '1e3', '1.5'],
  ...['-1', '0', '+1', '00001', ' 1', '1 ', '2147483647', '2147483648', '9007199254740993', '1'.repeat(400)],
  ...['١', '１', 'é', 'é', '\u202E', '\uFEFF', '😀', '\uD800', 'ß'.repeat(300), 'a'.repeat(long)],
  ...['(a+)+$', '*', '?', '#', ';', ',', '&', '=', '\\', '\u007f', '%c0%ae%c0%ae', '%u0041'],
];

const hostileGuids = [
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'not-a-guid'],
  ...['{3f2504e0-4f89-41d3-9a0c-0305e82c3301}', '3f2504e04f8941d39a0c0305e82c3301'],
  ...['3F2504E0-4F89-41D3-9A0C-0305E82C3301', '3f2504e0-4f89-41d3-9a0c-0305e82c330', 'g'.repeat(36)],
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301\n',
];

/** A value that a schema of a parameter allows. */
export function validValue(schema: Schema, random: Random): string {
  if (Array.isArray(schema.enum)) return String(random.pick(schema.enum as unknown[]));
  // Of a text with a form of its own, such as a list of ETags.
  if (Array.isArray(schema.examples)) return String(random.pick(schema.examples as unknown[]));
  const types = [schema.type].flat();
  if (types.includes('integer')) {
    const low = Number(schema.minimum ?? 0);
    // Small mostly: most of a wide range leads nowhere.
    return String(
      random.int(low, Math.min(Number(schema.maximum ?? 1000), low + (random.chance(0.8) ? 5 : 500))),
    );
  }
  if (types.includes('boolean')) return String(random.chance(0.5));
  if (schema.format === 'uuid') return guid(random);
  return `fuzz-${random.int(0, 99)}`;
}

/** A value just outside of what the schema allows, or of the wrong kind. */
export function nearlyValidValue(schema: Schema, random: Random): string {
  if (schema.format === 'uuid') return random.pick(hostileGuids);
  const { minimum, maximum, maxLength } = schema;
  const beside = [
    ...(typeof minimum === 'number' ? [minimum - 1, minimum, minimum + 0.5] : []),
    ...(typeof maximum === 'number' ? [maximum, maximum + 1, maximum * 10] : []),
  ];
  if (beside.length > 0) return String(random.pick(beside));
  if (typeof maxLength === 'number') return 'x'.repeat(random.pick([0, 1, maxLength, maxLength + 1]));
  return random.pick(['', 'TRUE', 'yes', '1', 'Pending', 'ready,failed']);
}

export function guid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Percent-encoded; a lone surrogate, which has no encoding, as the bytes that some encoders write for it. */
export const encoded = (text: string): string =>
  [...text].map((sign) => (/^[\uD800-\uDFFF]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign))).join('');
