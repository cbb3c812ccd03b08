import assert from 'node:assert/strict';
import type { JournalChoices } from '../../core/options/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade, freshId } from '../support/options-world.ts';

interface Page {
  items: {
    tag: string;
    realised_pnl: number | null;
    operator_notes: string | null;
    regime_context: unknown;
  }[];
  page: number;
  page_size: number;
  total: number;
}

describe('the journal of options over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ clock: { now: () => new Date('2026-06-15T10:00:00.000Z') } });
    owner = await world.signedIn('owner');
    const { rejected } = await world.core.options.ingest(owner.userId, [
      closedTrade('one', '2026-06-10T05:00:00Z', { regime: { name: 'RANGE', atr: 12 } }),
      closedTrade('two/of.two', '2026-06-11T05:00:00Z', { mode: 'SHADOW', exit: null, costs: null }),
      closedTrade('three', '2026-06-12T05:00:00Z', { mode: 'DRY_RUN', strategy: 'other' }),
      {
        id: freshId('battle'),
        kind: 'strategy_battle',
        at: '2026-06-15T04:00:00Z',
        chosen: 'a',
        regime: 'RANGE',
        candidates: [{ strategy: 'a', score: 0.5 }],
      },
      {
        id: freshId('analysis'),
        kind: 'market_analysis',
        at: '2026-06-15T03:30:00Z',
        underlying: 'NIFTY',
        horizon_at: '2026-06-15T10:00:00Z',
        probability_up: 0.6,
        verdict: 'BULLISH',
        sentiment: 0.3,
      },
    ]);
    assert.deepEqual(rejected, []);
  });
  after(() => world.close());

  it('portfolio/Option endpoints: the journal by page and filter; an unknown filter is refused', async () => {
    const { status, body } = await owner.get<Page>('/api/journal?page=2&page_size=1');
    assert.deepEqual([status, body.items.map(({ tag }) => tag), body.total], [200, ['two/of.two'], 3]);
    assert.equal(body.items[0]?.realised_pnl, null);
    const [last] = (await owner.get<Page>('/api/journal?mode=LIVE')).body.items;
    assert.deepEqual(last?.regime_context, { name: 'RANGE', atr: 12 });
    const only = await owner.get<Page>(
      '/api/journal?strategy=other&exit_reason=PROFIT_TARGET&date=2026-06-12',
    );
    assert.deepEqual(
      only.body.items.map(({ tag }) => tag),
      ['three'],
    );
    for (const query of [
      'colour=red',
      'date=yesterday',
      'mode=ALL',
      'page_size=201',
      'page=0',
      'date=2026-06-12&to=2026-06-13',
      'from=2026-06-12&to=2026-06-11',
    ])
      assert.equal((await owner.get(`/api/journal?${query}`)).status, 422, query);
  });

  it('what the journal can be narrowed to, whatever page is shown', async () => {
    const { body } = await owner.get<JournalChoices>('/api/options/journal/choices');
    assert.deepEqual(body, { strategies: ['other', 'short_put'], exit_reasons: ['PROFIT_TARGET'] });
    const stranger = await world.signedIn('stranger');
    const theirs = await stranger.get<JournalChoices>('/api/options/journal/choices');
    assert.deepEqual(theirs.body, { strategies: [], exit_reasons: [] });
  });

  it('a page that is kept is never older than what was reported last', async () => {
    const total = async () => (await owner.get<Page>('/api/journal?strategy=kept')).body.total;
    assert.deepEqual([await total(), await total()], [0, 0]);
    await world.core.options.ingest(owner.userId, [
      closedTrade('kept', '2026-06-12T05:00:00Z', { mode: 'SHADOW', strategy: 'kept' }),
    ]);
    assert.equal(await total(), 1);
  });

  it('portfolio/Option endpoints: a trade’s story by its tag, whatever signs are in it', async () => {
    const answer = await owner.get<{ tag: string; reasons: Record<string, string> }>(
      `/api/journal/${encodeURIComponent('two/of.two')}`,
    );
    assert.deepEqual([answer.status, answer.body.tag], [200, 'two/of.two'], answer.text);
    assert.match(answer.body.reasons['realised_pnl'] ?? '', /no exit price\. The costs were not reported\./);
    const missing = await owner.get<{ code: string }>('/api/journal/nothing');
    assert.deepEqual([missing.status, missing.body.code], [404, 'JOURNAL_NOT_FOUND']);
  });

  it('portfolio/Option endpoints: a note is written, read back and deleted; a wrong one is refused', async () => {
    const patch = async (tag: string, body: unknown) =>
      await owner.request<{ operator_notes: string | null; code?: string }>(
        'PATCH',
        `/api/journal/${tag}/notes`,
        { body },
      );
    const saved = await patch('one', { notes: 'Held too long.' });
    assert.deepEqual([saved.status, saved.body.operator_notes], [200, 'Held too long.'], saved.text);
    const { body } = await owner.get<Page>('/api/journal?mode=LIVE');
    assert.equal(body.items[0]?.operator_notes, 'Held too long.');
    assert.equal((await patch('one', { notes: '' })).body.operator_notes, null);
    for (const wrong of [
      {},
      { notes: 5 },
      { notes: 'x'.repeat(4_001) },
      { notes: 'a\u0000b' },
      { notes: 'x', more: 1 },
    ])
      assert.equal((await patch('one', wrong)).status, 422, JSON.stringify(wrong).slice(0, 40));
    assert.equal((await patch('one', { notes: 'x'.repeat(4_000) })).status, 200);
    const missing = await patch('nothing', { notes: 'x' });
    assert.deepEqual([missing.status, missing.body.code], [404, 'JOURNAL_NOT_FOUND']);
  });

  it('portfolio/Option endpoints: the history has LIVE and DRY_RUN, or one of them, and never SHADOW', async () => {
    const tags = async (query: string) => {
      const { status, body } = await owner.get<Page>(`/api/trades/history/page${query}`);
      assert.equal(status, 200);
      return [body.total, ...body.items.map(({ tag }) => tag)];
    };
    assert.deepEqual(await tags(''), [2, 'three', 'one']);
    assert.deepEqual(await tags('?dry_run=true'), [1, 'three']);
    assert.deepEqual(await tags('?dry_run=false'), [1, 'one']);
    assert.deepEqual(await tags('?strategy=short_put&dry_run=true'), [0]);
    for (const query of ['?mode=SHADOW', '?dry_run=perhaps', '?page_size=201'])
      assert.equal((await owner.get(`/api/trades/history/page${query}`)).status, 422, query);
  });

  it('portfolio/Option endpoints: the log of choices, their summary, and sentiment', async () => {
    const log = await owner.get<{ date: string; total: number }>('/api/battle/log?date=2026-06-15');
    assert.deepEqual([log.status, log.body.date, log.body.total], [200, '2026-06-15', 1]);
    const summary = await owner.get<{ days: { strategies: { strategy: string; chosen: number }[] }[] }>(
      '/api/battle/summary',
    );
    assert.deepEqual([summary.status, summary.body.days[0]?.strategies[0]?.chosen], [200, 1]);
    const latest = await owner.get<{ items: { sentiment: number }[] }>('/api/sentiment/latest');
    assert.deepEqual([latest.status, latest.body.items.map(({ sentiment }) => sentiment)], [200, [0.3]]);
    const history = await owner.get<Page>('/api/sentiment/history?underlying=NIFTY');
    assert.deepEqual([history.status, history.body.total], [200, 1]);
    for (const path of [
      '/api/battle/log?date=today',
      '/api/sentiment/history?from=2026-06-12&to=2026-06-11',
      '/api/battle/summary?date=2026-06-15',
    ])
      assert.equal((await owner.get(path)).status, 422, path);
  });
});
