/** A part of the document; the types of @nestjs/swagger stop at OpenAPI 3.0. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A value that fits a schema, put together from the examples of its properties.
 *
 * @param schemas `components.schemas`
 * @throws Error naming the property when one has neither example, default nor enumeration
 */
export function exampleOf(schema: unknown, schemas: Json, path = ''): unknown {
  if (!isJson(schema)) throw new Error(`no schema at ${path}`);
  if ('example' in schema) return schema.example;
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return exampleOf(schemas[name], schemas, `${path}/${name}`);
  }
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0], schemas, path);
  if ([schema.type].flat().includes('array')) return [exampleOf(schema.items, schemas, `${path}/items`)];
  if (isJson(schema.properties)) {
    const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
    const entries = Object.entries(schema.properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(
      entries.map(([name, property]) => [name, exampleOf(property, schemas, `${path}/${name}`)]),
    );
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('default' in schema) return schema.default;
  throw new Error(`no example at ${path}`);
}
