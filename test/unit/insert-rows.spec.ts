import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { insertFrames } from '../../src/input-packets/frame-rows.js';
import { createDatabase, dropDatabase } from '../support/service/database-server.js';

/** More than one statement takes: 65,535 values, ten a frame. */
const frames = 6_600;

let url: string;
let database: DataSource;

beforeAll(async () => {
  url = await createDatabase();
  database = await new DataSource(dataSourceOptions(url)).initialize();
});

afterAll(async () => {
  await database?.destroy();
  await dropDatabase(url);
});

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
