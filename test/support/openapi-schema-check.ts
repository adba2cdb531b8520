/** A schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say nothing of whether a value fits. */
const annotations = new Set(['description', 'example', 'default']);
const known = new Set([
  ...annotations,
  ...['$ref', 'anyOf', 'type', 'enum', 'format', 'properties', 'required', 'additionalProperties'],
  ...['items', 'minItems', 'minimum', 'maximum', 'minLength', 'maxLength'],
]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeNames(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

/**
 * Checks values against the subset of JSON Schema 2020-12 that the document uses. Stricter than the standard: a
 * property that the schema does not name is a problem, and a keyword not known here is an error, so that nothing
 * passes unchecked.
 */
export class SchemaCheck {
  /** @param schemas `components.schemas` of the document */
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** What is wrong with a value, each problem with its place; empty when it fits. */
  problems(value: unknown, schema: Schema, place = '$'): string[] {
    const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword));
    if (unknown.length > 0) throw new Error(`${place}: keyword ${unknown.join(', ')} is not known here`);
    if (typeof schema.$ref === 'string') return this.problems(value, this.resolve(schema.$ref), place);
    if (Array.isArray(schema.anyOf)) return this.ofAlternatives(value, schema.anyOf as Schema[], place);

    const types = [schema.type ?? []].flat() as string[];
    const actual = typeNames(value);
    if (types.length > 0 && !types.some((type) => actual.includes(type))) {
      return [`${place}: ${actual[0]} instead of ${types.join(' or ')}`];
    }
    const found: string[] = [];
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) {
      found.push(`${place}: ${JSON.stringify(value)} is none of ${JSON.stringify(schema.enum)}`);
    }
    if (typeof value === 'string') found.push(...ofString(value, schema, place));
    if (typeof value === 'number') found.push(...ofNumber(value, schema, place));
    if (Array.isArray(value)) found.push(...this.ofArray(value, schema, place));
    if (isObject(value)) found.push(...this.ofObject(value, schema, place));
    return found;
  }

  private resolve(reference: string): Schema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? '';
    const schema = this.schemas[name];
    if (!schema) throw new Error(`${reference} leads nowhere`);
    return schema;
  }

  private ofAlternatives(value: unknown, alternatives: Schema[], place: string): string[] {
    const tries = alternatives.map((schema) => this.problems(value, schema, place));
    return tries.some((problems) => problems.length === 0) ? [] : tries.flat();
  }

  private ofArray(value: unknown[], schema: Schema, place: string): string[] {
    if (!isObject(schema.items)) throw new Error(`${place}: an array without items`);
    const items = schema.items;
    const few = value.length < Number(schema.minItems ?? 0) ? [`${place}: too few items`] : [];
    return [...few, ...value.flatMap((item, i) => this.problems(item, items, `${place}[${i}]`))];
  }

  private ofObject(value: Record<string, unknown>, schema: Schema, place: string): string[] {
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    const missing = ((schema.required ?? []) as string[]).filter((name) => !Object.hasOwn(value, name));
    const others = schema.additionalProperties;
    return [
      ...missing.map((name) => `${place}.${name}: missing`),
      ...Object.entries(value).flatMap(([name, item]) => {
        if (Object.hasOwn(properties, name)) return this.problems(item, properties[name], `${place}.${name}`);
        if (isObject(others)) return this.problems(item, others, `${place}.${name}`);
        return others === true ? [] : [`${place}.${name}: not in the document`];
      }),
    ];
  }
}

function ofString(value: string, schema: Schema, place: string): string[] {
  const found: string[] = [];
  if (schema.format === 'uuid' && !uuid.test(value)) found.push(`${place}: no GUID in lower case`);
  if (schema.format === 'date-time' && !(dateTime.test(value) && !Number.isNaN(Date.parse(value))))
    found.push(`${place}: no date-time`);
  if (!['uuid', 'date-time', 'binary', undefined].includes(schema.format as string | undefined))
    throw new Error(`${place}: format ${String(schema.format)} is not known here`);
  if (value.length < Number(schema.minLength ?? 0)) found.push(`${place}: too short`);
  if (value.length > Number(schema.maxLength ?? Infinity)) found.push(`${place}: too long`);
  return found;
}

function ofNumber(value: number, schema: Schema, place: string): string[] {
  const found: string[] = [];
  if (value < Number(schema.minimum ?? -Infinity)) found.push(`${place}: ${value} is under the minimum`);
  if (value > Number(schema.maximum ?? Infinity)) found.push(`${place}: ${value} is over the maximum`);
  return found;
}
