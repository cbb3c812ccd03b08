import assert from 'node:assert/strict';
import fc from 'fast-check';
import pg from 'pg';
import {
  createLimiter,
  createLog,
  createSharedLimits,
  type SharedLimits,
  survivesLostConnections,
  type Timers,
} from '../../../../core/platform/index.ts';
import { paceOf } from '../../../../core/platform/http/shared-limits.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

describe('limits shared between processes', () => {
  let world: TestCore;
  let pools: pg.Pool[];
  let processes: SharedLimits[];
  /** What was waited for, in milliseconds: the time of Postgres stands still, and nobody really waits. */
  let slept: number[];
  const timers: Timers = { now: () => 0, sleep: async (ms) => void slept.push(ms) };
  before(async () => {
    world = await testCore();
    const { ownerUrl } = world.core.database.urls;
    const admin = new pg.Client({ connectionString: ownerUrl });
    await admin.connect();
    // Found before the one of Postgres by whoever puts this schema first.
    await admin.query(`create schema held;
      create function held.clock_timestamp() returns timestamptz language sql
        as $$ select timestamptz '2026-03-02 06:00:00Z' $$`);
    await admin.end();
    const options = '-c search_path=held,pg_catalog';
    pools = [1, 2].map(() => new pg.Pool({ connectionString: ownerUrl, options, max: 4 }));
    for (const pool of pools) survivesLostConnections(pool);
    processes = pools.map((pool) => createSharedLimits(pool, createLog('silent'), timers));
  });
  beforeEach(() => {
    slept = [];
  });
  after(async () => {
    for (const pool of pools) await pool.end();
    await world.close();
  });
  const nothing = () => Promise.resolve();

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
    let begun = 0;
    const work = async () => void (begun += 1);
    const limiters = processes.map((one) => one.of('broker of a test', { concurrent: 4, perSecond: 20 }));
    await Promise.all(limiters.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.run(work))));
    assert.equal(begun, 40);
    // Who did not wait begins at once: 6, a share of 0.3. The others follow at a pace of 1000 / 15 ms, in all 34 × 66.7.
    // Postgres counts whole microseconds, so that a wait may be a few of them too long.
    const waits = slept.filter((ms) => ms > 0.1).toSorted((a, b) => a - b);
    assert.equal(waits.length, 34);
    const times = [...Array.from({ length: 6 }, () => 0), ...waits];
    assert.ok(most(times, 999.9) <= 20, `${most(times, 999.9)} within a second`);
    assert.ok(Math.abs((times.at(-1) ?? 0) - 34 * (1000 / 15)) < 0.1, `${times.at(-1)} ms`);
  });

  it('Limits: one key does not wait for another, and the first one begins at once', async () => {
    const [one, other] = processes;
    const rate = { concurrent: 1, perSecond: 1 };
    await one?.of('busy', rate).run(nothing);
    assert.deepEqual(slept, []);
    await other?.of('busy', rate).run(nothing);
    assert.deepEqual(slept, [1000]);
    await other?.of('nobody asked this before', rate).run(nothing);
    assert.deepEqual(slept, [1000]);
  });

  it('Limits: a system that asked one process for quiet has it from all', async () => {
    const [one, other] = processes.map((limits) =>
      limits.of('asks for quiet', { concurrent: 2, perSecond: 50 }),
    );
    one?.pause(400);
    // The word goes to the other processes through the database.
    await eventually('the word in the database', async () => {
      const { rowCount } = await world.core.database.systemPool.query(
        "select from platform.rate_slots where key like 'asks for quiet%'",
      );
      return rowCount === 1 ? true : null;
    });
    await other?.run(nothing);
    assert.deepEqual(slept.map(Math.round), [400]);
  });

  it('Limits: who is not waited for any longer leaves the queue', async () => {
    const limiter = processes[0]?.of('slow one', { concurrent: 1, perSecond: 1 });
    await limiter?.run(nothing);
    const left = new Error('left');
    await assert.rejects(async () => await limiter?.run(nothing, AbortSignal.abort(left)), left);
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
