import assert from 'node:assert/strict';
import { startResearchRuns } from '../../jobs/research-runs.ts';
import { backtest, walkingMarket } from '../support/backtests.ts';
import { eventually } from '../support/chat-driver.ts';
import { type TestCore, testCore } from '../support/core.ts';

const NEVER_MS = 1_000_000_000;

/** A worker that tells when it was asked, and whose work is ended by hand. */
function watchedWorker() {
  let asked = 0;
  const waiting: { signal: AbortSignal; end: (had: boolean | Error) => void }[] = [];
  return {
    get asked() {
      return asked;
    },
    /** Answers the oldest question: whether there was a backtest, or why it could not be looked. */
    async answer(had: boolean | Error): Promise<AbortSignal> {
      const one = await eventually('somebody to look', () => waiting.shift());
      one.end(had);
      return one.signal;
    },
    worker: {
      next: (signal: AbortSignal) =>
        new Promise<boolean>((resolve, reject) => {
          asked += 1;
          const end = (had: boolean | Error) => (had instanceof Error ? reject(had) : resolve(had));
          signal.addEventListener('abort', () => end(new Error('stopped')));
          waiting.push({ signal, end });
        }),
      close: () => Promise.resolve(),
    },
  };
}

describe('the loop that does backtests', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let world: TestCore;
  before(async () => {
    world = await testCore();
    await walkingMarket().write(world.core);
  });
  after(() => world.close());
  const create = async () =>
    (await world.core.strategies.runs.create(world.owner, backtest(), { actor: 'test' })).run_id;
  const read = async (id: string) => await world.core.strategies.runs.get(world.owner, id);
  const context = (worker: ReturnType<typeof watchedWorker>['worker']) => ({
    listener: world.core.listener,
    log: world.core.log,
    strategies: { worker },
  });

  it('does what waits at its start, and what comes later as soon as it is asked for', async () => {
    const early = await create();
    const jobs = startResearchRuns(world.core, { lookEveryMs: NEVER_MS });
    await eventually('the first', async () => (await read(early)).status === 'COMPLETED' || null);
    const late = await create();
    await eventually('the second', async () => (await read(late)).status === 'COMPLETED' || null);
    await jobs.stop();
  });

  it('goes on until none waits, and looks again when it is called meanwhile', async () => {
    const seen = watchedWorker();
    const jobs = startResearchRuns(context(seen.worker), { atOnce: 1, lookEveryMs: NEVER_MS });
    await seen.answer(true);
    await seen.answer(true);
    await eventually('the third look', () => seen.asked === 3 || null);
    // Asked for while it looks: too late for this look, perhaps.
    const heard = new Promise<void>((resolve) => {
      const off = world.core.listener.on('research_due', () => {
        off();
        resolve();
      });
    });
    await create();
    await heard;
    await seen.answer(false);
    await seen.answer(false);
    assert.equal(seen.asked, 4);
    await jobs.stop();
  });

  it('looks by itself now and then, and after a failure', async () => {
    const seen = watchedWorker();
    const jobs = startResearchRuns(context(seen.worker), { atOnce: 1, lookEveryMs: 5, restMs: 1 });
    await seen.answer(new Error('the database is away'));
    await seen.answer(false);
    await seen.answer(false);
    await jobs.stop();
  });

  it('stops in the middle of one', async () => {
    const seen = watchedWorker();
    const jobs = startResearchRuns(context(seen.worker), { atOnce: 1, lookEveryMs: NEVER_MS });
    await eventually('a look', () => seen.asked === 1 || null);
    await jobs.stop();
    assert.equal(seen.asked, 1);
  });
});
