import { isMainThread, type Worker } from 'node:worker_threads';

/**
 * Loaded into a service by `NODE_OPTIONS=--import`: ends one of its worker threads, whatever that is doing, each
 * time the process gets SIGUSR2. From outside a process no single thread of it can be killed.
 */
if (isMainThread) {
  const threads = new Set<Worker>();
  process.on('worker', (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  });
  process.on('SIGUSR2', () => {
    const [oldest] = threads;
    void oldest?.terminate();
  });
}
