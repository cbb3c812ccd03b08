import assert from 'node:assert/strict';
import { type FiscalYear, type Observation } from '../../../../core/research/index.ts';
import { LKSP, packetOf, said } from '../../../support/evidence-packets.ts';
import { built, near, value } from './ledger-under-test.ts';

describe('research/Evidence acquisition rules 7: the made-up company of the United States', () => {
  const fiscal_years: FiscalYear[] = [
    { year: 2021, start: '2021-01-31', end: '2022-01-29' },
    { year: 2022, start: '2022-01-30', end: '2023-01-28' },
    { year: 2023, start: '2023-01-29', end: '2024-02-03' },
    { year: 2024, start: '2024-02-04', end: '2025-02-01' },
    { year: 2025, start: '2025-02-02', end: '2026-01-31' },
  ];
  const usd = (
    metric: Observation['metric'],
    value: string,
    days: string | [string, string],
    published_at: string,
  ) =>
    said(metric, value, days, {
      unit: metric.startsWith('eps') ? 'USD/share' : metric.startsWith('shares') ? 'shares' : 'USD',
      published_at,
    });
  const y = (nr: number): [string, string] => [fiscal_years[nr - 2021]!.start, fiscal_years[nr - 2021]!.end];
  const filed = {
    2021: '2022-03-25',
    2022: '2023-03-24',
    2023: '2024-03-29',
    2024: '2025-03-28',
    2025: '2026-03-26',
  };
  const on = (year: keyof typeof filed) => `${filed[year]}T21:42:10Z`;
  const sec = packetOf(
    'FILING',
    [
      usd('revenue', '812400000', y(2021), on(2021)),
      usd('revenue', '913500000', y(2022), on(2022)),
      usd('revenue', '1024000000', y(2023), on(2023)),
      usd('revenue', '1078600000', y(2024), on(2024)),
      usd('revenue', '1181100000', y(2025), on(2025)),
      usd('net_income', '-18200000', y(2021), on(2021)),
      usd('net_income', '92700000', y(2024), on(2024)),
      usd('net_income', '91900000', y(2024), '2025-06-20T20:41:03Z'),
      usd('net_income', '111600000', y(2025), on(2025)),
      // Nine months of FY2023: the year less 287.6 million.
      usd('revenue', '736400000', ['2023-01-29', '2023-10-28'], '2023-12-01T21:00:00Z'),
      usd('net_income', '66400000', ['2024-02-04', '2024-11-02'], '2024-12-06T21:00:00Z'),
      usd('revenue', '634000000', ['2026-02-01', '2026-08-01'], '2026-08-27T20:05:33Z'),
      usd('revenue', '564200000', ['2025-02-02', '2025-08-02'], '2025-08-28T20:05:33Z'),
      usd('operating_income', '112700000', y(2023), on(2023)),
      usd('operating_income', '116200000', y(2023), on(2024)),
      usd('total_assets', '1402300000', '2024-02-03', on(2023)),
      usd('total_assets', '1402311000', '2024-02-03', on(2024)),
      usd('eps_diluted', '3.09', y(2024), on(2024)),
      usd('eps_diluted', '1.02', y(2024), on(2025)),
      usd('operating_cash_flow', '72600000', ['2026-02-01', '2026-08-01'], '2026-08-27T20:05:33Z'),
      usd('operating_cash_flow', '30700000', ['2026-02-01', '2026-05-02'], '2026-05-28T20:05:33Z'),
    ],
    { provider: 'sec', publisher: 'SEC', fiscal_years, published_at: '2026-08-27T20:05:33Z' },
  );
  const yahoo = packetOf(
    'AGGREGATOR',
    [
      said('close', '24.18', '2026-09-30', { scope: 'market', unit: 'USD/share', share_basis: '2025-06-16' }),
      said('split_ratio', '3', '2025-06-16', { scope: 'company' }),
      said('net_income', '92700000', ['2024-02-01', '2025-01-31'], { unit: 'USD' }),
    ],
    { provider: 'yahoo', published_at: '2026-09-30T16:00:00Z' },
  );
  const lksp = built([sec, yahoo], { subject: LKSP });

  it('years of 52 and 53 weeks: growth is as filed, with a note of the extra week', () => {
    near(value(lksp, 'revenue_cagr_pct.consolidated.fy2021-fy2025'), 9.807, 3);
    assert.equal(value(lksp, 'revenue.consolidated.fy2023q4'), '287600000');
    near(value(lksp, 'revenue_growth_pct.consolidated.fy2024'), 5.332, 3);
    const growth = lksp.facts.find(({ fact_id }) => fact_id === 'revenue_growth_pct.consolidated.fy2024');
    assert.match(growth?.notes.join() ?? '', /364 days stand against 371.*Without it growth is 7\.488 %/);
    // 91.9 − 66.4 million, after the correction of the year.
    assert.equal(value(lksp, 'net_income.consolidated.fy2024q4'), '25500000');
    // 1,181.1 + 634.0 − 564.2 million
    assert.equal(value(lksp, 'revenue_ttm.consolidated.ttm'), '1250900000');
    // 72.6 − 30.7 million
    assert.equal(value(lksp, 'operating_cash_flow.consolidated.fy2026q2'), '41900000');
  });

  it('restated figures are conflicts; a rounded balance is none, nor is EPS on the shares of before', () => {
    assert.deepEqual(
      lksp.conflicts.map(({ fact_id, candidates, chosen }) => [
        fact_id,
        candidates[chosen]?.value,
        candidates.length,
      ]),
      [
        ['net_income.consolidated.fy2024', '91900000', 3],
        ['operating_income.consolidated.fy2023', '116200000', 2],
      ],
    );
    assert.equal(value(lksp, 'total_assets.consolidated.fy2023'), '1402311000');
    const eps = lksp.facts.find(({ metric }) => metric === 'eps_diluted');
    assert.equal(eps?.value, '1.02');
    assert.match(eps?.notes.join() ?? '', /3\.09 USD\/share, on the shares of before: it is not compared/);
  });

  it('decisions/Evidence providers: without official prices and actions it waits for review', () => {
    assert.equal(lksp.coverage.verdict, 'REVIEW_REQUIRED');
    assert.deepEqual(
      lksp.coverage.rows
        .filter(({ is_required }) => is_required)
        .map(({ obligation, reason }) => [obligation, reason]),
      [
        ['financial_performance', null],
        ['market_and_valuation', 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'],
        ['catalysts', 'no_source_family'],
        ['guidance_and_outlook', 'no_source_family'],
      ],
    );
  });
});
