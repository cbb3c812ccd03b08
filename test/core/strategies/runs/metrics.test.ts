import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAmount } from '../../../../core/platform/fixed-point.ts';
import { backtestRows, runBacktest, sessionMarks } from '../../../../core/strategies/engine/index.ts';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import { cagrOf, type Curve } from '../../../../core/strategies/runs/curve.ts';
import { deepestDrawdowns } from '../../../../core/strategies/runs/drawdowns.ts';
import { metricsOf, monthReturns } from '../../../../core/strategies/runs/metrics.ts';
import { listed } from '../../../support/backtest-rows.ts';
import { near } from '../../../support/near.ts';
import { calendar, panelOf, randomPanel, sessions } from '../../../support/price-panel.ts';
import { slowDrawdowns, slowMetrics } from '../../../support/slow-metrics.ts';
import { sampled } from '../../../support/soak.ts';
import { someConfig, strategyConfigOf } from '../../../support/strategy-config.ts';

const ASSUMED = { risk_free_pct: 6.5, trading_days: 250 };

function backtest(panel: PricePanel, config: ReturnType<typeof someConfig>, from: string, to: string) {
  const marks = sessionMarks(calendar, panel.days, config.rebalance);
  return runBacktest({ panel, config, marks, from, to, initialCapital: parseAmount('1000000') });
}

/** Every number of one is that of the other, to so many of its digits. */
function alike(own: unknown, other: unknown, what: string): void {
  if (typeof other === 'number') {
    assert.ok(typeof own === 'number', `${what}: ${String(own)} instead of ${other}`);
    near(own, other, 1e-6 * Math.max(1, Math.abs(other)));
  } else if (other !== null && typeof other === 'object')
    for (const [key, value] of Object.entries(other)) alike((own as never)?.[key], value, `${what} ${key}`);
  else assert.equal(own, other, what);
}

describe('the metrics of a backtest', () => {
  it('are those of a second, slow calculation from its rows', () => {
    const anyRun = fc.record({
      seed: fc.integer({ min: 0, max: 1_000_000 }),
      nr: fc.integer({ min: 0, max: 839 }),
      to: fc.constantFrom('2022-09-30', '2023-06-30', '2024-05-31'),
    });
    fc.assert(
      fc.property(anyRun, ({ seed, nr, to }) => {
        const panel = randomPanel({ seed, shares: 16, from: '2022-01-03', to });
        const config = someConfig(nr);
        const trace = backtest(panel, config, '2022-03-01', to);
        const own = metricsOf(trace, ASSUMED);
        const { tax_by_year, ...slow } = slowMetrics(
          listed(backtestRows(trace, config)),
          ASSUMED.risk_free_pct,
          ASSUMED.trading_days,
        );
        for (const [what, value] of Object.entries(slow)) alike(own[what as keyof typeof own], value, what);
        assert.equal(own.drawdowns.length, slow.drawdowns.length);
        assert.equal(own.worst_months.length, slow.worst_months.length);
        for (const [fy, tax] of Object.entries(tax_by_year))
          near(own.tax_years.find((one) => one.fy === fy)?.tax ?? 0, tax, 0.01);
        for (const [what, value] of Object.entries(own))
          assert.equal(value === null, what in own.reasons, `${what} and its reason`);
      }),
      { numRuns: sampled(8, 300) },
    );
  });

  it('without any session they are nothing, and the reasons say so', () => {
    // Republic Day and a weekend.
    const days = sessions('2024-01-15', '2024-02-15');
    const trace = backtest(
      panelOf(days, { A: days.map(() => 1) }),
      strategyConfigOf(),
      '2024-01-26',
      '2024-01-28',
    );
    const metrics = metricsOf(trace, ASSUMED);
    assert.deepEqual(JSON.parse(JSON.stringify(metrics)), {
      ...metrics,
      final_value: 0,
      turnover_pct_per_year: 0,
      cost_drag_pct_per_year: 0,
      tax_drag_pct_per_year: 0,
      exposure_pct: 0,
      max_drawdown_pct: 0,
      drawdowns: [],
      worst_months: [],
      best_month: null,
      benchmark: null,
    });
    assert.equal(metrics.reasons.cagr_gross_pct, 'The window has no session.');
    assert.equal(metrics.reasons.hit_rate_pct, 'No holding was sold completely.');
  });

  it('what came in by a schedule is told beside the final value, which includes it', () => {
    const days = sessions('2024-01-15', '2024-04-12');
    const panel = panelOf(days, { A: days.map(() => 100) });
    const of = (more: object) =>
      metricsOf(backtest(panel, strategyConfigOf(more), '2024-01-15', '2024-04-12'), ASSUMED);
    const plain = of({});
    assert.equal(plain.contributed, null);
    assert.equal(plain.reasons.contributed, 'No money was added on a schedule.');
    // On 15 January, 15 February and 15 March.
    const paid = of({
      contribution_schedule: { frequency: 'monthly', amount: 10_000, start_date: '2024-01-15' },
    });
    assert.equal(paid.contributed, 30_000);
    assert.equal(paid.reasons.contributed, undefined);
    assert.ok(paid.final_value > plain.final_value + 29_000, `${paid.final_value}`);
  });

  it('the benchmark has figures only where its first and last level are known', () => {
    const days = sessions('2022-01-03', '2023-03-31');
    const figures = (holes: readonly number[]) => {
      const closes = Float64Array.from(days, (_, at) => (holes.includes(at) ? Number.NaN : 100 + at));
      const benchmark = { code: 'NIFTY50', name: 'NIFTY 50', closes };
      const panel = panelOf(days, { A: days.map(() => 1) }, { benchmark });
      return metricsOf(backtest(panel, strategyConfigOf(), '2022-01-03', '2023-03-31'), ASSUMED);
    };
    const known = figures([3, 4]).benchmark;
    // From 100 to 100 and one for each session after the first.
    near(known?.total_return_pct, days.length - 1);
    near(known?.cagr_pct, ((1 + (days.length - 1) / 100) ** (365 / 452) - 1) * 100);
    assert.equal(known?.max_drawdown_pct, 0);
    for (const hole of [0, days.length - 1]) {
      const { benchmark, reasons } = figures([hole]);
      assert.equal(benchmark, null);
      assert.equal(reasons.benchmark, 'The benchmark has no level on the first or the last session.');
    }
  });
});

