/** A type as it stands on the wire: names with a capital, dates as ISO 8601 strings. */
export type PascalCased<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? PascalCased<Item>[]
    : T extends object
      ? { [Key in keyof T & string as Capitalize<Key>]: PascalCased<T[Key]> }
      : T;

/** Turns a handler's result into its wire form. Plain data only: objects, arrays, dates, primitives. */
export function pascalCased<T>(value: T): PascalCased<T> {
  return convert(value) as PascalCased<T>;
}

function convert(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.charAt(0).toUpperCase() + key.slice(1), convert(item)]),
  );
}
