import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { filesUnder } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { softPicture } from '../support/noisy-picture.js';

const hourMs = 3_600_000;

let service: ServiceProcess;
let database: ServiceDatabase;
let operator: ApiClient;
let admin: ApiClient;
let picture: Buffer;

beforeAll(async () => {
  // Two jobs at a time: the sweep runs beside what it must leave alone.
  service = await ServiceProcess.start({ env: { VISION_THREADS: '2' } });
  database = await ServiceDatabase.of(service);
  operator = await ApiClient.for(service);
  admin = await ApiClient.for(service, ['ForceDeleteInputPacketCommand', 'RegisterFormCommand']);
  picture = await softPicture(300, 200).jpeg().toBuffer();
  await admin.registerForm('One page', [picture]);
});

afterAll(() => service?.stop());

const filesOf = (id: string) => filesUnder(service.dataDir, `files/packets/${id}`);

const packetOf = async (frames: number): Promise<PacketDto> =>
  payloadOf(await operator.createPacket(Array.from({ length: frames }, () => ({ bytes: picture }))));

const jobs = (task: string) =>
  database.query<{ key: string | null }>(
    'select key from graphile_worker.jobs where task_identifier = $1 order by id',
    [task],
  );

/** Runs the sweep now instead of at its hour. */
async function sweep(): Promise<void> {
  await database.query(`select graphile_worker.add_job('sweep')`);
  await database.jobsDone('sweep');
}

describe('the sweep', () => {
  it('deletes old files without a row, and nothing that has one or is young', async () => {
    const { Id } = await packetOf(2);
    expect(payloadOf(await operator.normalize(Id)).Failed).toBe(0);
    await operator.delete(Id);
    const old = new Date(Date.now() - 2 * hourMs);
    const kept = [...(await filesOf(Id)), ...(await filesUnder(service.dataDir, 'files/forms'))];
    expect(kept).toHaveLength(5);
    for (const file of kept) await utimes(file, old, old);
    const orphans = [
      join(service.dataDir, 'files/packets', Id, randomUUID()),
      join(service.dataDir, 'files/packets', randomUUID(), randomUUID()),
      join(service.dataDir, 'files/forms', randomUUID(), randomUUID()),
    ];
    const young = join(service.dataDir, 'files/packets', randomUUID(), randomUUID());
    for (const file of [...orphans, young]) {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, 'left behind');
    }
    for (const file of orphans) await utimes(file, old, old);
    const [emptied, fresh] = [randomUUID(), randomUUID()].map((id) =>
      join(service.dataDir, 'files/packets', id),
    );
    for (const folder of [emptied, fresh]) await mkdir(folder);
    for (const folder of [emptied, join(service.dataDir, 'files/packets', Id)])
      await utimes(folder, old, old);

    await sweep();
    await expect(stat(emptied)).rejects.toThrow('ENOENT');
    expect((await stat(fresh)).isDirectory()).toBe(true);
    const files = await filesUnder(service.dataDir, 'files');
    expect(files).toEqual(expect.arrayContaining([...kept, young]));
    for (const orphan of orphans) expect(files).not.toContain(orphan);
  });

  it('forgets the names of queues of packets deleted for good, and no others', async () => {
    const [kept, gone] = [await packetOf(1), await packetOf(1)];
    for (const { Id } of [kept, gone]) await operator.classified(Id);
    await admin.forceDelete(gone.Id);
    await sweep();
    const names = await database.query<{ queue_name: string }>(
      `select queue_name from graphile_worker._private_job_queues where queue_name = any($1)`,
      [[kept, gone].map(({ Id }) => `packet:${Id}`)],
    );
    expect(names).toEqual([{ queue_name: `packet:${kept.Id}` }]);
  });

  it('queues packets whose classification nobody is going to do', async () => {
    const packets = await Promise.all([packetOf(1), packetOf(1), packetOf(1)]);
    const ids = packets.map(({ Id }) => Id);
    for (const id of ids) await operator.classified(id);
    await database.jobsDone('classify_packet');
    await operator.delete(ids[2]);
    await database.query(
      `update input_packets set classification = case when id = $1 then 'pending' else 'running' end where id = any($2)`,
      [ids[0], ids],
    );
    await sweep();
    for (const id of ids.slice(0, 2)) await operator.classified(id);
    const [hidden] = await database.query('select classification from input_packets where id = $1', [ids[2]]);
    expect(hidden).toEqual({ classification: 'running' });
    await operator.restore(ids[2]);
    await operator.classified(ids[2]);
  });

  it('leaves alone what is at work, also where that is the last try', async () => {
    const { Id } = await packetOf(1);
    await operator.classified(Id);
    const held = await database.hold('select 1 from frames where packet_id = $1 for update', [Id]);
    await database.query(
      `select graphile_worker.add_job('classify_packet', json_build_object('packetId', $1::text),
         queue_name := 'packet:' || $1, job_key := 'classify:' || $1, max_attempts := 1)`,
      [Id],
    );
    await until('in work', () => database.someoneWaits());
    await database.query(`update input_packets set classification = 'running' where id = $1`, [Id]);
    await sweep();
    expect(await jobs('classify_packet')).toHaveLength(1);
    await held.release();
    await operator.classified(Id);
  });

  it('takes jobs out of the queue that a newer one has replaced, and not those that were given up', async () => {
    for (const name of ['replaced', 'given up']) {
      await database.query(
        `select graphile_worker.add_job('purge_files', '{}', job_key := $1, run_at := now() + interval '1 day')`,
        [name],
      );
    }
    await database.query(
      `update graphile_worker._private_jobs
       set attempts = max_attempts, run_at = now(), key = case when key = 'given up' then key end
       where key in ('replaced', 'given up')`,
    );
    await sweep();
    expect(await jobs('purge_files')).toEqual([{ key: 'given up' }]);
    await database.query(`select graphile_worker.remove_job('given up')`);
  });
});

it('nothing of this was an error to the service', () => {
  expect(errorsOf(service)).toEqual([]);
});
