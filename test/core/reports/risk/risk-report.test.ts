import assert from 'node:assert/strict';
import type { ValueLine } from '../../../../core/reports/measures/index.ts';
import { explainRisk } from '../../../../core/reports/risk/risk-explanations.ts';
import { type RiskFacts, riskReport } from '../../../../core/reports/risk/risk-report.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { near } from '../../../support/near.ts';

const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

function daily(values: (number | null)[], change: Partial<ValueLine> = {}): ValueLine {
  const days = values.map((value, at) => ({ day: dayOf(at), value }));
  const payments = { amounts: [], first_day: null, reason: null };
  return {
    portfolio: 'P',
    currency: 'INR',
    days,
    flows: [],
    dividends: [],
    unexplained_days: [],
    is_converted: false,
    payments,
    carried: null,
    first_day: days.find(({ value }) => (value ?? 0) > 0)?.day ?? null,
    ledger_reason: null,
    spans: [{ from: dayOf(0), to: dayOf(values.length - 1), basis: 'SNAPSHOT' }],
    shares: new Map(),
    excluded: [],
    ...change,
  };
}

const facts = (of: ValueLine, change: Partial<RiskFacts> = {}): RiskFacts => ({
  daily: of,
  as_known: 'now',
  ends_early: false,
  coverage: null,
  freshness: null,
  limits: [],
  standings: {
    day: '2027-01-01',
    current_value: 116,
    total_invested: 100,
    total_profit: 16,
    total_dividends: 0,
    reasons: {},
  },
  span: { from: null, to: null },
  riskFree: 6,
  tradingDays: 252,
  ...change,
});

