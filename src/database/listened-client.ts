import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose loss ends nothing but what runs on it. TypeORM stops listening to a connection as soon as it
 * learns that it broke; a second 'error' event, as a server that is killed causes, then had no listener and ended the
 * process. Whoever uses the connection is told by its own statement.
 */
export class ListenedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
