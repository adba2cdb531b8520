import { parseArgs } from 'node:util';
import { storeFaults } from '../support/faults/faulty-s3.js';
import { FaultWorld } from '../support/faults/fault-world.js';

/**
 * `npm run bench:faults -- [--kills 200] [--others 40] [--seed 1]`: kills the service in the middle of intake,
 * edits, classification, normalization and deletion, and kills PostgreSQL and vision threads and breaks the store;
 * after each fault everything acknowledged must be whole and nothing left waiting, and after the sweeps no file
 * be without its row. Exits 0 only then.
 */

/** A sweep after so many faults. */
const sweepEach = 20;
/** The embedded PostgreSQL gives up after more than five deaths within a minute, as a broken one would have. */
const postgresPauseMs = 12_500;
const problemsShown = 20;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    others: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

interface Series {
  name: string;
  store: 'disk' | 's3';
  faults: number;
  strike(world: FaultWorld, index: number): Promise<void>;
  /** Faults follow each other no faster, ms. */
  pauseMs?: number;
}

const others = Number(values.others);
const series: Series[] = [
  {
    name: 'service killed, files on disk',
    store: 'disk',
    faults: Number(values.kills),
    strike: (world) => world.killService(),
  },
  {
    name: 'service killed, files in S3',
    store: 's3',
    faults: Math.ceil(others / 4),
    strike: (world) => world.killService(),
  },
  {
    name: 'PostgreSQL killed',
    store: 'disk',
    faults: Math.ceil(others / 4),
    strike: (world) => world.killPostgres(),
    pauseMs: postgresPauseMs,
  },
  { name: 'vision thread killed', store: 'disk', faults: others, strike: (world) => world.killThread() },
  ...storeFaults.map((fault): Series => ({
    name: `store ${fault}`,
    store: 's3',
    faults: Math.ceil(others / 4),
    strike: (world) => world.breakStore(fault),
  })),
];

/** Threads for pictures, so that one goes on where another is killed. */
const threads = 2;

async function run({ store, faults, strike, pauseMs = 0 }: Series): Promise<string[]> {
  const world = await FaultWorld.start(store, Number(values.seed), threads);
  const start = performance.now();
  let survived = 0;
  try {
    for (let index = 0; index < faults; index++) {
      const begun = performance.now();
      const known = world.problems.length;
      await strike(world, index);
      await world.check();
      if (world.problems.length === known) survived++;
      if (index % sweepEach === sweepEach - 1) await world.sweep();
      await new Promise((resolve) => setTimeout(resolve, begun + pauseMs - performance.now()));
    }
    await world.check({ all: true });
    await world.sweep();
    const { problems, acknowledged, swept } = world;
    for (const problem of problems.slice(0, problemsShown)) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    return [faults, survived, acknowledged, swept, problems.length, seconds].map(String);
  } finally {
    await world.stop();
  }
}

console.log(
  '| fault | made | survived | requests acknowledged | files swept | problems | s |\n|---|---|---|---|---|---|---|',
);
for (const one of series.filter(({ faults }) => faults > 0))
  console.log(`| ${one.name} | ${(await run(one)).join(' | ')} |`);
