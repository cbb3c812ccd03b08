import assert from 'node:assert/strict';
import fc from 'fast-check';
import pg from 'pg';
import {
  createLimiter,
  createLog,
  createSharedLimits,
  type SharedLimits,
} from '../../../core/platform/index.ts';
import { paceOf } from '../../../core/platform/shared-limits.ts';
import { testCore, type TestCore } from '../../support/core.ts';

describe('limits shared between processes', () => {
  let world: TestCore;
  let pools: pg.Pool[];
  let processes: SharedLimits[];
  before(async () => {
    world = await testCore();
    pools = [1, 2].map(() => new pg.Pool({ connectionString: world.core.database.urls.ownerUrl, max: 4 }));
    processes = pools.map((pool) => createSharedLimits(pool, createLog('silent')));
  });
  after(async () => {
    for (const pool of pools) await pool.end();
    await world.close();
  });

  /** How many of the times lie in the fullest window of that length, its end left out. */
  const most = (times: number[], windowMs: number): number =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));

  it('Limits: whatever comes when, no window of time sees more than its count', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 120 }),
        (count, gaps) => {
          const { stepMs, toleranceMs } = paceOf({ count, withinMs: 1000 });
          let now = 0;
          let next = 0;
          const begun = gaps.map((gap) => {
            now += gap;
            next = Math.max(next, now) + stepMs;
            return Math.max(now, next - stepMs - toleranceMs);
          });
          // a hair less than the window: the sums of doubles are not exact
          assert.ok(most(begun, 999.999) <= count);
        },
      ),
    );
  });

  it('Limits: two processes together begin no more than one may', async () => {
    const begun: number[] = [];
    const work = async () => void begun.push(performance.now());
    const limiters = processes.map((one) => one.of('broker of a test', { concurrent: 4, perSecond: 20 }));
    await Promise.all(limiters.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.run(work))));
    assert.equal(begun.length, 40);
    // 40 at 20 a second take more than a second; timers may wake a few milliseconds late
    assert.ok(most(begun, 990) <= 20, `${most(begun, 990)} within a second`);
    const [first = 0] = begun;
    assert.ok((begun.at(-1) ?? 0) - first > 1000);
  });

  it('Limits: one key does not wait for another, and the first one begins at once', async () => {
    const limiter = processes[0]?.of('nobody asked this before', { concurrent: 1, perSecond: 1 });
    const from = performance.now();
    await limiter?.run(() => Promise.resolve());
    assert.ok(performance.now() - from < 500);
  });

  it('Limits: a system that asked one process for quiet has it from all', async () => {
    const [one, other] = processes.map((limits) =>
      limits.of('asks for quiet', { concurrent: 2, perSecond: 50 }),
    );
    one?.pause(400);
    // the word goes to the other processes through the database
    await new Promise((resolve) => setTimeout(resolve, 100));
    const from = performance.now();
    await other?.run(() => Promise.resolve());
    assert.ok(performance.now() - from > 200, `${performance.now() - from} ms`);
  });

  it('Limits: who is not waited for any longer leaves the queue', async () => {
    const limiter = processes[0]?.of('slow one', { concurrent: 1, perSecond: 1 });
    await limiter?.run(() => Promise.resolve());
    const left = new Error('left');
    await assert.rejects(
      async () => await limiter?.run(() => Promise.resolve(), AbortSignal.abort(left)),
      left,
    );
  });

  it('Limits: so many a minute, beside so many a second', async () => {
    const at = { now: 0 };
    const limiter = createLimiter(
      { concurrent: 1, perSecond: 2, perMinute: 3 },
      { now: () => at.now, sleep: (ms) => Promise.resolve(void (at.now += ms)) },
    );
    const begun: number[] = [];
    for (let n = 0; n < 5; n += 1) await limiter.run(() => Promise.resolve(void begun.push(at.now)));
    // two at once, the third a second later, then the minute is full until the first ones have left it
    assert.deepEqual(begun, [0, 0, 1000, 60_000, 60_000]);
  });
});
