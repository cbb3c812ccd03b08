import assert from 'node:assert/strict';
import { createArrivalTracker } from '../../api/arrival-tracker.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets a connection in with each of so many turns of the event loop. @returns after which of them the request went on. */
async function turnsUntil(settled: Promise<void>, arrivals: { note(): void }, most: number): Promise<number> {
  let isOver = false;
  void settled.then(() => (isOver = true));
  for (let at = 0; at < most; at += 1) {
    if (isOver) return at;
    arrivals.note();
    await turn();
  }
  for (let at = most; ; at += 1) {
    if (isOver) return at;
    await turn();
  }
}

describe('connections are let in before the requests of others', () => {
  it('a request waits while each turn of the loop brings another connection, and no longer', async () => {
    const arrivals = createArrivalTracker({ now: () => 0 });
    assert.equal(arrivals.settled(), null, 'nobody came');
    arrivals.note();
    const settled = arrivals.settled();
    assert.ok(settled);
    assert.equal(arrivals.settled(), settled, 'all wait together');
    const turns = await turnsUntil(settled, arrivals, 50);
    assert.ok(turns >= 50 && turns < 55, String(turns));
    assert.equal(arrivals.settled(), null, 'those that were let in meanwhile are known');
  });

  it('whoever connects without end holds nobody up for long, and then not again at once', async () => {
    let now = 0;
    const arrivals = createArrivalTracker({ now: () => (now += 10) });
    arrivals.note();
    const first = arrivals.settled();
    assert.ok(first);
    assert.ok((await turnsUntil(first, arrivals, 1000)) < 100);
    arrivals.note();
    assert.equal(arrivals.settled(), null);
    now += 2000;
    const later = arrivals.settled();
    assert.ok(later);
    await later;
  });
});
