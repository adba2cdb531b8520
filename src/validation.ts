import {
  isInt,
  length,
  Matches,
  matches,
  max,
  min,
  ValidateBy,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { DomainError, type ErrorDetail } from './domain-error.js';

export const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL's largest integer, and so the largest order or page number. */
export const largestInt = 2 ** 31 - 1;

/** A field that holds a GUID. */
export const IsGuid = () => Matches(guidPattern, { message: '$property must be a GUID' });

/** What is wrong with a value, going on from its name (`must be a GUID`); null where nothing is. */
type Check = (value: unknown) => string | null;

/** A field with one rule, so that what is wrong is told once. */
const Passes = (name: string, check: Check) =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => check(value) === null,
      defaultMessage: (args) => `$property ${check(args?.value)}`,
    },
  });

const checkInteger =
  (least: number, most: number): Check =>
  (value) =>
    isInt(value) && min(value, least) && max(value, most)
      ? null
      : `must be an integer from ${least} to ${most}`;

/** A field that holds an integer within bounds. */
export const IsIntegerFrom = (least: number, most: number) =>
  Passes('isIntegerFrom', checkInteger(least, most));

/** For what counts from 1: a frame's order, a page's number. */
export const checkOrdinal = checkInteger(1, largestInt);

/** A field that counts from 1. */
export const IsOrdinal = () => Passes('isOrdinal', checkOrdinal);

/** A field that holds a text of so many characters, at least one, that fits a pattern. */
export const IsText = (maxLength: number, pattern: RegExp, otherwise: string) =>
  Passes('isText', (value) => {
    if (!length(value, 1, maxLength)) return `must have 1 to ${maxLength} characters`;
    return matches(value as string, pattern) ? null : otherwise;
  });

/**
 * One line with something to see on it. PostgreSQL keeps no zero byte, and the other controls do not belong into a list
 * either. U+FFFD stands where bytes were no UTF-8: what they meant is lost, and the caller should know.
 */
const visibleLine = /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFD]*$/u;

/** A field that holds what people call something. */
export const IsName = (maxLength: number) =>
  IsText(maxLength, visibleLine, 'must be one line of text in UTF-8');

/** For a rule on a field that callers know by another name: their name for it. */
export const sentAs = (field: string) => ({ context: { field } });

/** What class-validator calls a field that no rule speaks of, and what its sender is told. */
const unknownField = 'whitelistValidation';
const notKnown = 'is not a field or parameter of this operation';

/** The error of fields or parameters that the operation does not have. */
export const unknownArguments = (fields: readonly string[]) =>
  new DomainError(
    'INVALID_ARGUMENT',
    `${fields.map((field) => `${field} ${notKnown}`).join('; ')}.`,
    fields.map((field) => ({ field, message: notKnown })),
  );

/** The error of arguments that class-validator found wrong. */
export function invalidArguments(errors: readonly ValidationError[]): DomainError {
  const details = errors.flatMap((error) => detailsOf(error, ''));
  const sentences = details.map(({ field, message }) => `${field} ${message}`);
  return new DomainError('INVALID_ARGUMENT', `${sentences.join('; ')}.`, details);
}

function detailsOf(error: ValidationError, path: string): ErrorDetail[] {
  const field = `${path}${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => {
    if (rule === unknownField) return { field, message: notKnown };
    const { field: sent = field } = (error.contexts?.[rule] ?? {}) as { field?: string };
    // Rules begin with the name, which stands in the detail already.
    const name = [sent, error.property].find((name) => message.startsWith(`${name} `)) ?? '';
    return { field: sent, message: message.slice(name.length).trimStart() };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, `${field}.`))];
}

/**
 * Checks a command or query by the class-validator rules on its fields; its constructor calls this, so that
 * those who do not come through HTTP are checked too.
 *
 * @throws DomainError INVALID_ARGUMENT
 */
export function assertValid(message: object): void {
  const errors = validateSync(message, { forbidUnknownValues: false });
  if (errors.length > 0) throw invalidArguments(errors);
}
