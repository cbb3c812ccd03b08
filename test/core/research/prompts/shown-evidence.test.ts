import assert from 'node:assert/strict';
import { type ModelStage, OUTPUTS } from '../../../../core/research/analysis/index.ts';
import { createNumberCheck } from '../../../../core/research/checks/index.ts';
import { COMMITTEE_FACTS, committeeView } from '../../../../core/research/index.ts';
import { PROMPTS, type StageMaterial } from '../../../../core/research/prompts/index.ts';
import {
  askedOf,
  disputeOf,
  factIdsIn,
  figureOf,
  linesOf,
  manyFacts,
  passagesOfAll,
  stageMaterial,
} from '../../../support/stage-material.ts';

const STAGES = Object.keys(OUTPUTS) as ModelStage[];
const finding = (...fact_ids: string[]) => ({ text: 'It fell.', fact_ids, source_ids: [] });

describe('what a stage is shown of the evidence', () => {
  it('decisions/The nineteen stages: figures of its own field, by metric and scope', () => {
    const material = stageMaterial({ facts: [...manyFacts(), ...stageMaterial().facts], outputs: {} });
    const cases: readonly (readonly [ModelStage, has: RegExp, hasNot: RegExp])[] = [
      ['BUSINESS_PROFILE', /^segment_revenue_share_pct\.segment-pumps/, /^(close|total_debt|pe_ttm)\./],
      ['FINANCIAL_PERFORMANCE', /^revenue_growth_pct\.consolidated/, /^(close|total_debt|pe_ttm)\./],
      ['EARNINGS_QUALITY', /^(operating_cash_flow|receivables)\.consolidated/, /^(close|pe_ttm)\./],
      ['BALANCE_SHEET', /^total_debt\.consolidated/, /^(close|pe_ttm|revenue)\./],
      ['MARKET_TECHNICALS', /^close\.market/, /^(revenue|total_debt)\./],
      ['VALUATION', /^pe_ttm\.consolidated/, /^(inventory)\./],
      ['PEERS_SECTOR', /^pe_ttm\.peer-deep/, /^(inventory|capex)\./],
      ['GUIDANCE_OUTLOOK', /^guidance_revenue_growth_pct\./, /^(inventory|pe_ttm)\./],
      ['CATALYSTS_EVENTS', /^dividend_per_share\.market/, /^(inventory|pe_ttm|revenue)\./],
      ['NEWS_SENTIMENT', /^close\.market/, /^(revenue|inventory)\./],
    ];
    for (const [stage, has, hasNot] of cases) {
      const ids = factIdsIn(askedOf(stage, material).text);
      assert.ok(
        ids.some((id) => has.test(id)),
        `${stage} sees ${String(has)}`,
      );
      assert.deepEqual(
        ids.filter((id) => hasNot.test(id)),
        [],
        stage,
      );
      assert.ok(ids.length <= PROMPTS[stage].facts.most);
    }
  });

  it('research/Evidence acquisition rules 10: the committee sees the breadth-first view of at most 160 facts, and how many it does not', () => {
    const facts = manyFacts();
    const { text } = askedOf('COMMITTEE', stageMaterial({ facts, conflicts: [] }));
    const view = committeeView({ facts }).map(({ fact_id }) => fact_id);
    assert.equal(view.length, COMMITTEE_FACTS);
    assert.deepEqual(factIdsIn(text), view);
    // All that belong to an obligation, without those that are shown.
    const left = committeeView({ facts }, facts.length).length - COMMITTEE_FACTS;
    assert.ok(text.includes(`Left out here, the least important first: ${left}.\n<facts>`));
  });

  it('decisions/Publication V2: a fact is told with its id, its exact figure, and words that the check of numbers takes', () => {
    const material = stageMaterial();
    const byId = new Map(material.facts.map((fact) => [fact.fact_id, fact]));
    const lines = STAGES.flatMap((stage) => linesOf(askedOf(stage, material).text, 'facts'));
    assert.ok(lines.length > 50);
    for (const line of lines) {
      const fact = byId.get(String(line['fact_id']))!;
      assert.deepEqual(
        [
          line['scope'],
          line['of'] ?? null,
          line['period'],
          line['to'],
          line['value'],
          line['value_high'] ?? null,
        ],
        [fact.scope, fact.scope_detail, fact.period.key, fact.period.end, fact.value, fact.value_high],
      );
      assert.deepEqual(
        [line['unit'], line['authority'], line['label'], line['is_validated'], line['formula'] ?? null],
        [fact.unit, fact.authority, fact.label, fact.is_validated, fact.derivation?.formula ?? null],
      );
      const says = String(line['says']);
      assert.ok(says.startsWith(String(line['title'])));
      const wrong = createNumberCheck(
        [fact],
        material.as_of,
      )(says).filter(({ status }) => status !== 'SUPPORTED');
      assert.deepEqual(wrong, [], says);
    }
  });

  it('decisions/The nineteen stages: whoever reconciles and decides sees each conflict with every candidate; the others that there is one', () => {
    for (const stage of STAGES) {
      const { text, shown } = askedOf(stage);
      const hasConflicts = stage === 'RECONCILIATION' || stage === 'COMMITTEE';
      assert.equal(text.includes('<conflicts>'), hasConflicts, stage);
      const revenue = linesOf(text, 'facts').find((one) => one['fact_id'] === 'revenue.consolidated.fy2026');
      if (revenue !== undefined) assert.equal(revenue['disputed'], true, stage);
      if (!hasConflicts) continue;
      const [dispute] = linesOf(text, 'conflicts');
      const { fact_id, chosen, rule, candidates } = dispute as unknown as ReturnType<typeof disputeOf>;
      assert.deepEqual([fact_id, chosen, rule], ['revenue.consolidated.fy2026', 0, 'FIRST_SEEN']);
      assert.deepEqual(
        candidates.map(({ value, source_id }) => [value, source_id]),
        [
          ['11200000000', 'nse_filings:results'],
          ['11190000000', 'nse_filings:restated'],
        ],
      );
      assert.ok(shown.source_ids.includes('nse_filings:restated'));
    }
  });

  it('decisions/The nineteen stages: coverage and gaps are shown to those who decide and who write', () => {
    for (const stage of STAGES) {
      const { text } = askedOf(stage);
      const isShown = stage === 'COMMITTEE' || stage === 'EDITOR';
      assert.equal(text.includes('<coverage>'), isShown, stage);
      if (!isShown) continue;
      assert.deepEqual(
        linesOf(text, 'coverage').map(({ section }) => section),
        stageMaterial().coverage.rows.map(({ section }) => section),
      );
      assert.deepEqual(linesOf(text, 'gaps'), [
        { stage: 'EARNINGS_QUALITY', item: 'Cash flow', reason: 'No filing has it.' },
      ]);
      assert.match(text, /Every required section has the evidence that it takes/);
      const weak = { ...stageMaterial().coverage, verdict: 'REVIEW_REQUIRED' as const };
      assert.match(
        askedOf(stage, stageMaterial({ coverage: weak })).text,
        /will not be approved for publication/,
      );
    }
  });

  it('research/Peer resolution rules 8: PEERS_SECTOR receives the supplied peers alone, and figures of no other', () => {
    const { text } = askedOf('PEERS_SECTOR');
    assert.deepEqual(linesOf(text, 'peer_symbols'), [{ symbol: 'DEEP', name: 'Deep Pumps' }]);
    for (const stage of STAGES) {
      const ids = factIdsIn(askedOf(stage).text);
      assert.ok(!ids.some((id) => id.includes('nopeer')), stage);
      if (stage !== 'PEERS_SECTOR') assert.ok(!askedOf(stage).text.includes('<peer_symbols>'), stage);
    }
    assert.ok(factIdsIn(text).includes('pe_ttm.peer-deep.2026-09-30'));
    assert.deepEqual(linesOf(askedOf('PEERS_SECTOR', stageMaterial({ peers: [] })).text, 'peer_symbols'), []);
  });

  it('decisions/Evidence providers: passages are of the sources that speak of a field, and of no peer', () => {
    const told: Partial<Record<ModelStage, readonly string[]>> = {
      BUSINESS_PROFILE: ['internal', 'sec', 'nse_announcements', 'bse_announcements', 'issuer', 'yahoo'],
      FINANCIAL_PERFORMANCE: ['sec', 'nse_announcements', 'bse_announcements', 'issuer'],
      EARNINGS_QUALITY: ['sec', 'nse_announcements', 'bse_announcements', 'issuer'],
      BALANCE_SHEET: ['sec', 'nse_announcements', 'bse_announcements', 'issuer'],
      PEERS_SECTOR: ['internal', 'yahoo'],
      GUIDANCE_OUTLOOK: ['sec', 'nse_announcements', 'bse_announcements', 'issuer'],
      CATALYSTS_EVENTS: ['sec', 'nse_announcements', 'bse_announcements', 'issuer', 'news'],
      NEWS_SENTIMENT: ['news'],
    };
    const peer = passagesOfAll().map((packet) => ({
      ...packet,
      source_id: `${packet.provider}:of-a-peer`,
      entity: { ...packet.entity, symbol: 'deep' },
      passages: [{ id: 'p1', text: 'Deep sells more.' }],
    }));
    const material = stageMaterial({ packets: [...peer, ...stageMaterial().packets] });
    for (const stage of STAGES) {
      const { text, shown } = askedOf(stage, material);
      const wanted = told[stage] ?? [];
      assert.equal(text.includes('<passages>'), wanted.length > 0, stage);
      const sources =
        wanted.length === 0 ? [] : linesOf(text, 'passages').map(({ source_id }) => String(source_id));
      assert.deepEqual(new Set(sources), new Set(wanted.map((provider) => `${provider}:words`)), stage);
      assert.equal(sources.length, 2 * wanted.length);
      for (const source of sources) assert.ok(shown.source_ids.includes(source));
    }
    // The first words of each document come before the second of any, and stronger sources before weaker ones.
    const words = linesOf(askedOf('CATALYSTS_EVENTS').text, 'passages').map(({ text }) => String(text));
    assert.deepEqual(
      words.map((text) => text.split(' ')[1]),
      [...Array<string>(5).fill('first'), ...Array<string>(5).fill('second')],
    );
    assert.match(words[4]!, /news/);
  });

  it('the same text in two documents is shown once, by the stronger one', () => {
    const [first, second] = passagesOfAll().filter(
      ({ provider }) => provider === 'issuer' || provider === 'nse_announcements',
    );
    const same = [first!, second!].map((packet) => ({
      ...packet,
      passages: [{ id: 'a', text: 'One event.' }],
    }));
    const lines = linesOf(askedOf('GUIDANCE_OUTLOOK', stageMaterial({ packets: same })).text, 'passages');
    assert.deepEqual(
      lines.map(({ authority, text }) => [authority, text]),
      [['FILING', 'One event.']],
    );
  });

  it('a standalone figure beside the consolidated one, and closes of single days, crowd out nothing', () => {
    const close = (end: string, isValidated: boolean) =>
      figureOf('close', 'market', end, { value: '246.95', is_validated: isValidated });
    const closes = [
      close('2026-08-03', true),
      close('2026-08-28', true),
      // Nobody proves it, so an earlier close stands for the month.
      close('2026-08-31', false),
      close('2026-07-30', false),
      close('2026-07-31', false),
    ];
    const own = stageMaterial().facts.filter(({ metric }) => metric !== 'close' && metric !== 'revenue');
    const facts = [
      ...own,
      ...closes,
      figureOf('revenue', 'consolidated', 'FY2026'),
      figureOf('revenue', 'standalone', 'FY2026'),
      figureOf('revenue', 'standalone', 'FY2022'),
    ];
    const seen = (stage: ModelStage, wanted: RegExp, outputs: StageMaterial['outputs'] = {}) =>
      factIdsIn(askedOf(stage, stageMaterial({ facts, outputs })).text)
        .filter((id) => wanted.test(id))
        .toSorted();
    assert.deepEqual(seen('FINANCIAL_PERFORMANCE', /^revenue\./), [
      'revenue.consolidated.fy2026',
      'revenue.standalone.fy2022',
    ]);
    assert.deepEqual(seen('MARKET_TECHNICALS', /^close\./), [
      'close.market.2026-07-31',
      'close.market.2026-08-28',
    ]);
    assert.deepEqual(seen('CATALYSTS_EVENTS', /^close\./), []);
    // The committee has the whole view, and what somebody cites is shown to whoever reads it.
    assert.equal(seen('COMMITTEE', /^(close|revenue)\./).length, 8);
    const said = { summary: 'Down.', statements: [finding('close.market.2026-08-03')] };
    assert.deepEqual(seen('RECONCILIATION', /^close\./, { BULL_CASE: said, BEAR_CASE: said }), [
      'close.market.2026-08-03',
    ]);
  });

  it('five years of results are there, however many quarters and figures there are; half-years stand where no quarter does', () => {
    const facts = [
      ...manyFacts(),
      figureOf('revenue', 'consolidated', 'FY2026H1'),
      figureOf('revenue', 'consolidated', 'FY2026M9'),
      figureOf('operating_cash_flow', 'company', 'FY2026H1'),
    ];
    const outputs = {};
    for (const stage of ['FINANCIAL_PERFORMANCE', 'EARNINGS_QUALITY', 'BULL_CASE', 'NEUTRAL_RISK'] as const) {
      const ids = factIdsIn(askedOf(stage, stageMaterial({ facts, outputs, conflicts: [] })).text);
      for (const year of [2022, 2023, 2024, 2025, 2026])
        for (const metric of ['revenue', 'net_income'])
          assert.ok(ids.includes(`${metric}.consolidated.fy${year}`), `${stage}: ${metric} of ${year}`);
      assert.ok(!ids.some((id) => /^revenue\..*(h1|m9)$/.test(id)), stage);
    }
    assert.ok(
      factIdsIn(askedOf('EARNINGS_QUALITY', stageMaterial({ facts, outputs })).text).includes(
        'operating_cash_flow.company.fy2026h1',
      ),
    );
  });

  it('what stages cite comes first, however old it is', () => {
    const old = figureOf('capex', 'consolidated', 'FY2022');
    const { outputs } = stageMaterial();
    const material = stageMaterial({
      facts: [...manyFacts().filter(({ fact_id }) => fact_id !== old.fact_id), old],
      outputs: {
        ...outputs,
        BALANCE_SHEET: {
          summary: 'It invests.',
          findings: [{ text: 'It invested.', fact_ids: [old.fact_id, 'made.up.id'], source_ids: [] }],
          gaps: [],
        },
      },
    });
    for (const stage of ['BULL_CASE', 'BEAR_CASE', 'NEUTRAL_RISK', 'EDITOR'] as const) {
      const ids = factIdsIn(askedOf(stage, material).text);
      assert.ok(ids.includes(old.fact_id), stage);
      assert.ok(!ids.includes('made.up.id'));
    }
  });
});