describe('the risk report', () => {
  it('portfolio/Report rules 6: drawdown, volatility and Sharpe of the daily series', () => {
    // 10 %, -10 %, 10 %, -10 %: the deviation is 10 %. Highest 110, then 99, 108.9 and 98.01: 10.9 % below.
    const { view } = riskReport(facts(daily([100, 110, 99, 108.9, 98.01])));
    near(view.volatility_pct, 10 * Math.sqrt(252));
    near(view.max_drawdown_pct, 10.9);
    assert.deepEqual([view.peak_date, view.trough_date, view.recovery_date], [dayOf(1), dayOf(4), null]);
    near(view.current_drawdown_pct, 10.9);
    // A year from the first day: CAGR 16 %, less 6.
    near(view.cagr_pct, 16);
    near(view.sharpe, 10 / (10 * Math.sqrt(252)));
    assert.deepEqual([view.best_day?.date, view.worst_day?.date], [dayOf(1), dayOf(2)]);
    assert.equal(view.returns_count, 4);
    assert.match(view.reasons.recovery_date ?? '', /not recovered to its peak of 2 Jan 2026/);
    assert.ok(view.warnings.some(({ code }) => code === 'FEW_RETURNS'));
  });

  it('portfolio/Report rules 6: null until two daily returns exist, each with its reason', () => {
    const { view } = riskReport(facts(daily([100, 110])));
    assert.deepEqual([view.volatility_pct, view.sharpe], [null, null]);
    assert.match(view.reasons.volatility_pct ?? '', /at least 2 daily returns/);
    assert.match(view.reasons.sharpe ?? '', /[Nn]eeds the volatility/);
    assert.equal(view.max_drawdown_pct, 0);
    const none = riskReport(facts(daily([])));
    assert.deepEqual([none.view.max_drawdown_pct, none.view.from, none.view.series], [null, null, []]);
    assert.ok((none.view.reasons.max_drawdown_pct ?? '') !== '');
  });

  it('a series that ends before the last session ends on its last known value, not on the gap after it', () => {
    const { view } = riskReport(facts(daily([100, 110, null]), { ends_early: true }));
    const early = view.warnings.find(({ code }) => code === 'SERIES_ENDS_EARLY');
    assert.deepEqual([view.to, early?.message.includes(' after 2 Jan 2026:')], [dayOf(1), true]);
  });

  it('a span is measured by itself', () => {
    const { view } = riskReport(
      facts(daily([100, 50, 60, 66, 60]), { span: { from: dayOf(2), to: dayOf(4) } }),
    );
    // 66 to 60.
    near(view.max_drawdown_pct, (6 / 66) * 100);
    assert.deepEqual([view.from, view.to, view.returns_count], [dayOf(2), dayOf(4), 2]);
  });

  it('days that no transaction explains and days of recorded values are told', () => {
    const { view } = riskReport(
      facts(
        daily([100, 110, 500, 505], {
          flows: [{ day: dayOf(2), amount: 390 }],
          unexplained_days: [dayOf(2)],
          spans: [
            { from: dayOf(0), to: dayOf(1), basis: 'LEDGER' },
            { from: dayOf(2), to: dayOf(3), basis: 'SNAPSHOT' },
          ],
          ledger_reason: 'The ledger is not whole.',
        }),
      ),
    );
    assert.deepEqual(
      view.warnings.map(({ code, count }) => [code, count]),
      [
        ['FEW_RETURNS', 2],
        ['UNEXPLAINED_DAYS', 1],
        ['VALUES_RECORDED', 1],
        ['VALUES_NOT_FROM_LEDGER', 1],
      ],
    );
    assert.deepEqual(
      view.series.map(({ basis }) => basis),
      ['LEDGER', 'LEDGER', 'SNAPSHOT', 'SNAPSHOT'],
    );
  });

  it('a return over a gap of months counts in the drawdown but not as a daily return, and a warning says so', () => {
    const line = daily([100, 110, 99, 108.9]);
    // The last two values are of three months later.
    const days = line.days.map((one, at) => (at < 2 ? one : { ...one, day: `2026-04-0${at}` }));
    const { view } = riskReport(facts({ ...line, days }));
    near(view.max_drawdown_pct, 10);
    assert.deepEqual([view.returns_count, view.worst_day?.return_pct.toFixed(6)], [2, '10.000000']);
    // 10 % and 10 %: no swing.
    near(view.volatility_pct, 0);
    assert.ok(view.warnings.some(({ code, count }) => code === 'GAPS_IN_SERIES' && count === 1));
  });

  it('portfolio/Report rules 6: the values and the money that are listed give the drawdowns', () => {
    // 120, then 60 came and all fell to 126 of 180, then to 99 of 126: 0.7 × 99 ⁄ 126 = 0.55 of the highest level.
    const flows = [{ day: dayOf(2), amount: 60 }];
    const known = facts(daily([100, 120, 126, 110, 99], { flows }));
    const { view, ...measured } = riskReport(known);
    const all = explainRisk(view, known, measured);
    for (const name of ['max_drawdown_pct', 'current_drawdown_pct'] as const) {
      const inputs = all.find(({ figure }) => figure === name)?.inputs ?? [];
      assert.deepEqual(
        inputs.map(({ date, value }) => [date, value]),
        [
          [dayOf(1), 120],
          [dayOf(2), 126],
          [dayOf(4), 99],
          [dayOf(2), 60],
        ],
      );
      const [top, moved, low, came] = inputs.map(({ value }) => value ?? 0) as [
        number,
        number,
        number,
        number,
      ];
      near(view[name], (1 - (moved / (top + came)) * (low / moved)) * 100);
      near(view[name], 45);
    }
  });

  it('explanations name the days, the settings and the returns', () => {
    const known = facts(daily([100, 120, 90, 120]));
    const { view, ...measured } = riskReport(known);
    const of = new Map(explainRisk(view, known, measured).map((one) => [one.figure, one]));
    assert.deepEqual(
      of.get('max_drawdown_pct')?.inputs.map(({ date, value }) => [date, value]),
      [
        [dayOf(1), 120],
        [dayOf(2), 90],
        [dayOf(3), 120],
      ],
    );
    assert.ok(of.get('sharpe')?.inputs.some(({ source }) => source === 'PORTFOLIO_RISK_FREE_RATE_PCT'));
    assert.equal(of.get('sharpe')?.unit, 'ratio');
    // The setting and three returns.
    assert.equal(of.get('volatility_pct')?.inputs_total, 4);
  });

  describe('of a person', () => {
    let fixture: TestCore;
    before(async () => {
      fixture = await testCore({
        at: '2026-01-01T06:00:00.000Z',
        environment: { PORTFOLIO_RISK_FREE_RATE_PCT: '5', PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR: '250' },
      });
    });
    after(() => fixture.close());

    it('portfolio/Report rules 6: reads snapshots and settings; the portfolio of another person is not there', async () => {
      const { portfolio, reports } = fixture.core;
      const by = { actor: 'test' };
      const trade = { portfolio: 'P', symbol: 'TCS', currency: 'INR', type: 'BUY', quantity: 10, price: 100 };
      await portfolio.transactions.create(fixture.owner, { ...trade, date: '2026-01-01' }, by);
      for (const price of [100, 110, 99]) {
        for (const { id } of await portfolio.holdings.all(fixture.owner))
          await portfolio.holdings.update(fixture.owner, id, { current_price: price }, by);
        await portfolio.snapshots.take(fixture.owner);
        fixture.clock.pass(24 * 60);
      }
      const view = await reports.risk.read(fixture.owner, { portfolio: 'P', explain: true });
      near(view.volatility_pct, 10 * Math.sqrt(250));
      near(view.max_drawdown_pct, 10);
      // After three days there is no yearly rate, and no ratio made of one.
      assert.deepEqual([view.cagr_pct, view.sharpe, view.risk_free_rate_pct], [null, null, 5]);
      assert.match(view.reasons.cagr_pct ?? '', /needs a year of values\. Yours cover .* since 1 Jan 2026/);
      assert.match(view.reasons.sharpe ?? '', /^Needs the CAGR\. /);
      assert.equal(view.explanations?.length, 5);
      await refused(reports.risk.read(fixture.stranger, { portfolio: 'P' }), 404, 'PORTFOLIO_NOT_FOUND');
    });
  });
});
