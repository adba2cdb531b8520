import { Transform } from 'class-transformer';

/**
 * The number that is written in digits; anything else stays as it came, for the rule of its field to refuse. (`Number`
 * itself would take an empty value for 0, and `0x10` and `1e1` for numbers.)
 */
export const fromDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/** A query parameter that is written in digits. */
export const FromDigits = () => Transform(({ value }: { value: unknown }) => fromDigits(value));