describe('yearly growth', () => {
  it('is known from a year on', () => {
    // 21 % in 730 days are 10 % a year; 364 days are none.
    near(cagrOf(12.1, '2021-01-01', '2023-01-01').value, 10);
    near(cagrOf(11, '2021-01-01', '2022-01-01').value, 10);
    assert.deepEqual(cagrOf(11, '2021-01-01', '2021-12-31'), {
      value: null,
      reason: 'A yearly return needs a year; this window has 364 days.',
    });
    assert.equal(cagrOf(null, '2021-01-01', '2023-01-01').value, null);
  });
});

describe('the returns of months', () => {
  const days = ['2024-01-30', '2024-01-31', '2024-02-01', '2024-03-28', '2024-04-01'];
  const curve: Curve = { days, levels: [9.9, 9, 8, 18, 18] };

  it('go from the last session of the month before; the first from 10', () => {
    const rounded = monthReturns(curve, { days, levels: [10, 11, 12, null, 24] }).map((row) => [
      row.month,
      Math.round(row.return_pct * 100) / 100,
      row.benchmark_return_pct === null ? null : Math.round(row.benchmark_return_pct * 100) / 100,
    ]);
    assert.deepEqual(rounded, [
      ['2024-01', -10, 10],
      ['2024-02', -11.11, 9.09],
      ['2024-03', 125, null],
      ['2024-04', 0, null],
    ]);
  });
});

describe('the deepest falls of a curve', () => {
  const days = Array.from({ length: 12 }, (_, at) => `2024-01-${String(at + 1).padStart(2, '0')}`);
  const falls = (...levels: (number | null)[]) =>
    deepestDrawdowns({ days: days.slice(0, levels.length), levels }, 5).map(
      ({ peak_date, trough_date, recovery_date, drawdown_pct }) => [
        ...[peak_date, trough_date, recovery_date].map((day) =>
          day === null ? null : Number(day.slice(-2)),
        ),
        Math.round(drawdown_pct * 1e6) / 1e6,
      ],
    );

  it('each from its peak over its lowest day to the day it was back', () => {
    assert.deepEqual(falls(10, 12, 9, 11, 12, 15, 7.5, 6, 14, 16, 12), [
      [6, 8, 10, 60],
      [2, 3, 5, 25],
      [10, 11, null, 25],
    ]);
    assert.deepEqual(falls(10, 11, 12), []);
    assert.deepEqual(falls(), []);
  });

  it('the level before the first session is a peak: what its trades cost is a fall', () => {
    assert.deepEqual(falls(9.9, 9, 10), [[1, 2, 3, 10]]);
  });

  it('what rounding alone keeps under the peak has recovered', () => {
    assert.deepEqual(falls(10, 8, 10 * (1 - 1e-14), 10 * (1 - 2e-14)), [[1, 2, 3, 20]]);
  });

  it('a day without a level is passed over', () => {
    assert.deepEqual(falls(10, null, 8, null, 10), [[1, 3, 5, 20]]);
  });

  it('are those of a second, slow calculation', () => {
    const level = fc.integer({ min: 1, max: 30 }).map((value) => value / 2);
    fc.assert(
      fc.property(fc.array(level, { maxLength: 12 }), (levels) => {
        const own = days.slice(0, levels.length);
        assert.deepEqual(deepestDrawdowns({ days: own, levels }, 12), slowDrawdowns(own, levels));
      }),
    );
  });
});
