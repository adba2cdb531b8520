import { expectWhole, faultsTimeoutMs } from '../support/faults/expect-whole.js';
import { FaultWorld } from '../support/faults/fault-world.js';

const seed = 54;

let world: FaultWorld | undefined;

afterEach(async () => {
  await world?.stop();
  world = undefined;
});

it(
  'whatever happens to PostgreSQL or a vision thread, the service goes on with all that it acknowledged',
  async () => {
    world = await FaultWorld.start('disk', seed, 2);
    await world.killPostgres();
    await world.check();
    await world.killThread();
    await world.check();
    await world.killThread();
    await expectWhole(world);
  },
  faultsTimeoutMs,
);
