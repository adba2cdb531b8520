import type { FaultWorld } from './fault-world.js';

/** A world with its faults may take so long, ms. */
export const faultsTimeoutMs = 480_000;

/** Asserts that everything is whole in the end, and that operators have got something done. */
export async function expectWhole(world: FaultWorld): Promise<void> {
  await world.check({ all: true });
  await world.sweep();
  expect(world.problems).toEqual([]);
  expect(world.acknowledged).toBeGreaterThan(0);
}
