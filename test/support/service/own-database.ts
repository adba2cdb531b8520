import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source.js';
import { createDatabase, dropDatabase } from './database-server.js';

/** A migrated database of a spec's own, for parts of the service that are tried without the service. */
export async function openOwnDatabase(): Promise<{ database: DataSource; drop: () => Promise<void> }> {
  const url = await createDatabase();
  const database = await new DataSource(dataSourceOptions(url)).initialize();
  return {
    database,
    drop: async () => {
      await database.destroy();
      await dropDatabase(url);
    },
  };
}
