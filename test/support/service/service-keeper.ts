import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until.js';
import { ApiClient, payloadOf } from './api-client.js';
import { ServiceDatabase } from './service-database.js';
import { ServiceProcess } from './service-process.js';

/** The variable in which a test run's processes find the keeper of the services that specs share: its URL. */
export const SERVICE_KEEPER = 'TEST_SERVICE_KEEPER';

/** What is handed out: where the service answers and keeps things, and its log up to now. */
export interface HandedOut {
  url: string;
  dataDir: string;
  databaseUrl: string | null;
  logFile: string;
  /** Lines that the log has already, of earlier specs. */
  logged: number;
}

/** A service that is not empty after this time, ms, has come to harm in a spec: the next one gets a new one. */
const emptyWithinMs = 15_000;
/** Folders of a data folder in which a service keeps files. */
const fileFolders = ['files', 'uploads'];

/**
 * Keeps one service, as it is by itself, for each of jest's workers, and hands it out empty to one spec after the
 * other: a start costs a second or two of both cores, and a service that has just started is slow for some more.
 */
export class ServiceKeeper {
  private readonly services = new Map<string, Promise<ServiceProcess>>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ServiceKeeper> {
    const server = createServer();
    const keeper = new ServiceKeeper(server);
    server.on('request', (request, response) => {
      keeper.handOut(request.url ?? '').then(
        (service) => response.end(JSON.stringify(service)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return keeper;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    // One that did not start has failed its spec already, and must not keep the others running.
    for (const started of await Promise.allSettled(this.services.values()))
      if (started.status === 'fulfilled') await started.value.stop();
  }

  private async handOut(worker: string): Promise<HandedOut> {
    const { url, dataDir, databaseUrl, log } = await this.emptyService(worker);
    return { url, dataDir, databaseUrl, logFile: logFileOf(dataDir), logged: log.length };
  }

  private async emptyService(worker: string): Promise<ServiceProcess> {
    const earlier = await this.services.get(worker)?.catch(() => undefined);
    if (earlier) {
      const isEmpty = await Promise.race([
        emptied(earlier).then(
          () => true,
          () => false,
        ),
        sleep(emptyWithinMs, false, { ref: false }),
      ]);
      if (isEmpty) return earlier;
      await earlier.kill();
      await earlier.discard();
    }
    const service = ServiceProcess.start({ logFile: logFileOf });
    this.services.set(worker, service);
    return service;
  }
}

const logFileOf = (dataDir: string) => join(dataDir, 'log');

/** Deletes packets and forms as an administrator does, waits for what comes of it, and takes away stray files. */
async function emptied(service: ServiceProcess): Promise<void> {
  const database = await ServiceDatabase.of(service);
  const rights = ['ForceDeleteInputPacketCommand', 'DeleteFormCommand'];
  const api = await ApiClient.for(service, rights, 'keeper');
  for (const { id } of await database.query<{ id: string }>('select id from input_packets'))
    payloadOf(await api.forceDelete(id));
  for (const { id } of await database.query<{ id: string }>('select id from forms'))
    payloadOf(await api.deleteForm(id));
  await until('no job is left', async () => {
    const jobs = await database.query(
      'select 1 from graphile_worker.jobs where key is not null or locked_at is not null',
    );
    return jobs.length === 0;
  });
  // What is told of what is gone: it outlives it.
  await database.query('delete from idempotency_keys; delete from audit_events');
  for (const folder of fileFolders) {
    for (const name of await readdir(join(service.dataDir, folder)))
      await rm(join(service.dataDir, folder, name), { recursive: true });
  }
}
