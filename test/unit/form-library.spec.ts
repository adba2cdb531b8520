import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { FormLibrary } from '../../src/forms/form-library.js';
import { openOwnDatabase } from '../support/service/own-database.js';

let database: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openOwnDatabase());
});

afterAll(() => drop?.());

it('a view of the library names its forms also after they were removed', async () => {
  const library = new FormLibrary(database);
  const id = randomUUID();
  await database.query(`insert into forms (id, name) values ($1, 'Short-lived')`, [id]);
  const view = await library.current();
  await database.query('delete from forms where id = $1', [id]);
  await library.current();
  expect(view.nameOf(id)).toBe('Short-lived');
});
