import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { wrongArgument } from '../domain-error.js';
import { checkOrdinal, guidPattern, largestInt } from '../validation.js';
import { examples } from './examples.js';
import { fromDigits } from './from-digits.js';

const wrong = ({ data = 'path' }: ArgumentMetadata, message: string) => wrongArgument(data, message);

/** A GUID of the path, in lower case. */
@Injectable()
export class GuidPipe implements PipeTransform<string, string> {
  transform(value: string, metadata: ArgumentMetadata): string {
    if (!guidPattern.test(value)) throw wrong(metadata, 'must be a GUID');
    return value.toLowerCase();
  }
}

/** A number of the path that counts from 1: a frame's order, a page's number. */
@Injectable()
export class OrdinalPipe implements PipeTransform<string, number> {
  transform(value: string, metadata: ArgumentMetadata): number {
    const number = fromDigits(value);
    const fault = checkOrdinal(number);
    if (fault) throw wrong(metadata, fault);
    return number as number;
  }
}

const guidSchema = { type: 'string', format: 'uuid', example: examples.packetId };
const ordinalSchema = { type: 'integer', minimum: 1, maximum: largestInt, example: 1 };

/** What the pipes let through, for the OpenAPI document: every path parameter there is, by name. */
export const pathParameters: Readonly<Record<string, { description: string; schema: object }>> = {
  id: { description: 'Identifier of the packet or form.', schema: guidSchema },
  order: { description: 'Ordinal number of the frame; counts from 1.', schema: ordinalSchema },
  page: { description: "Number of the form's page; counts from 1.", schema: ordinalSchema },
};
