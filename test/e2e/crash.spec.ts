import { expectWhole, faultsTimeoutMs } from '../support/faults/expect-whole.js';
import { FaultWorld } from '../support/faults/fault-world.js';

/** `npm run bench:faults` makes hundreds. */
const kills = 3;
const seed = 53;

let world: FaultWorld | undefined;

afterEach(async () => {
  await world?.stop();
  world = undefined;
});

it(
  'whenever the service is killed, all that it acknowledged is there after the next start, and nothing else',
  async () => {
    world = await FaultWorld.start('disk', seed, 1);
    for (let kill = 0; kill < kills; kill++) {
      await world.killService();
      await world.check();
    }
    await expectWhole(world);
  },
  faultsTimeoutMs,
);
