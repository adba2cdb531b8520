import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { unknownArguments } from '../validation.js';

/** Levels that a body may nest. None of ours nests at all: this leaves what is wrong with a field to its own rule. */
const maxDepth = 8;

/** A name that Nest leaves out of what it is given, or that class-validator finds in any object. */
const isEveryObjects = (name: string) => name === 'prototype' || name in Object.prototype;

/**
 * Checks DTOs. What the path holds goes to its own pipes as it was sent: Nest would make `0x1` a number first.
 *
 * Two things it has to see before class-transformer and class-validator do. They walk a body level by level on the
 * stack, which a deep one overflows. And they look names up in plain objects or leave some out, so that names which
 * every object has (`constructor`, `__proto__`) would pass for known ones.
 */
export class ArgumentsPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' || metadata.type === 'query') {
      if (nestsDeeper(value, maxDepth))
        throw new DomainError('INVALID_ARGUMENT', `The body nests deeper than ${maxDepth} levels.`);
      const inherited = Object.keys(value ?? {}).filter(isEveryObjects);
      if (inherited.length > 0) throw unknownArguments(inherited);
    }
    return super.transform(value, metadata) as unknown;
  }

  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether objects and arrays lie in one another more than so many levels deep, the outermost counted. */
function nestsDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; depth <= levels; depth++)
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  return level.length > 0;
}
