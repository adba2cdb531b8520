import { ListFormsQuery } from '../../src/forms/list-forms.query.js';
import {
  ListInputPacketsQuery,
  type PacketFilter,
} from '../../src/input-packets/list-input-packets.query.js';
import { ListAuditEventsQuery } from '../../src/operations/list-audit-events.query.js';

const all: PacketFilter = { deleted: false, number: null, identifier: null, classification: null };
const packets = (filter: Partial<Record<keyof PacketFilter, unknown>>) =>
  new ListInputPacketsQuery({ ...all, ...filter } as PacketFilter, 0, 50);

/** A query with one thing wrong, whoever asks. */
const wrong: [field: string, ask: () => unknown][] = [
  ['skip', () => new ListInputPacketsQuery(all, -1, 50)],
  ['take', () => new ListInputPacketsQuery(all, 0, 501)],
  ['deleted', () => packets({ deleted: 'no' })],
  ['number', () => packets({ number: 'two\nlines' })],
  ['identifier', () => packets({ identifier: '' })],
  ['classification', () => packets({ classification: 'lost' })],
  ['name', () => new ListFormsQuery('', 0, 50)],
  ['skip', () => new ListFormsQuery(null, 0.5, 50)],
  ['take', () => new ListFormsQuery(null, 0, 0)],
  ['targetId', () => new ListAuditEventsQuery('abc', 0, 50)],
  ['take', () => new ListAuditEventsQuery(null, 0, Number.NaN)],
];

describe('a list asked for by code of the service', () => {
  it.each(wrong)('is refused where its %s is wrong', (field, ask) => {
    expect(ask).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        details: [expect.objectContaining({ field })],
      }) as Error,
    );
  });

  it('may be asked for from its start to its far end', () => {
    expect(new ListFormsQuery(null, 0, 1)).toMatchObject({ skip: 0, take: 1 });
    expect(new ListFormsQuery(null, 10_000_000, 500)).toMatchObject({ skip: 10_000_000, take: 500 });
    expect(packets({ number: '000417', identifier: '(01)\x1d', classification: 'failed' })).toMatchObject({
      number: '000417',
      identifier: '(01)\x1d',
      classification: 'failed',
    });
  });
});
