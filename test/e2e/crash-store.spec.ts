import { expectWhole, faultsTimeoutMs } from '../support/faults/expect-whole.js';
import { FaultWorld } from '../support/faults/fault-world.js';
import { storeFaults } from '../support/faults/faulty-s3.js';

const seed = 55;

let world: FaultWorld | undefined;

afterEach(async () => {
  await world?.stop();
  world = undefined;
});

it(
  'whatever goes wrong with the store, nothing acknowledged is lost and no deletion forgotten',
  async () => {
    world = await FaultWorld.start('s3', seed, 1);
    for (const fault of storeFaults) {
      await world.breakStore(fault);
      await world.check();
    }
    await expectWhole(world);
  },
  faultsTimeoutMs,
);
