/** Who calls, as the token has it. */
export interface Caller {
  /** The token's subject; an opaque identifier. */
  subject: string;
  rights: ReadonlySet<string>;
}

/**
 * A subject is written down in the audit trail: 1 to 255 characters (OpenID Connect Core, 2), none a control or half of
 * one.
 */
export const wellFormedSubject = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/**
 * Reads the rights of a token.
 *
 * @param claims the verified payload
 * @param path name of the claim; where no claim has this very name (issuers use URLs as names), a dot goes
 *   one level down, as in Keycloak's `realm_access.roles`
 * @returns the words of the claim, given as an array or as words in one string; empty when it is neither
 */
export function rightsOf(claims: Record<string, unknown>, path: string): ReadonlySet<string> {
  const value = Object.hasOwn(claims, path)
    ? claims[path]
    : levelsOf(path).reduce<unknown>((level, name) => child(level, name), claims);
  if (typeof value === 'string') return new Set(value.split(/\s+/).filter(Boolean));
  if (Array.isArray(value)) return new Set(value.filter((word) => typeof word === 'string'));
  return new Set();
}

/** Names of the claims that lead to the rights, outermost first. A URL is one name, dots and all. */
export const levelsOf = (path: string): string[] => (path.includes('://') ? [path] : path.split('.'));

const child = (level: unknown, name: string): unknown =>
  typeof level === 'object' && level !== null && Object.hasOwn(level, name)
    ? (level as Record<string, unknown>)[name]
    : undefined;
