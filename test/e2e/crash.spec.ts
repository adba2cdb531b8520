import { expectWhole, faultsTimeoutMs } from '../support/faults/expect-whole.js';
import { FaultWorld } from '../support/faults/fault-world.js';

/** `npm run bench:faults` makes hundreds of each. */
const faults = ['killService', 'killThread', 'killPostgres'] as const;
const seed = 53;
/** One goes on where the other is killed. */
const threads = 2;

let world: FaultWorld | undefined;

afterEach(async () => {
  await world?.stop();
  world = undefined;
});

it(
  'whatever is killed, service, vision thread or PostgreSQL, all that was acknowledged is there, and nothing else',
  async () => {
    world = await FaultWorld.start('disk', seed, threads);
    for (const fault of faults) {
      await world[fault]();
      await world.check();
    }
    await expectWhole(world);
  },
  faultsTimeoutMs,
);
