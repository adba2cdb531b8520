import { wrongArgument } from '../domain-error.js';
import type { FrameRole } from './frame.entity.js';

/** An uploaded file on its way in. */
export interface Upload {
  /** Where its bytes lie until the request ends. */
  path: string;
  /** Null when the caller gave none: classification finds out. */
  role: FrameRole | null;
}

/**
 * Joins uploaded files with their roles.
 *
 * @param roles none (classification finds out), or one a file
 * @throws DomainError INVALID_ARGUMENT
 */
export function uploadsOf(
  files: readonly { path: string }[] | undefined,
  roles: readonly FrameRole[],
): Upload[] {
  const given = files ?? [];
  if (roles.length > 0 && roles.length !== given.length) {
    throw wrongArgument('Roles', `must be one a file: ${given.length} files, ${roles.length} roles`);
  }
  return given.map(({ path }, index) => ({ path, role: roles[index] ?? null }));
}
