import assert from 'node:assert/strict';
import { type FiscalYear, type Observation } from '../../../../core/research/index.ts';
import { indian, LKSP, packetOf, said } from '../../../support/evidence-packets.ts';
import { built, near, value } from './ledger-under-test.ts';

describe('research/Evidence, claims and facts rules 3 and 4: figures of real filings', () => {
  const years: FiscalYear[] = [2021, 2022, 2023, 2024, 2025].map((year) => ({
    year,
    start: `${year - 1}-02-01`,
    end: `${year}-01-31`,
  }));
  const usd = (metric: Observation['metric'], amount: string, days: [string, string]) =>
    said(metric, amount, days, { unit: 'USD' });

  it('Snowflake: the fourth quarter, twelve months and growth a year that no row states', () => {
    const revenue = ['592049000', '1219327000', '2065659000', '2806489000', '3626396000'];
    const loss = ['-539102000', '-679948000', '-796705000', '-836097000', '-1285640000'];
    const packet = packetOf(
      'FILING',
      [
        ...years.map(({ start, end }, nr) => usd('revenue', revenue[nr]!, [start, end])),
        ...years.map(({ start, end }, nr) => usd('net_income_owners', loss[nr]!, [start, end])),
        ...years.map(({ start, end }, nr) => usd('net_income', loss[nr]!, [start, end])),
        usd('revenue', '2639626000', ['2024-02-01', '2024-10-31']),
        usd('revenue', '1042074000', ['2025-02-01', '2025-04-30']),
        usd('revenue', '828709000', ['2024-02-01', '2024-04-30']),
        usd('operating_cash_flow', '425333000', ['2024-02-01', '2024-07-31']),
        usd('operating_cash_flow', '355468000', ['2024-02-01', '2024-04-30']),
        usd('operating_cash_flow', '959764000', ['2024-02-01', '2025-01-31']),
        usd('operating_cash_flow', '527039000', ['2024-02-01', '2024-10-31']),
      ],
      { provider: 'sec', fiscal_years: years },
    );
    const ledger = built([packet], { subject: LKSP });
    // 3,626,396,000 − 2,639,626,000
    assert.equal(value(ledger, 'revenue.consolidated.fy2025q4'), '986770000');
    // 3,626,396,000 + 1,042,074,000 − 828,709,000
    assert.equal(value(ledger, 'revenue_ttm.consolidated.ttm'), '3839761000');
    // 425,333,000 − 355,468,000 and 959,764,000 − 527,039,000
    assert.equal(value(ledger, 'operating_cash_flow.consolidated.fy2025q2'), '69865000');
    assert.equal(value(ledger, 'operating_cash_flow.consolidated.fy2025q4'), '432725000');
    near(value(ledger, 'revenue_cagr_pct.consolidated.fy2021-fy2025'), 57.318, 3);
    assert.deepEqual(
      ledger.facts.filter(({ metric }) => metric === 'net_income_cagr_pct'),
      [],
    );
    assert.match(
      ledger.unavailable.find(({ metric }) => metric === 'net_income_cagr_pct')?.reason ?? '',
      /not above zero/,
    );
    assert.deepEqual(ledger.conflicts, []);
  });

  it('Snowflake: two figures that truly differ are kept, and a rounded one is none', () => {
    const cash = (amount: string, published_at: string, filing: string) =>
      said('cash', amount, '2023-01-31', { unit: 'USD', published_at, filing });
    const shares = (amount: string, published_at: string) =>
      said('shares_diluted', amount, ['2020-02-01', '2021-01-31'], { published_at });
    const ledger = built(
      [
        packetOf(
          'FILING',
          [
            cash('398346000', '2023-03-29T20:00:00Z', 'a'),
            cash('539390000', '2023-06-01T20:00:00Z', 'b'),
            cash('539390000', '2023-09-01T20:00:00Z', 'c'),
            shares('141613196', '2021-03-31T20:00:00Z'),
            shares('141613000', '2022-03-30T20:00:00Z'),
          ],
          { fiscal_years: years },
        ),
      ],
      { subject: LKSP },
    );
    assert.equal(value(ledger, 'shares_diluted.consolidated.fy2021'), '141613196');
    assert.equal(value(ledger, 'cash.consolidated.fy2023'), '539390000');
    assert.deepEqual(
      ledger.conflicts.map(({ fact_id, rule, candidates, chosen }) => [
        fact_id,
        rule,
        candidates.map((one) => one.value),
        candidates[chosen]?.value,
      ]),
      [['cash.consolidated.fy2023', 'LATEST_REVISION', ['539390000', '539390000', '398346000'], '539390000']],
    );
  });

  it('V.S.T. Tillers: the first half is nine months less the quarter, in each scope by itself', () => {
    const of = (
      scope: 'standalone' | 'consolidated',
      quarter: string,
      months: string,
      metric: 'revenue' | 'net_income',
    ) => [
      said(metric, quarter, indian('FY2025Q3'), { scope }),
      said(metric, months, indian('FY2025M9'), { scope }),
    ];
    const ledger = built([
      packetOf('FILING', [
        ...of('standalone', '2191000000', '6931200000', 'revenue'),
        ...of('standalone', '17000000', '694850000', 'net_income'),
        ...of('consolidated', '12800000', '685450000', 'net_income'),
      ]),
    ]);
    assert.equal(value(ledger, 'revenue.standalone.fy2025h1'), '4740200000');
    assert.equal(value(ledger, 'net_income.standalone.fy2025h1'), '677850000');
    assert.equal(value(ledger, 'net_income.consolidated.fy2025h1'), '672650000');
    assert.equal(value(ledger, 'revenue.consolidated.fy2025h1'), null);
    const fact = ledger.facts.find(({ fact_id }) => fact_id === 'revenue.standalone.fy2025h1');
    assert.deepEqual(fact?.period, { key: 'FY2025H1', start: '2024-04-01', end: '2024-09-30' });
    assert.deepEqual(fact?.derivation?.inputs, [
      'revenue.standalone.fy2025m9',
      'revenue.standalone.fy2025q3',
    ]);
    assert.equal(fact?.label, 'CALCULATED_FACT');
  });

  it('V.S.T. Tillers: a cut-off between the wrong filing and its correction sees the wrong one', () => {
    const filing = (amount: string, published_at: string) =>
      packetOf('FILING', [said('revenue', amount, indian('FY2025Q3'), { scope: 'standalone' })], {
        published_at,
      });
    const packets = [
      filing('21910000000', '2025-02-11T06:33:04Z'),
      filing('2191000000', '2026-07-30T11:45:56Z'),
    ];
    const id = 'revenue.standalone.fy2025q3';
    assert.equal(value(built(packets), id), '2191000000');
    assert.equal(built(packets).conflicts[0]?.rule, 'LATEST_REVISION');
    const before = built(packets, { as_of: '2026-07-30T11:45:55Z', mode: 'HISTORICAL' });
    assert.equal(value(before, id), '21910000000');
    assert.deepEqual(before.conflicts, []);
    assert.deepEqual(
      before.refused.map(({ reason }) => reason),
      ['AFTER_CUTOFF'],
    );
  });

  it('PNC Infratech: nine months are the year less its fourth quarter', () => {
    const ledger = built([
      packetOf('FILING', [
        said('revenue', '53681016000', indian('FY2026')),
        said('revenue', '16169829000', indian('FY2026Q4')),
        said('operating_cash_flow', '45929651000', indian('FY2026')),
        said('capex', '3260076000', indian('FY2026')),
        said('total_equity', '68129664000', '2026-03-31'),
        said('total_debt', '51508476000', '2026-03-31'),
      ]),
    ]);
    assert.equal(value(ledger, 'revenue.consolidated.fy2026m9'), '37511187000');
    // 45,929,651,000 − 3,260,076,000
    assert.equal(value(ledger, 'free_cash_flow.consolidated.fy2026'), '42669575000');
    // 51,508,476 / 68,129,664 = 0.756036…
    near(value(ledger, 'debt_to_equity.consolidated.fy2026'), 0.756, 3);
  });

  it('a figure that is tagged without a value is unavailable, and so is what would rest on it', () => {
    const ledger = built([
      packetOf('FILING', [
        said('net_income_owners', null, indian('FY2025Q3'), { reason: 'Tagged 0.00 while profit is not 0.' }),
        said('net_income_owners', '859400000', indian('FY2025M9')),
        said('inventory', 'N/A', '2025-03-31'),
        said('cash', 'Infinity', '2025-03-31'),
        said('receivables', '', '2025-03-31'),
      ]),
    ]);
    assert.deepEqual(
      ledger.facts.map(({ fact_id }) => fact_id),
      ['net_income_owners.consolidated.fy2025m9'],
    );
    assert.deepEqual(ledger.unavailable.map(({ metric }) => metric).toSorted(), [
      'cash',
      'inventory',
      'net_income_owners',
      'net_income_owners_ttm',
      'receivables',
    ]);
  });
});
