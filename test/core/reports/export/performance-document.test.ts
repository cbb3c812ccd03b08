import assert from 'node:assert/strict';
import { performanceDocument } from '../../../../core/reports/export/performance-document.ts';
import { pageOf } from '../../../../core/reports/export/page.ts';
import type { PerformanceView } from '../../../../core/reports/performance/index.ts';

const window = {
  period: '1Y',
  from: '2025-03-02',
  to: '2026-03-02',
  start_value: 1000,
  end_value: 1600,
  net_flow: 500,
  dividends: 0,
  adjusted_return_pct: 8,
  twr_pct: 7.5,
  benchmark_return_pct: 5,
  alpha_pct: 3,
  index_return_pct: 6,
  return_pct: 60,
  basis: 'SNAPSHOT',
  limits: [
    { code: 'FEW_RETURNS', label: '12 daily returns', message: 'Calculated from only 12 daily returns.' },
  ],
  reasons: {},
};
const PART = {
  state: 'PARTIAL' as const,
  holdings_counted: 32,
  holdings_total: 33,
  value_share_pct: null,
  missing_count: 1,
  missing: [{ portfolio: 'P', symbol: 'GOLD', code: 'NO_TRANSACTIONS' as const, reason: '', mend: '' }],
};
const view = {
  portfolio: 'Networth',
  currency: 'INR',
  from: '2025-03-02',
  to: '2026-03-02',
  as_of: '2026-03-02',
  xirr_alternatives_pct: [-50],
  periods: [window],
  series: [],
  money_made: { made: 50, coverage: null, reason: null },
  partial: { xirr_pct: { ...PART, figure: 12.5 } },
  xirr_pct: null,
  twr_pct: 7.5,
  coverage: { ...PART, value_share_pct: 97.04, least_share_pct: 62, least_share_on: '2025-04-07' },
  benchmark: {
    code: 'NIFTY50',
    name: 'NIFTY 50',
    currency: 'INR',
    from: '2025-03-02',
    to: '2026-03-02',
    return_pct: 5,
    reason: null,
    position_value: 1575,
    index_return_pct: 6,
    index_reason: null,
  },
  current_value: 1600,
  total_invested: 1500,
  limits: [
    { code: 'FEW_RETURNS', label: '12 daily returns', message: 'Calculated from only 12 daily returns.' },
    { code: 'OLD_PRICES', label: '15 months old', message: 'Prices of 29 Aug 2025, 15 months old.' },
  ],
  warnings: [],
  reasons: {},
} as unknown as PerformanceView;

describe('reports/export: performance', () => {
  const document = performanceDocument(view, { from: null, to: null });

  it('portfolio/Report rules 4: the unadjusted return is the last of a window, in the file and on paper', () => {
    const returns = document.columns.filter((name) => name.endsWith('_pct') && name !== 'covered_pct');
    assert.deepEqual(returns, [
      'adjusted_return_pct',
      'twr_pct',
      'benchmark_return_pct',
      'alpha_pct',
      'index_return_pct',
      'return_pct',
    ]);
    assert.deepEqual(
      document.printed.filter(({ kind }) => kind === 'percent').map(({ label }) => label),
      ['Adjusted', 'Time-weighted', 'Same in index', 'Alpha', 'Index itself', 'Unadjusted'],
    );
    const [row] = [...document.rows];
    assert.deepEqual(
      returns.map((name) => row?.[name]),
      [8, 7.5, 5, 3, 6, 60],
    );
  });

  it('figures of a part are there with what they cover, and the notes say so', () => {
    const named = (name: string) => document.figure_rows.find((row) => row['name'] === name);
    const shown = (name: string) => ['value', 'covered_pct', 'excluded'].map((key) => named(name)?.[key]);
    assert.deepEqual(shown('xirr_pct'), [12.5, null, 'GOLD']);
    assert.deepEqual(shown('twr_pct'), [7.5, 97.04, 'GOLD']);
    assert.deepEqual([...document.rows][0]?.['covered_pct'], 97.04);
    assert.ok(document.notes.includes('The series and the periods: covers 97.0% of value; excluded: GOLD.'));
    assert.ok(document.notes.includes('XIRR per year: covers 32 of 33 holdings; excluded: GOLD.'));
  });

  it('few daily returns and old prices are shown beside each figure that they limit, in the file and on paper', () => {
    const named = (name: string) => document.figure_rows.find((row) => row['name'] === name)?.['limits'];
    assert.deepEqual(['twr_pct', 'xirr_pct', 'current_value', 'total_invested'].map(named), [
      '12 daily returns, 15 months old',
      '15 months old',
      '15 months old',
      null,
    ]);
    assert.equal([...document.rows][0]?.['limits'], '12 daily returns');
    const printed = pageOf(document, '/definitions').figures;
    assert.deepEqual(
      printed.filter(({ label }) => label === 'Value' || label === 'Invested').map(({ note }) => note),
      ['15 months old', ''],
    );
    assert.ok(document.notes.includes('Prices of 29 Aug 2025, 15 months old.'));
  });

  it('the file has the other yearly rates, and the same payments in the index beside the index itself', () => {
    const named = (name: string) => document.figure_rows.find((row) => row['name'] === name);
    assert.equal(named('xirr_alternative_pct')?.['value'], -50);
    const index = named('NIFTY 50');
    assert.deepEqual(
      [index?.['value'], index?.['benchmark_return_pct'], index?.['index_return_pct']],
      [1575, 5, 6],
    );
  });
});
