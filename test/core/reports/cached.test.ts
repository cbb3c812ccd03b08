import assert from 'node:assert/strict';
import { type Cached, createCached } from '../../../core/reports/cached.ts';
import { heldClock, type HeldClock } from '../../support/core.ts';
import type { Database } from '../../../core/platform/index.ts';

describe('reports that are kept', () => {
  let revisions: Record<string, string>;
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
    cached = createCached({ database, clock }, async () => []);
    computed = [];
  });

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

  it('a change of the person, the next day and a minute make it anew; a change of another person does not', async () => {
    const report = cached('performance', compute);
    await report.read('a', {});
    revisions['b'] = '2';
    await report.read('a', {});
    assert.equal(computed.length, 1);
    revisions['a'] = '2';
    await report.read('a', {});
    assert.equal(computed.length, 2);
    clock.pass(1);
    await report.read('a', {});
    assert.equal(computed.length, 3);
    // Midnight in India, half a minute later.
    clock.at = new Date('2026-03-02T18:29:45.000Z');
    await report.read('a', {});
    assert.equal(computed.length, 4);
    clock.at = new Date('2026-03-02T18:30:00.000Z');
    await report.read('a', {});
    assert.equal(computed.length, 5);
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
    const small = createCached({ database, clock }, async () => [], 20_000);
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
