import { type StoreFault, storeFaults } from '../support/faults/faulty-s3.js';
import { FaultWorld } from '../support/faults/fault-world.js';

/** `npm run bench:faults` makes hundreds. */
const kills = 20;
const seed = 53;
const timeoutMs = 480_000;

let world: FaultWorld | undefined;

afterEach(async () => {
  await world?.stop();
  world = undefined;
});

/** Everything is whole in the end, and operators have got something done. */
async function holds(survivor: FaultWorld): Promise<void> {
  await survivor.check({ all: true });
  await survivor.sweep();
  expect(survivor.problems).toEqual([]);
  expect(survivor.acknowledged).toBeGreaterThan(0);
}

it(
  'whenever the service is killed, all that it acknowledged is there after the next start, and nothing else',
  async () => {
    world = await FaultWorld.start('disk', seed);
    for (let kill = 0; kill < kills; kill++) {
      await world.killService();
      await world.check();
    }
    await holds(world);
  },
  timeoutMs,
);

it(
  'whatever happens to PostgreSQL or a vision thread, the service goes on with all that it acknowledged',
  async () => {
    world = await FaultWorld.start('disk', seed + 1);
    await world.killPostgres();
    await world.check();
    await world.killThread();
    await world.check();
    await world.killThread();
    await holds(world);
  },
  timeoutMs,
);

it(
  'whatever goes wrong with the store, nothing acknowledged is lost and no deletion forgotten',
  async () => {
    world = await FaultWorld.start('s3', seed + 2);
    for (const fault of storeFaults satisfies readonly StoreFault[]) {
      await world.breakStore(fault);
      await world.check();
    }
    await holds(world);
  },
  timeoutMs,
);
