import { wrongArgument } from '../domain-error.js';
import type { Upload } from './frame-intake.js';
import type { FrameRole } from './frame.entity.js';

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
