import assert from 'node:assert/strict';
import { performanceDocument } from '../../../../core/reports/export/performance-document.ts';
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
  reasons: {},
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
  warnings: [],
  reasons: {},
} as unknown as PerformanceView;

describe('reports/export: performance', () => {
  const document = performanceDocument(view, { from: null, to: null });

  it('portfolio/Report rules 4: the unadjusted return is the last of a window, in the file and on paper', () => {
    const returns = document.columns.filter((name) => name.endsWith('_pct'));
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
