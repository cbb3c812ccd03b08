import assert from 'node:assert/strict';
import { createLimiter, type Timers } from '../../../../core/platform/index.ts';

/** Time that passes only when somebody sleeps, and then at once. */
function heldTimers(): Timers & { at: number } {
  const sleeping: { until: number; wake: () => void }[] = [];
  const timers = {
    at: 0,
    now: () => timers.at,
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        sleeping.push({ until: timers.at + ms, wake: resolve });
        setImmediate(() => {
          sleeping.sort((a, b) => a.until - b.until);
          const next = sleeping.shift();
          if (next === undefined) return;
          timers.at = Math.max(timers.at, next.until);
          next.wake();
        });
      }),
  };
  return timers;
}

describe('limiter', () => {
  it('lets so many work at once and takes the others in the order they came', async () => {
    const limiter = createLimiter({ concurrent: 2, perSecond: 1000 });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      limiter.run(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    assert.deepEqual(begun, [0, 1]);
    ends[1]?.();
    await settle();
    assert.deepEqual(begun, [0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await settle();
    ends[3]?.();
    await Promise.all(all);
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });

  it('begins no more within any second than allowed', async () => {
    const timers = heldTimers();
    const limiter = createLimiter({ concurrent: 10, perSecond: 3 }, timers);
    const begun: number[] = [];
    await Promise.all(Array.from({ length: 8 }, () => limiter.run(async () => begun.push(timers.at))));
    // Three at once, the next three a second later, the last two after another.
    assert.deepEqual(begun, [0, 0, 0, 1000, 1000, 1000, 2000, 2000]);
  });

  it('is quiet while it was asked to be, for all', async () => {
    const timers = heldTimers();
    const limiter = createLimiter({ concurrent: 2, perSecond: 10 }, timers);
    limiter.pause(4000);
    const begun: number[] = [];
    await Promise.all([0, 1].map(() => limiter.run(async () => begun.push(timers.at))));
    assert.deepEqual(begun, [4000, 4000]);
  });

  it('gives the place back when work fails, and when one who waits goes away', async () => {
    const limiter = createLimiter({ concurrent: 1, perSecond: 1000 });
    await assert.rejects(
      limiter.run(() => Promise.reject(new Error('no'))),
      /no/,
    );
    let end: () => void = () => undefined;
    const first = limiter.run(() => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    const second = limiter.run(async () => 'second', leaving.signal);
    const third = limiter.run(async () => 'third');
    leaving.abort(new Error('left'));
    await assert.rejects(second, /left/);
    end();
    await first;
    assert.equal(await third, 'third');
  });
});
