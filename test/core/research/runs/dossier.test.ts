import assert from 'node:assert/strict';
import { type Problem } from '../../../../core/platform/index.ts';
import type { FactView } from '../../../../core/research/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../../../support/scripted-evidence.ts';

const NEVER = new AbortController().signal;

describe('the lists of a dossier', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const told = script();
  const fresh = sharedCore({ research: scriptedResearch(told), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let id: string;
  beforeEach(async () => {
    Object.assign(told, script());
    world = await fresh();
    await registerForResearch(world.core);
    const asked = { symbol: 'KAVERI', mode: 'CURRENT' };
    ({ run_id: id } = await runs().create(world.owner, 'V2', asked, { actor: 'test' }));
    await world.core.research.worker.next(NEVER);
  });
  const runs = () => world.core.research.runs;
  const facts = async (query: object = {}) => await runs().facts(world.owner, id, query);
  const idsOf = ({ items }: { items: FactView[] }) => items.map(({ fact_id }) => fact_id);
  const write = async (sql: string) =>
    await world.core.database.asSystem('rows for a test', (trx) => trx.raw(sql, [id.slice('ai-'.length)]));
  /** Closes of so many days before 1 March 2026, each an aggregator's. */
  const closes = async (count: number) =>
    await write(
      `insert into research.ai_research_facts (run_id, owner_user_id, nr, fact_id, metric, scope, period, unit, value,
         authority, label, is_validated, source_ids, locator, notes)
       select run.id, run.owner_user_id, 1000 + nr, 'close.market.' || nr, 'close', 'market',
         jsonb_build_object('key', day, 'start', null, 'end', day), 'INR/share', nr::text,
         'AGGREGATOR', 'SOURCE_REPORTED', false, '["nse_archive:closes"]', 'row', '[]'
       from research.ai_research_runs as run,
         lateral (select nr, ('2026-03-01'::date - nr)::text as day from generate_series(1, ${count}) as nr) as days
       where run.id = ?`,
    );

  it('a dossier has the beginning of each list and how many there are, and the lists go on in pages', async () => {
    await closes(5000);
    const whole = await runs().dossier(world.owner, id, { first: 200 });
    assert.deepEqual(whole.totals, {
      packets: 3,
      facts: 5004,
      conflicts: 1,
      unavailable: 0,
      refused: 0,
      failures: 1,
    });
    assert.deepEqual([whole.facts.length, whole.packets.length, whole.conflicts.length], [200, 3, 1]);
    const short = await runs().dossier(world.owner, id, { first: 0 });
    assert.deepEqual(
      [short.facts, short.packets, short.conflicts, short.failures, short.totals, short.coverage.length],
      [[], [], [], [], whole.totals, 1],
    );
    const seen = new Set<string>();
    for (let page = 1; page <= 26; page += 1) {
      const { items, total } = await facts({ page, page_size: 200 });
      assert.equal(total, 5004);
      for (const { fact_id } of items) seen.add(fact_id);
    }
    assert.equal(seen.size, 5004);
    assert.deepEqual((await facts({ page: 27, page_size: 200 })).items, []);
  });

  it('facts stand in the order of what a dossier answers, the newest first, each with its source and words', async () => {
    await closes(2);
    const all = await facts();
    assert.deepEqual(idsOf(all), [
      'revenue.consolidated.fy2020',
      'revenue.consolidated.fy2021',
      'revenue.consolidated.fy2022',
      'net_margin_pct.consolidated.fy2020',
      'close.market.1',
      'close.market.2',
    ]);
    const [revenue] = all.items;
    assert.deepEqual(
      [revenue?.family, revenue?.value, revenue?.value_text, revenue?.sources.map(({ title }) => title)],
      ['FINANCIAL_STATEMENTS', '123456789012345.67', '₹1,23,45,678.9 crore', ['Results Q1']],
    );
  });

  it('they are found by family, figure, publisher and words, and of each the newest alone', async () => {
    await closes(3);
    await write(
      `update research.ai_research_facts set period = '{"key": "LATEST", "start": null, "end": "2026-02-20"}'
       where run_id = ? and fact_id = 'close.market.2'`,
    );
    await write(
      `update research.ai_research_facts set scope_detail = '50%_of Pumps' where run_id = ? and fact_id = 'close.market.3'`,
    );
    const found = async (query: object) => idsOf(await facts(query));
    const days = ['close.market.2', 'close.market.1', 'close.market.3'];
    assert.deepEqual(await found({ family: 'EXCHANGE_PRICES' }), days);
    assert.deepEqual(await found({ metric: 'close' }), days);
    assert.deepEqual(await found({ authority: 'AGGREGATOR' }), days);
    assert.deepEqual(await found({ family: 'CORPORATE_ACTIONS' }), []);
    assert.deepEqual(await found({ q: 'net MARGIN' }), ['net_margin_pct.consolidated.fy2020']);
    assert.deepEqual(await found({ q: 'pumps closing' }), ['close.market.3']);
    assert.deepEqual(await found({ q: '50%_of' }), ['close.market.3']);
    // No pattern: % and _ are what they are.
    assert.deepEqual(await found({ q: '%' }), ['close.market.3']);
    assert.deepEqual(await found({ q: "'; --" }), []);
    // What the ledger takes for today's comes before a later day of a weaker publisher.
    assert.deepEqual(await found({ newest: true, metric: 'close' }), ['close.market.2', 'close.market.3']);
    assert.equal((await facts({ newest: true, metric: 'revenue' })).total, 1);
  });

  it('packets, conflicts, sources and figures without a value have pages too', async () => {
    const { owner } = world;
    const packets = await runs().packets(owner, id, { authority: 'FILING', page_size: 1 });
    assert.deepEqual([packets.total, packets.items.map(({ title }) => title)], [2, ['Results Q1']]);
    const { items } = await runs().packets(owner, id, { q: 'closes' });
    assert.deepEqual(
      items.map(({ source_id, observations, passages }) => [source_id, observations, passages]),
      [['nse_archive:closes', 1, 1]],
    );
    const [conflict] = (await runs().conflicts(owner, id, { q: 'revenue', metric: 'revenue' })).items;
    assert.deepEqual(
      conflict?.candidates.map(({ value_text, source }) => [value_text, source?.publisher]),
      [
        ['₹1', 'NSE'],
        ['₹2', 'NSE'],
      ],
    );
    assert.equal((await runs().conflicts(owner, id, { metric: 'close' })).total, 0);
    const failed = await runs().sources(owner, id, { outcome: 'FAILED' });
    assert.deepEqual(failed.items, [
      {
        provider: 'yahoo',
        source_id: 'yahoo',
        outcome: 'FAILED',
        reason: 'rate_limited',
        detail: 'Yahoo asked to wait.',
      },
    ]);
    assert.equal((await runs().sources(owner, id, {})).total, 4);
    await write(
      `update research.ai_research_runs set unavailable = (select jsonb_agg(jsonb_build_object(
         'metric', 'revenue', 'scope', 'consolidated', 'source_id', 'x', 'reason', 'reason ' || nr,
         'period', jsonb_build_object('key', 'FY2020', 'start', null, 'end', '2020-03-31')) order by nr)
       from generate_series(1, 120) as nr) where id = ?`,
    );
    const unavailable = await runs().unavailable(owner, id, { page: 3 });
    assert.deepEqual([unavailable.total, unavailable.items.length], [120, 20]);
    assert.deepEqual(
      [unavailable.items[0]?.reason, unavailable.items[0]?.title],
      ['reason 101', 'Revenue from operations'],
    );
    assert.equal((await runs().dossier(owner, id)).unavailable.length, 120);
  });

  it('what is not the person’s is not there', async () => {
    for (const read of ['facts', 'packets', 'conflicts', 'unavailable', 'sources'] as const)
      await assert.rejects(
        async () => await runs()[read](world.stranger, id, {}),
        (error: Problem) => error.code === 'RUN_NOT_FOUND',
      );
  });
});
