import { Turns } from '../../src/concurrency.js';

/** Work that ends when it is told to. */
function pieceOfWork(started: string[], name: string) {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = reject;
  });
  const work = () => {
    started.push(name);
    return done;
  };
  return { work, end, fail };
}

/** Lets everything run that waits for nothing from outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('let so many run at one time, and the others in the order in which they came', async () => {
    const turns = new Turns(2);
    const started: string[] = [];
    const pieces = ['a', 'b', 'c', 'd'].map((name) => pieceOfWork(started, name));
    const results = Promise.all(pieces.map(({ work }) => turns.run(work)));
    await settle();
    expect(started).toEqual(['a', 'b']);
    pieces[1].end();
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    for (const { end } of pieces) end();
    expect(await results).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go on behind work that failed', async () => {
    const turns = new Turns(1);
    const started: string[] = [];
    const [first, second] = ['a', 'b'].map((name) => pieceOfWork(started, name));
    const failing = turns.run(first.work);
    const waiting = turns.run(second.work);
    first.fail(new Error('gone wrong'));
    second.end();
    await expect(failing).rejects.toThrow('gone wrong');
    expect(await waiting).toBe('b');
  });
});
