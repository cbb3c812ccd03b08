import assert from 'node:assert/strict';
import type { PerformanceFacts } from '../../../../core/reports/performance/performance-facts.ts';
import { performanceWarnings } from '../../../../core/reports/performance/performance-warnings.ts';
import type { PerformanceView } from '../../../../core/reports/performance/view.ts';

describe('warnings of the performance report', () => {
  it('a split that waits and a gap in the prices are no withdrawals', () => {
    const period = { return_pct: -40, net_flow: -590, to: '2026-03-04' };
    const view = {
      periods: [
        { ...period, period: '1M', from: '2026-02-04' },
        { ...period, period: 'Max', from: '2025-12-31' },
      ],
      series: [],
      spans: [],
      benchmark: { currency: 'INR' },
      currency: 'INR',
      xirr_pct: null,
    } as unknown as PerformanceView;
    // 10 units were bought on 30 January; on 4 March their worth of 1,200 left and 610 joined.
    const facts = {
      daily: {
        flows: [{ day: '2026-01-30', amount: 1000 }],
        entered: [{ day: '2026-03-04', amount: 610 }],
        left: [{ day: '2026-03-04', amount: 1200 }],
        payments: { first_day: null },
        unexplained_days: [],
        ledger_reason: null,
      },
      standings: { day: '2026-03-04', state: 'AVAILABLE', reasons: {} },
      fx: {},
    } as unknown as PerformanceFacts;
    const told = performanceWarnings(view, facts, { value: null, overdrawn_on: null, reason: '' });
    assert.deepEqual(
      told.map(({ code, count }) => [code, count]),
      [
        ['FLOWS_IN_WINDOW', 1],
        ['VALUE_MOVED_WITHOUT_MONEY', 1],
      ],
    );
    assert.match(told[0]?.message ?? '', /^There were deposits or withdrawals within Max\./);
    assert.match(
      told[1]?.message ?? '',
      /^Within 1M, holdings left or joined the priced part without a deposit/,
    );
  });
});
