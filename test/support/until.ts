import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;
const defaultTimeoutMs = 20_000;

/**
 * Waits until something holds; failures of the question count as no.
 * @throws Error naming what was waited for, after `timeoutMs`
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`in vain waited for: ${what}`);
    await sleep(pollMs);
  }
}
