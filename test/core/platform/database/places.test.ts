import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPlaces } from '../../../../core/platform/database/places.ts';
import { NoAnswer, Overloaded } from '../../../../core/platform/database/unavailable.ts';

type Kind = 'request' | 'report' | 'long' | 'job';
const LONG = 60_000;

describe('places of a pool', () => {
  /** Records the order of entries. */
  const world = (most: number, now?: () => number) => {
    const places = createPlaces(most, now);
    const inside: { kind: Kind; leave: () => void }[] = [];
    const come = (kind: Kind, withinMs = LONG): Promise<void> =>
      places.enter(kind, withinMs).then((leave) => void inside.push({ kind, leave }));
    const leave = async (kind: Kind): Promise<void> => {
      const at = inside.findIndex((one) => one.kind === kind);
      inside.splice(at, 1)[0]?.leave();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { places, inside, come, leave, kinds: () => inside.map(({ kind }) => kind) };
  };

  it('reports and imports leave one place to quick answers, and jobs one more to them', async () => {
    const { places, come, kinds } = world(3);
    for (const kind of ['job', 'job', 'report', 'long', 'report'] as const) void come(kind);
    await come('request');
    assert.deepEqual(kinds(), ['job', 'report', 'request']);
    assert.equal(places.waiting, 3);
  });

  it('a quick answer enters before slow work that waited longer, and a report before a job', async () => {
    const { come, leave, kinds } = world(1);
    await come('report');
    const order: string[] = [];
    for (const kind of ['job', 'report', 'request'] as const) void come(kind).then(() => order.push(kind));
    await leave('report');
    await leave('request');
    await leave('report');
    assert.deepEqual(order, ['request', 'report', 'job']);
    assert.deepEqual(kinds(), ['job']);
  });

  it('slow work that has a place takes the one it leaves to quick answers, so that it never waits for itself', async () => {
    const { places, come } = world(2);
    await come('long');
    const second = await places.enter('long', LONG, true);
    void come('request');
    assert.equal(places.waiting, 1);
    second();
    assert.equal(places.waiting, 0);
  });

  it('what would wait longer than it may is refused at once; the others keep their place in the queue', async () => {
    let ms = 0;
    const { places, come, leave } = world(1, () => ms);
    const held = async (kind: Kind, forMs: number) => {
      ms += forMs;
      await leave(kind);
    };
    // Most uses take 100 ms; one long use changes nothing.
    for (let nr = 0; nr < 15; nr += 1) {
      await come('request');
      await held('request', nr === 3 ? 60_000 : 100);
    }
    await come('request');
    const waiting = Array.from({ length: 10 }, () => come('request', 999));
    await assert.rejects(come('request', 999), Overloaded);
    // A report would wait for all of them.
    await assert.rejects(come('report', 999), Overloaded);
    const patient = come('report', 2000);
    assert.equal(places.waiting, 11);
    for (let nr = 0; nr < 11; nr += 1) await held('request', 100);
    await Promise.all([...waiting, patient]);
  });

  it('thousands of short uses wait where they are served in time', async () => {
    let ms = 0;
    const { come, leave } = world(3, () => ms);
    for (let nr = 0; nr < 15; nr += 1) {
      await come('request');
      ms += 2;
      await leave('request');
    }
    // 2 ms each over 3 places: 2,000 of them take 1.3 s.
    const all = Array.from({ length: 2003 }, () => come('request', 3500));
    for (let nr = 0; nr < 2003; nr += 1) await leave('request');
    await Promise.all(all);
  });

  it('a fresh process refuses no request early, because its slow first uses are too few to estimate a wait', async () => {
    let ms = 0;
    const { come, leave, places } = world(2, () => ms);
    const all = Array.from({ length: 50 }, () => come('request', 3500));
    await new Promise((resolve) => setImmediate(resolve));
    for (let nr = 0; nr < 14; nr += 1) {
      ms += 300;
      await leave('request');
    }
    all.push(come('request', 3500));
    assert.equal(places.waiting, 35);
    for (let nr = 0; nr < 37; nr += 1) await leave('request');
    await Promise.all(all);
  });

  it('a process that was busy itself looks at answers that have come before it refuses', async () => {
    const { come, leave } = world(1);
    await come('request');
    const timedOut = come('request', 1);
    const end = performance.now() + 40;
    while (performance.now() < end);
    await leave('request');
    await timedOut;
  });

  it('a wait that times out says why: other work had the connections, or the database was silent', async () => {
    const { places, come, leave } = world(1);
    await come('request');
    await assert.rejects(come('request', 1), Overloaded);
    const waiting = come('request', 1);
    places.noteSilence();
    await assert.rejects(waiting, NoAnswer);
    assert.equal(places.waiting, 0);
    // It has left the queue: the place is free for the next.
    await leave('request');
    await come('request');
  });

  it('uses that ended with a silent database are no measure of the next ones, nor is the age of those under way', async () => {
    let ms = 0;
    const { places, come, leave } = world(1, () => ms);
    for (let nr = 0; nr < 40; nr += 1) {
      await come('request');
      ms += nr < 15 ? 1 : 3500;
      if (nr >= 15) places.noteSilence();
      await leave('request');
    }
    await come('request');
    ms += 60_000;
    const waiting = Array.from({ length: 100 }, () => come('request', 999));
    assert.equal(places.waiting, 100);
    for (let nr = 0; nr < 100; nr += 1) await leave('request');
    await Promise.all(waiting);
  });

  it('in any order of arrivals, no rank takes the place of a more urgent one, and all are served', async () => {
    const kind = fc.constantFrom<Kind>('request', 'report', 'long', 'job');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(kind, fc.boolean())),
        async (most, steps) => {
          const { places, inside, come, leave, kinds } = world(most);
          for (const [next, isLeaving] of steps) {
            void come(next);
            if (isLeaving && inside[0] !== undefined) await leave(inside[0].kind);
            const slow = kinds().filter((one) => one !== 'request').length;
            const jobs = kinds().filter((one) => one === 'job').length;
            assert.ok(
              inside.length <= most && slow <= Math.max(1, most - 1) && jobs <= Math.max(1, most - 2),
            );
          }
          await new Promise((resolve) => setImmediate(resolve));
          while (inside[0] !== undefined) await leave(inside[0].kind);
          assert.equal(places.waiting, 0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
