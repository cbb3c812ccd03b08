import assert from 'node:assert/strict';
import { daysBetween } from '../../../core/platform/index.ts';
import type { DossierView } from '../../../core/research/index.ts';
import { US_AS_OF } from '../../support/made-up-companies/us.ts';
import { type UsWorld, usWorld } from '../../support/made-up-companies/us-world.ts';
import { UNPRINTED } from '../../support/scripted-evidence.ts';

const BY = { actor: 'test' };

/** A company with every trap of filings with the SEC, from a folder to the dossier, by the parts that the product has. */
describe('a made-up company of the United States, end to end', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let us: UsWorld;
  let lksp: DossierView;
  before(async () => {
    us = await usWorld(UNPRINTED);
    lksp = await us.dossierAt(US_AS_OF);
  });
  after(() => us.world.close());

  const factOf = (id: string, of = lksp) => of.facts.find(({ fact_id }) => fact_id === id);
  const value = (id: string, of = lksp) => factOf(id, of)?.value;
  const range = (id: string, of = lksp) => [factOf(id, of)?.value, factOf(id, of)?.value_high];
  /** Figures of statements in millions of dollars. */
  const millions = (metric: string, key: string, of = lksp) => {
    const text = value(`${metric}.consolidated.${key}`, of);
    return text === undefined ? null : Number(text) / 1e6;
  };
  const near = (id: string, wanted: number, places: number) =>
    assert.equal(Number(value(id)).toFixed(places), wanted.toFixed(places), id);
  const days = (id: string) => {
    const { start, end } = factOf(id)?.period ?? { start: null, end: '' };
    return daysBetween(start ?? '', end) + 1;
  };
  const conflictsOf = ({ conflicts }: DossierView) =>
    conflicts.map(({ fact_id, candidates, chosen, rule }) => ({
      fact_id,
      rule,
      stands: candidates[chosen]?.value,
      others: [...new Set(candidates.map((one) => one.value))].filter(
        (one) => one !== candidates[chosen]?.value,
      ),
    }));
  const coverageOf = ({ coverage }: DossierView) =>
    coverage
      .filter(({ is_required }) => is_required)
      .map(({ obligation, achieved, is_covered, reason }) => [obligation, achieved, is_covered, reason]);

  it('research/Evidence: the whole folder is taken, and every source of a US share is read without a network', () => {
    assert.match(us.imported.at(-2) ?? '', /^8 files: 8 taken, 0 not\. 22 documents, 22 new\.$/);
    assert.deepEqual(
      // Without an editor there is no report of models to check.
      lksp.stages
        .filter(({ status, stage }) => status !== 'SKIPPED' && stage !== 'PUBLICATION_QA')
        .map(({ stage, status }) => [stage, status]),
      [
        'ACQUIRE_INTERNAL',
        'ACQUIRE_SEC',
        'ACQUIRE_ISSUER',
        'ACQUIRE_YAHOO',
        'ACQUIRE_NEWS',
        'LEDGER',
        'COVERAGE',
        'FINISH',
      ].map((stage) => [stage, 'COMPLETED']),
    );
    assert.equal(lksp.hash_mismatch, 0);
    const elsewhere = lksp.packets.filter(({ origin }) => origin !== 'FILE');
    // What Munim holds itself: the sectors of the peers in its registry.
    assert.deepEqual(
      elsewhere.filter(({ provider }) => provider !== 'internal'),
      [],
    );
  });

  it('decisions/Evidence providers: years by their own days, whatever year their filing calls its own, one of 53 weeks', () => {
    for (const [key, start, end, length, revenue, net] of [
      ['fy2021', '2021-01-31', '2022-01-29', 364, 812.4, -18.2],
      ['fy2022', '2022-01-30', '2023-01-28', 364, 913.5, 55.3],
      ['fy2023', '2023-01-29', '2024-02-03', 371, 1024, 83.9],
      ['fy2024', '2024-02-04', '2025-02-01', 364, 1078.6, 91.9],
      ['fy2025', '2025-02-02', '2026-01-31', 364, 1181.1, 111.6],
    ] as const) {
      const id = `revenue.consolidated.${key}`;
      assert.deepEqual(
        [factOf(id)?.period.start, factOf(id)?.period.end, days(id), factOf(id)?.authority],
        [start, end, length, 'FILING'],
      );
      assert.deepEqual([millions('revenue', key), millions('net_income', key)], [revenue, net]);
    }
    // Yahoo rounds all ends of years to the last of January: none of its years is another one.
    assert.equal(
      lksp.facts.filter(({ fact_id }) => /^revenue\.consolidated\.fy\d+$/.test(fact_id)).length,
      5,
    );
  });

  it('decisions/Evidence providers: the revenue tag changes between years, and the years before and after stand in one series', () => {
    assert.match(factOf('revenue.consolidated.fy2021')?.locator ?? '', /us-gaap:Revenues /);
    assert.match(
      factOf('revenue.consolidated.fy2025')?.locator ?? '',
      /us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax /,
    );
  });

  it('research/Evidence acquisition rules 7: a fourth quarter that no filing states is the year less nine months', () => {
    for (const [key, length, revenue, net] of [
      ['fy2023q4', 98, 287.6, 25.3],
      // After the 10-K/A; 26.3 before it.
      ['fy2024q4', 91, 289.4, 25.5],
      ['fy2025q4', 91, 320.1, 30.8],
    ] as const) {
      const fact = factOf(`revenue.consolidated.${key}`);
      assert.deepEqual([fact?.label, fact?.derivation?.formula], ['CALCULATED_FACT', 'year − nine months']);
      assert.equal(days(`revenue.consolidated.${key}`), length);
      assert.deepEqual([millions('revenue', key), millions('net_income', key)], [revenue, net]);
    }
    assert.deepEqual(
      lksp.facts
        .filter(({ fact_id }) => /^revenue\.consolidated\.fy\d+q\d$/.test(fact_id))
        .map(({ period, value: text }) => [period.end, Number(text) / 1e6])
        .slice(-8),
      [
        ['2024-11-02', 270.3],
        ['2025-02-01', 289.4],
        ['2025-05-03', 276.9],
        ['2025-08-02', 287.3],
        ['2025-11-01', 296.8],
        ['2026-01-31', 320.1],
        ['2026-05-02', 309.4],
        ['2026-08-01', 324.6],
      ],
    );
  });

  it('decisions/Evidence providers: cash flow of a 10-Q is year to date: a quarter is the difference of two', () => {
    assert.deepEqual(
      [
        millions('operating_cash_flow', 'fy2025'),
        millions('capex', 'fy2025'),
        // 158.9 − 44.8
        millions('free_cash_flow', 'fy2025'),
        // 77.1 − 35.2
        millions('operating_cash_flow', 'fy2026q2'),
      ],
      [158.9, 44.8, 114.1, 41.9],
    );
  });

  it('research/Evidence, claims and facts 4: the balance stands at the end of its quarter', () => {
    assert.deepEqual(
      ['total_assets', 'total_liabilities', 'total_equity', 'cash', 'borrowings_noncurrent'].map((metric) => [
        factOf(`${metric}.consolidated.fy2026q2`)?.period.end,
        millions(metric, 'fy2026q2'),
      ]),
      [1671.8, 662.7, 1009.1, 236.5, 200].map((amount) => ['2026-08-01', amount]),
    );
  });

  it('research/Evidence acquisition rules 7: growth as filed with the note of the extra week, and no rate from a loss', () => {
    // (1181.1 / 812.4)^(1/4) − 1; 1078.6 / 1024 − 1; 1078.6 / (1024 − 287.6 / 14) − 1
    near('revenue_cagr_pct.consolidated.fy2021-fy2025', 9.807, 3);
    near('revenue_growth_pct.consolidated.fy2024', 5.332, 3);
    assert.match(
      factOf('revenue_growth_pct.consolidated.fy2024')?.notes.join() ?? '',
      /364 days with 371.*7\.488 %/,
    );
    assert.equal(value('net_income_cagr_pct.consolidated.fy2021-fy2025'), undefined);
    assert.ok(
      lksp.unavailable.some(
        ({ title, reason }) =>
          title === 'Growth of profit a year' && /first year is not above zero/.test(reason),
      ),
    );
  });

  it('decisions/Evidence providers: Yahoo is no exchange: its closes stand as second-hand, split already applied, a gap as a gap', () => {
    const close = factOf('close.market.latest');
    assert.deepEqual([close?.value, close?.authority, close?.is_validated], ['24.18', 'AGGREGATOR', false]);
    assert.equal(value('close.market.2025-09-30'), '22.24');
    // Before the split day the chart has 21.26 and not 63.78, and it is left so.
    assert.equal(value('close.market.2025-06-02'), '21.26');
    assert.equal(value('split_ratio.company.2025-06-16'), '3');
    // 24.18 / 22.24 − 1
    near('price_return_1y_pct.market.latest', 8.723, 3);
    // 2 × 0.12 + 2 × 0.14, with ex-dates after 30 September 2025
    assert.equal(value('dividends_per_share_1y.market.latest'), '0.52');
    assert.equal(value('close.market.2025-10-23'), undefined);
    assert.ok(
      lksp.unavailable.some(({ period, title }) => title === 'Closing price' && period.key === '2025-10-23'),
    );
  });

  it('research/Evidence acquisition rules 8: valuation on the shares of today is as weak as its price', () => {
    // 121.9 million / 90 million; 24.18 / 1.35444; 24.18 × 88.9 million
    near('eps_ttm.consolidated.ttm', 1.3544, 4);
    near('pe_ttm.market.latest', 17.852, 3);
    assert.equal(value('market_cap.market.latest'), '2149602000');
    assert.deepEqual(
      ['eps_ttm.consolidated.ttm', 'pe_ttm.market.latest', 'market_cap.market.latest'].map(
        (id) => factOf(id)?.authority,
      ),
      ['FILING', 'AGGREGATOR', 'AGGREGATOR'],
    );
  });

  it('research/Peer resolution rules 6 and 7: peers by the industry of the public profile; a loss has no P/E and no part in the median', () => {
    for (const [symbol, close, eps, pe, change] of [
      ['arbm', '38.4', '1.28', '30', 23.077],
      ['cdrn', '27.18', '1.51', '18', 20.8],
      ['junp', '24.6', '1.23', '20', 30.159],
      ['thsl', '4.9', '-0.35', undefined, -19.672],
    ] as const) {
      assert.deepEqual(
        ['close', 'pe_ttm'].map((metric) => value(`${metric}.peer-${symbol}.latest`)),
        [close, pe],
      );
      assert.equal(value(`eps_ttm.peer-${symbol}.ttm`), eps);
      near(`price_return_1y_pct.peer-${symbol}.latest`, change, 3);
    }
    const median = factOf('peer_pe_median.peer.latest');
    assert.deepEqual(
      [median?.value, median?.derivation?.inputs],
      ['20', ['cdrn', 'junp', 'arbm'].map((symbol) => `pe_ttm.peer-${symbol}.latest`)],
    );
    assert.ok(
      lksp.unavailable.some(({ reason }) => reason.startsWith('THSL: The last twelve months brought a loss')),
    );
    // Their lists of filings are not there: what they filed counts, and the gap is told.
    assert.equal(lksp.failures.filter(({ provider }) => provider === 'sec').length, 4);
    assert.ok(lksp.failures.every(({ message }) => message.length < 300));
  });

  it('research/Evidence-family policy matrix: guidance of the newest exhibit stands, the one before is kept, and “previously” is not taken', () => {
    assert.deepEqual(range('guidance_revenue.company.fy2026'), ['1270000000', '1300000000']);
    assert.deepEqual(range('guidance_eps_diluted.company.fy2026'), ['1.4', '1.46']);
    assert.deepEqual(range('guidance_capex.company.fy2026'), ['50000000', null]);
    assert.deepEqual(range('guidance_revenue.company.fy2026q3'), ['326000000', '332000000']);
    const revenue = factOf('guidance_revenue.company.fy2026');
    assert.deepEqual([revenue?.authority, revenue?.published_at], ['FILING', '2026-08-27T20:05:33.000Z']);
    // The year begins on the first of a month by chance: its quarters are of weeks all the same.
    assert.deepEqual(factOf('guidance_revenue.company.fy2026q3')?.period, {
      key: 'FY2026Q3',
      start: '2026-08-02',
      end: '2026-10-31',
    });
    const before = lksp.conflicts
      .filter(({ fact_id }) => fact_id.startsWith('guidance_'))
      .map(({ fact_id, candidates, chosen, rule }) => [
        fact_id,
        rule,
        candidates
          .filter((_, at) => at !== chosen)
          .map((one) => [one.value, one.value_high, one.published_at]),
      ]);
    assert.deepEqual(before, [
      [
        'guidance_eps_diluted.company.fy2026',
        'LATEST_REVISION',
        [['1.32', '1.4', '2026-03-12T20:05:27.000Z']],
      ],
      [
        'guidance_revenue.company.fy2026',
        'LATEST_REVISION',
        [['1240000000', '1280000000', '2026-03-12T20:05:27.000Z']],
      ],
    ]);
  });

  it('decisions/Evidence providers: a true conflict keeps every figure; what was rounded and what is on other shares is none', () => {
    assert.deepEqual(
      conflictsOf(lksp).filter(({ fact_id }) => !fact_id.startsWith('guidance_')),
      [
        // One tag of the filings is both the profit and that of the owners.
        ...['net_income', 'net_income_owners'].map((metric) => ({
          fact_id: `${metric}.consolidated.fy2024`,
          rule: 'LATEST_REVISION',
          stands: '91900000',
          others: ['92700000'],
        })),
        {
          fact_id: 'operating_income.consolidated.fy2023',
          rule: 'LATEST_REVISION',
          stands: '112700000',
          others: ['116200000'],
        },
      ],
    );
    // Yahoo still has the figure from before the correction.
    const owners = lksp.conflicts.find(({ fact_id }) => fact_id === 'net_income_owners.consolidated.fy2024');
    assert.ok(
      owners?.candidates.some((one) => one.source_id === 'yahoo:statements:LKSP' && one.value === '92700000'),
    );
    assert.equal(value('total_assets.consolidated.fy2023'), '1402311000');
    assert.equal(value('total_liabilities.consolidated.fy2023'), '598911000');
    const eps = factOf('eps_diluted.consolidated.fy2024');
    assert.equal(eps?.value, '1.02');
    assert.match(
      eps?.notes.join() ?? '',
      /3\.09 USD\/share, on the shares before the split or bonus, so it is not compared/,
    );
  });

  it('decisions/Safety of models: hidden text, a rumour and a town of the same name have no effect', () => {
    const told = JSON.stringify(lksp.facts.filter(({ fact_id }) => fact_id.startsWith('guidance_')));
    // Nine and three billion and EPS of 8 stand where no reader sees them; 1.5 billion is a rumour.
    for (const figure of ['9000000000', '3000000000', '1500000000', '"8"', '"8.00"'])
      assert.ok(!told.includes(figure), figure);
    const exhibit = lksp.packets.find(({ source_id }) => source_id.endsWith('lksp-20260827-ex991.htm'));
    assert.match(exhibit?.notes.join() ?? '', /hides text from readers in [23] places; it was not read/);
    assert.deepEqual(
      lksp.packets
        .filter(({ provider }) => provider === 'news')
        .map(({ authority, observations }) => [authority, observations]),
      [
        ['DISCOVERED', 0],
        ['DISCOVERED', 0],
      ],
    );
    assert.deepEqual(
      lksp.refused.map(({ provider, reason, detail }) => [provider, reason, /library/.test(detail)]),
      [['news', 'OTHER_COMPANY', true]],
    );
  });

  it('decisions/Evidence providers: a US share ends REVIEW_REQUIRED: filings cover theirs, and no price is official and no action of a regulator', () => {
    assert.deepEqual(
      [lksp.run.status, lksp.run.verdict, lksp.run.required_pct],
      ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', 50],
    );
    assert.deepEqual(coverageOf(lksp), [
      ['financial_performance', 'FILING', true, null],
      ['market_and_valuation', 'AGGREGATOR', false, 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'],
      ['catalysts', null, false, 'no_source_family'],
      ['guidance_and_outlook', 'FILING', true, null],
    ]);
    assert.deepEqual(
      lksp.coverage
        .filter(({ is_required }) => !is_required)
        .map(({ obligation, is_covered }) => [obligation, is_covered]),
      [
        ['valuation_ratios', false],
        ['growth', true],
        ['earnings', true],
        ['balance_sheet', true],
        ['cash_flow', true],
        ['technicals', false],
        ['segments', false],
        ['peers', false],
        ['consensus', false],
      ],
    );
  });

  it('research/Run creation rules 4: the share is known by Yahoo’s word, and the ETF of its name is refused', async () => {
    const { world } = us;
    const { runs } = world.core.research;
    assert.match(lksp.run.company_name ?? '', /^Larkspur Instruments, Inc\.$/);
    await assert.rejects(
      runs.create(world.owner, 'V3', { symbol: 'LKSX', mode: 'OFFLINE' }, BY),
      (error: { status?: number; detail?: string; message: string }) => {
        assert.equal(error.status, 422);
        assert.match(`${error.detail ?? ''} ${error.message}`, /ETF/);
        return true;
      },
    );
    await assert.rejects(runs.create(world.owner, 'V2', { symbol: 'LKSX', mode: 'OFFLINE' }, BY), {
      status: 422,
    });
  });
});
