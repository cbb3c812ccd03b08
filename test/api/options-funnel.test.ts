import assert from 'node:assert/strict';
import { blocksOf } from '../../api/dashboard/src/components/markdown/blocks.ts';
import type { DailyView, FunnelView } from '../../core/options/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade, freshId } from '../support/options-world.ts';

const AT = '/api/options/funnel';
const filtered = (at: string, mode = 'LIVE') => ({
  id: freshId('signal'),
  kind: 'signal',
  at,
  mode,
  strategy: 'iron_condor',
  outcome: 'FILTERED',
  reason: 'IV_RANK_LOW',
  detail: 'IV rank 18, needs 30',
});

describe('options funnel, days and features over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ clock: { now: () => new Date('2026-06-15T10:00:00.000Z') } });
    owner = await world.signedIn('owner');
    const { body } = await owner.post<{ rejected: unknown[] }>('/api/options/ingest', {
      records: [
        filtered('2026-06-15T05:00:00Z'),
        filtered('2026-06-12T05:00:00Z', 'DRY_RUN'),
        filtered('2026-06-15T05:00:00Z', 'SHADOW'),
        closedTrade('one', '2026-06-15T05:00:00Z'),
      ],
    });
    assert.deepEqual(body.rejected, []);
  });
  after(() => world.close());

  it('portfolio/Option endpoints: the funnel of today, of other days, and of one mode', async () => {
    const today = await owner.get<FunnelView>(AT);
    assert.equal(today.status, 200, today.text);
    assert.deepEqual(
      [today.body.from, today.body.seen, today.body.modes],
      ['2026-06-15', 1, ['LIVE', 'DRY_RUN']],
    );
    const days = await owner.get<FunnelView>(`${AT}?from=2026-06-10&to=2026-06-15`);
    assert.deepEqual(
      days.body.by_day.map(({ day, filtered: out }) => [day, out]),
      [
        ['2026-06-12', 1],
        ['2026-06-15', 1],
      ],
    );
    assert.equal((await owner.get<FunnelView>(`${AT}?mode=SHADOW`)).body.seen, 1);
    for (const query of [
      '?mode=PAPER',
      '?from=yesterday',
      '?from=2026-06-15&to=2026-06-01',
      '?from=2020-01-01',
    ])
      assert.equal((await owner.get(`${AT}${query}`)).status, 422, query);
  });

  it('portfolio/Measurement rules 5: results by day of exactly one mode', async () => {
    const { status, body } = await owner.get<DailyView>('/api/options/performance/daily?mode=LIVE');
    assert.deepEqual([status, body.days.map(({ day, net }) => [day, net])], [200, [['2026-06-15', 700]]]);
    assert.equal((await owner.get('/api/options/performance/daily')).status, 422);
  });

  it('portfolio/Option endpoints: the list of features as Markdown, all of which the dashboard can show', async () => {
    const { status, body } = await owner.get<{ markdown: string }>('/api/features');
    assert.equal(status, 200);
    assert.match(body.markdown, /^## What it does\n\n- \[Files and brokers\]\(files-and-brokers\.md\): /);
    assert.match(body.markdown, /### What it does not do\n\n(- .+\n)+\s*$/);
    const blocks = blocksOf(body.markdown);
    assert.deepEqual([...new Set(blocks.map(({ is }) => is))].toSorted(), ['heading', 'list']);
    // Every link leads to a guide in the dashboard.
    assert.doesNotMatch(body.markdown, /[<>]|#\d|\]\((?![a-z-]+\.md\))/);
  });
});
