import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { FormLibrary } from '../../src/forms/form-library.js';
import { createDatabase, dropDatabase } from '../support/service/database-server.js';

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

it('a view of the library names its forms also after they were removed', async () => {
  const library = new FormLibrary(database);
  const id = randomUUID();
  await database.query(`insert into forms (id, name) values ($1, 'Short-lived')`, [id]);
  const view = await library.current();
  await database.query('delete from forms where id = $1', [id]);
  await library.current();
  expect(view.nameOf(id)).toBe('Short-lived');
});
