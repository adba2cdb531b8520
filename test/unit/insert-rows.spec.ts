import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { insertFrames } from '../../src/input-packets/frame-rows.js';
import { openOwnDatabase } from '../support/service/own-database.js';

/** More than one statement takes: 65,535 values, ten a frame. */
const frames = 6_600;

let database: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openOwnDatabase());
});

afterAll(() => drop?.());

it('a packet takes as many frames as one may be allowed to hold, in order', async () => {
  const packet = randomUUID();
  const picture = {
    role: 'document',
    roleGiven: false,
    contentType: 'image/png',
    width: 1,
    height: 1,
  } as const;
  const keys = Array.from({ length: frames }, () => randomUUID());
  await database.query(`insert into input_packets (id, number, classification) values ($1, '1', 'pending')`, [
    packet,
  ]);
  const pictures = keys.map((fileKey) => ({ ...picture, id: randomUUID(), fileKey }));
  await insertFrames(database.manager, packet, pictures, 1);
  const rows = await database.query<{ file_key: string }[]>(
    'select file_key from frames where packet_id = $1 order by "order"',
    [packet],
  );
  expect(rows.map((row) => row.file_key)).toEqual(keys);
});
