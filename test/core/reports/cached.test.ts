import assert from 'node:assert/strict';
import { type Cached, createCached } from '../../../core/reports/cached.ts';
import { heldClock, type HeldClock } from '../../support/core.ts';
import type { Database } from '../../../core/platform/index.ts';
import { freshnessOf, type ValuedHolding } from '../../../core/portfolio/valuation/index.ts';

describe('reports that are kept', () => {
  let revisions: Record<string, string>;
  let prices: string;
  let session: string;
  let clock: HeldClock;
  let database: Database;
  let cached: Cached;
  let computed: string[];
  const compute = async (userId: string, query: { portfolio?: string | null; from?: string }) => {
    computed.push(`${userId} ${query.portfolio ?? 'all'}`);
    await Promise.resolve();
    return { count: computed.length, none: null };
  };
  beforeEach(() => {
    revisions = { a: '1', b: '1' };
    // 23:29 in India.
    clock = heldClock('2026-03-02T17:59:00.000Z');
    database = {
      revision: async (userId: string) => revisions[userId] ?? '0',
    } as Partial<Database> as Database;
    prices = '1';
    session = 'open';
    cached = createCached({ database, clock }, parts);
    computed = [];
  });
  const parts: Parameters<typeof createCached>[1] = {
    readUndecided: async () => [],
    readMarketState: async (of) => of.map((part) => (part === 'prices' ? prices : 'registry')).join(' '),
    sessions: { stateAt: () => session },
  };

  it('works out a question once while nothing changes, for objects and for text', async () => {
    const report = cached('performance', compute);
    const first = await report.read('a', { portfolio: 'P' });
    assert.equal(await report.read('a', { from: undefined, portfolio: 'P' } as never), first);
    assert.equal(String(await report.readJson('a', { portfolio: 'P' })), '{"count":1,"none":null}');
    assert.deepEqual(computed, ['a P']);
  });

  it('keeps persons, reports and questions apart', async () => {
    const report = cached('performance', compute);
    const other = cached('risk', compute);
    await report.read('a', {});
    await report.read('b', {});
    await report.read('a', { portfolio: 'P' });
    await other.read('a', {});
    assert.deepEqual(computed, ['a all', 'b all', 'a P', 'a all']);
  });

  it('a change of the person or of the market, a session and the next day make it anew; a change of another person and an hour do not', async () => {
    const report = cached('performance', compute);
    const isMadeAnew = async (change: () => void): Promise<boolean> => {
      await report.read('a', {});
      const before = computed.length;
      change();
      await report.read('a', {});
      return computed.length > before;
    };
    assert.equal(await isMadeAnew(() => (revisions['b'] = '2')), false);
    assert.equal(await isMadeAnew(() => (revisions['a'] = '2')), true);
    assert.equal(await isMadeAnew(() => (prices = '2')), true);
    clock.at = new Date('2026-03-02T08:00:00.000Z');
    assert.equal(await isMadeAnew(() => clock.pass(120)), false);
    assert.equal(
      await isMadeAnew(() => {
        session = 'over';
        clock.pass(1);
      }),
      true,
    );
    // Midnight in India, a quarter of a minute later.
    clock.at = new Date('2026-03-02T18:29:45.000Z');
    assert.equal(await isMadeAnew(() => (clock.at = new Date('2026-03-02T18:30:00.000Z'))), true);
  });

  it('market data and sessions leave a report alone that does not rest on them, and the minute only makes anew what says so', async () => {
    const [snapshots, activity] = [cached('snapshots', compute), cached('activity', compute)];
    for (const change of [() => (prices = '2'), () => (session = 'over'), () => clock.pass(1)]) {
      change();
      await snapshots.read('a', {});
      await activity.read('a', {});
    }
    assert.equal(computed.length, 3, 'snapshots once, activity again after the minute');
  });

  it('is made anew in the millisecond in which a price that it shows goes stale, as an object and as text', async () => {
    clock.at = new Date('2026-03-02T08:00:00.000Z');
    const priced = clock.now();
    const shown = () =>
      freshnessOf(
        [{ price: 1n, pricedAt: priced, age: null } as Partial<ValuedHolding> as ValuedHolding],
        clock.now(),
      );
    const of = (name: 'performance' | 'goal-scenario', view: () => object) =>
      cached(name, async () => {
        computed.push(name);
        return view();
      });
    const reports = [
      of('performance', () => ({ freshness: shown() })),
      of('goal-scenario', () => ({ progress: { freshness: shown() } })),
    ];
    const ask = async () => {
      for (const report of reports) {
        await report.readJson('a', {});
        await report.read('a', {});
      }
    };
    await ask();
    clock.pass(30);
    await ask();
    assert.equal(computed.length, 2);
    clock.at = new Date(clock.at.getTime() + 1);
    await ask();
    assert.equal(computed.length, 4);
    clock.pass(60);
    await ask();
    assert.equal(computed.length, 4, 'stale for good');
  });

  it('a freshness that came as a copy is good for a minute', async () => {
    const report = cached('networth', async () => ({ freshness: {}, count: computed.push('') }));
    await report.read('a', {});
    clock.pass(0.9);
    await report.read('a', {});
    assert.equal(computed.length, 1);
    clock.pass(0.1);
    await report.read('a', {});
    assert.equal(computed.length, 2);
  });

  it('twenty at once wait for one computation; a failure is told to all of them and not kept', async () => {
    let isBroken = true;
    const report = cached('performance', async (userId: string, query: Record<string, never>) => {
      const view = await compute(userId, query);
      if (isBroken) throw new Error('no');
      return view;
    });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => report.read('a', {})));
    assert.ok(all.every(({ status }) => status === 'rejected'));
    assert.equal(computed.length, 1);
    isBroken = false;
    const views = await Promise.all(Array.from({ length: 20 }, () => report.read('a', {})));
    assert.equal(computed.length, 2);
    assert.ok(views.every((view) => view === views[0]));
  });

  it('keeps no more than it has room for', async () => {
    const small = createCached({ database, clock }, parts, 20_000);
    const report = small('export', async (userId: string, { from }: { from: string }) => {
      computed.push(`${userId} ${from}`);
      return 'x'.repeat(5000);
    });
    // Three of 5,000 characters fit into 20,000 bytes with what each takes besides; the first gives way to the fourth.
    for (const from of ['1', '2', '3', '4', '4', '3']) await report.read('a', { from });
    assert.equal(computed.length, 4);
    await report.read('a', { from: '1' });
    assert.equal(computed.length, 5);
  });
});
