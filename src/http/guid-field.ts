import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsGuid } from '../validation.js';

/** A field or parameter that holds a GUID; it comes in lower case to what is behind, as one of the path does. */
export const GuidField = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsGuid(),
  );
