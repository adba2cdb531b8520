import { Transform } from 'class-transformer';

/**
 * A query parameter written in digits becomes its number; anything else stays as it came, for `IsInt` to
 * refuse. (`Number` itself would take an empty value for 0, and `0x10` and `1e1` for numbers.)
 */
export const FromDigits = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value,
  );
