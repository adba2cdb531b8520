import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { wrongArgument } from '../domain-error.js';
import { headerOfOperation } from './header-of-operation.js';

/** The ETag of something that counts its revisions. Strong: `If-Match` heeds no other (RFC 9110, 13.1.1). */
export const revisionTag = (revision: number): string => `"${revision}"`;

const tagList = /^\s*(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*\s*$/;

/**
 * The revisions that an `If-Match` names; null where any will do. Weak tags and those that are no revision of ours
 * match nothing and are left out.
 *
 * @throws DomainError INVALID_ARGUMENT when the header is no list of ETags
 */
function revisionsOf(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  if (!tagList.test(header)) {
    throw wrongArgument('If-Match', 'must be `*` or a list of ETags in their quotes');
  }
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, weak, tag]) => !weak && /^\d{1,10}$/.test(tag))
    .map(([, , tag]) => Number(tag));
}

/** The revisions of which the caller allows one to be edited (`If-Match`); null where any may be. */
export const IfMatch = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    revisionsOf(context.switchToHttp().getRequest<Request>().headers['if-match']),
  [
    headerOfOperation(
      'If-Match',
      'ETag of the packet that the caller has seen. Where the set of frames has been edited since, nothing is done and the answer is 412.',
      { type: 'string', examples: [revisionTag(1), '*'] },
    ),
  ],
);
