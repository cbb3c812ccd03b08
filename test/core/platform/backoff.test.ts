import assert from 'node:assert/strict';
import { type Backoff, backoffMs } from '../../../core/platform/index.ts';

describe('pauses that grow', () => {
  const pauses: Backoff = { firstMs: 1000, longestMs: 10_000 };

  it('double from the first to the longest, and stay there', () => {
    const whole = [1, 2, 3, 4, 5, 1000, Number.MAX_SAFE_INTEGER].map((failures) =>
      backoffMs(pauses, failures, 1),
    );
    assert.deepEqual(whole, [1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
    // Before the first failure there is nothing shorter.
    assert.equal(backoffMs(pauses, 0, 1), 1000);
  });

  it('chance takes away as much as it may, a half unless told', () => {
    assert.equal(backoffMs(pauses, 2, 0), 1000);
    assert.equal(backoffMs(pauses, 2, 0.5), 1500);
    assert.equal(backoffMs({ ...pauses, jitter: 0.25 }, 2, 0), 1500);
    assert.equal(backoffMs({ ...pauses, jitter: 0 }, 2, 0), 2000);
    assert.equal(backoffMs({ ...pauses, jitter: 1 }, 9, 0), 0);
  });
});
