import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import { eodPortfolioReport } from '../../jobs/eod-portfolio-report.ts';
import { hourlyPortfolioUpdate } from '../../jobs/hourly-portfolio-update.ts';
import type { Run } from '../../jobs/job.ts';
import { morningPortfolioReport } from '../../jobs/morning-portfolio-report.ts';
import { reportKey } from '../../jobs/reports/send-reports.ts';
import type { CoveredSession } from '../../jobs/covered-sessions.ts';
import { emptyFigures, someFigures, someTotal } from './world.ts';

const run = (time: string, over: Partial<Run> & { date?: string } = {}): Run => ({
  dueAt: istInstant(over.date ?? '2026-03-10', time),
  isLate: over.isLate ?? false,
  attempt: 1,
  signal: new AbortController().signal,
});

const session = (
  exchange: CoveredSession['exchange'],
  date: string,
  over: Partial<CoveredSession> = {},
): CoveredSession => ({ exchange, date, closedFor: null, openFor: null, ...over });

describe('report texts', () => {
  it('jobs/Reports: the evening report in full', () => {
    assert.deepEqual(eodPortfolioReport.compose(someFigures, run('15:45')), {
      title: 'Evening report, Tue, 10 Mar 2026',
      body: [
        'Value ₹12,34,567.50',
        'Invested ₹10,00,000.00',
        'Gain +₹2,34,567.50 (+23.46%)',
        'Today −₹5,432.10 (−0.44%)',
        'Up: TCS +3.20%',
        'Down: WIPRO −4.00%, INFY −1.50%',
        'Realised gain so far +₹12,000.00, dividends after tax withheld ₹3,400.00, at the latest rates',
      ].join('\n'),
    });
  });

  it('jobs/Reports: every pushed report says which corporate action waits for a decision', () => {
    const message = '1 corporate action waits for your decision: IRCTC 5 for 1 split.';
    const figures: DashboardView = {
      ...someFigures,
      warnings: [{ code: 'ACTIONS_UNDECIDED', message, count: 1 }],
    };
    for (const kind of [morningPortfolioReport, hourlyPortfolioUpdate, eodPortfolioReport])
      for (const [shown, isMarked] of [
        [figures, true],
        [someFigures, false],
      ] as const) {
        const body = kind.compose(shown, run('15:45'))?.body ?? '';
        assert.equal(body.includes(`Note: ${message}`), isMarked, `${kind.kind}: ${body}`);
      }
  });

  it('jobs/Reports: on a day without a session the evening report says why, and repeats no change', () => {
    const occasion = run('15:45', { date: '2026-01-26' });
    const evening = (...sessions: CoveredSession[]) =>
      eodPortfolioReport.compose(someFigures, { ...occasion, sessions })?.body ?? '';
    const republicDay = session('NSE', '2026-01-26', { closedFor: 'Republic Day' });
    assert.match(evening(republicDay), /^NSE was closed today: Republic Day\.\nValue /);
    assert.doesNotMatch(evening(republicDay), /Today|Up:|Down:/);
    // Who also holds American shares has last night's session to read about, and not on a Monday.
    assert.match(
      evening(republicDay, session('NYSE', '2026-01-25')),
      /closed today: Republic Day[^]*Today −/,
    );
    const sunday = session('NYSE', '2026-01-25', { closedFor: 'Sunday' });
    assert.match(evening(sunday), /^NYSE was closed on 25 Jan 2026: Sunday\.\n/);
    assert.doesNotMatch(evening(republicDay, sunday), /Today −|Up:|Down:/);
  });

  it('jobs/Reports: an evening report of a session without known hours says that it may not have ended', () => {
    const muhurat = session('NSE', '2026-11-08', { openFor: 'Hours unknown: Muhurat trading' });
    const body = eodPortfolioReport.compose(someFigures, {
      ...run('21:30', { date: '2026-11-08' }),
      sessions: [muhurat],
    })?.body;
    assert.match(
      body ?? '',
      /^The session of NSE today may not have ended: Hours unknown: Muhurat trading\.\n/,
    );
  });

  it('jobs/Reports: the morning report speaks of what is held, not of the day', () => {
    const text = morningPortfolioReport.compose(someFigures, run('09:15'))?.body ?? '';
    assert.match(text, /^Value ₹12,34,567.50\n/);
    assert.match(text, /Indian Equity 80.0% · ETF 20.0%/);
    assert.doesNotMatch(text, /Today/);
  });

  it('jobs/Reports: the hourly update is two lines', () => {
    assert.deepEqual(hourlyPortfolioUpdate.compose(someFigures, run('15:00')), {
      title: '15:00 · ₹12,34,568',
      body: 'Today −₹5,432.10 (−0.44%)\nTCS +3.20% · WIPRO −4.00%',
    });
  });

  it('jobs/Reports: no hourly update comes on a day on which no exchange of what is held has a session', () => {
    const closed = { ...run('15:00'), isTradingDay: false };
    assert.equal(hourlyPortfolioUpdate.compose(someFigures, closed), null);
    assert.notEqual(eodPortfolioReport.compose(someFigures, closed), null);
  });

  it('jobs/Reports: old prices say their day and age under the value, and not how many minutes that is', () => {
    const age_message = 'Prices of 29 Aug 2025, 6 months old';
    const stale = {
      code: 'VALUATION_STALE' as const,
      message: 'Prices are older than 30 minutes.',
      count: 2,
    };
    const old = {
      ...someFigures,
      freshness: { ...someFigures.freshness, age: '6 months old', age_message },
      warnings: [stale],
    };
    for (const report of [morningPortfolioReport, eodPortfolioReport])
      assert.match(
        report.compose(old, run('15:45'))?.body ?? '',
        /^Value ₹12,34,567\.50\nPrices of 29 Aug 2025, 6 months old\.\nInvested /,
      );
    assert.match(
      hourlyPortfolioUpdate.compose(old, run('15:00'))?.body ?? '',
      /^Prices of 29 Aug 2025, 6 months old\.\nToday /,
    );
    assert.doesNotMatch(eodPortfolioReport.compose(old, run('15:45'))?.body ?? '', /30 minutes/);
    assert.match(
      eodPortfolioReport.compose({ ...someFigures, warnings: [stale] }, run('15:45'))?.body ?? '',
      /Note: Prices are older than 30 minutes\./,
    );
  });

  it('jobs/Reports: a late one says when it was due', () => {
    const text = eodPortfolioReport.compose(someFigures, run('15:45', { isLate: true }))?.body ?? '';
    assert.match(text, /\nLate: this was due at 15:45 IST\.$/);
  });

  const unpriced: DashboardView = {
    ...someFigures,
    total: {
      ...someTotal,
      state: 'UNAVAILABLE',
      current_value: null,
      total_profit: null,
      total_profit_pct: null,
      day_change: null,
      day_change_pct: null,
      valued_count: 0,
      reasons: { current_value: 'No price for TCS, INFY, WIPRO and 23 more.' },
    },
    movers: { ...someFigures.movers, day: { gainers: [], losers: [] } },
    warnings: [{ code: 'VALUATION_PARTIAL', count: 26, message: 'No price for TCS and 25 more.' }],
  };
  it('portfolio/States, dashboard totals: without a usable price the report says what is known and how to get prices, never 0', () => {
    for (const [report, time] of [
      [morningPortfolioReport, '09:15'],
      [eodPortfolioReport, '15:45'],
    ] as const) {
      const body = report.compose(unpriced, run(time))?.body ?? '';
      assert.match(body, /^26 holdings, cost ₹10,00,000\.00\.\n/);
      assert.match(body, /value is unknown\. No price for TCS, INFY, WIPRO and 23 more\./);
      assert.match(body, /Set a price/);
      assert.match(body, /Realised gain so far \+₹12,000\.00/);
      assert.doesNotMatch(body, /₹0/);
    }
    assert.equal(hourlyPortfolioUpdate.compose(unpriced, run('15:00')), null);
  });

  it('portfolio/States, dashboard totals: a partial value says how much it leaves out, and its gain is of the same holdings', () => {
    const total = {
      ...someTotal,
      state: 'PARTIAL' as const,
      valued_count: 23,
      total_profit: null,
      total_profit_pct: null,
      reasons: { total_profit: 'No price for X.' },
    };
    const evening = eodPortfolioReport.compose({ ...someFigures, total }, run('15:45'))?.body ?? '';
    assert.match(evening, /excludes 3 of 26 holdings\. No price for X\./);
    assert.doesNotMatch(evening, /Gain/);
    const part = (figure: number) => ({
      figure,
      state: 'PARTIAL' as const,
      holdings_counted: 23,
      holdings_total: 26,
      value_share_pct: null,
      missing_count: 3,
      missing: [],
    });
    const partial = { total_profit: part(500), total_profit_pct: part(2.5) };
    const told = eodPortfolioReport.compose({ ...someFigures, total: { ...total, partial } }, run('15:45'));
    assert.match(
      told?.body ?? '',
      /^Gain \+₹500\.00 \(\+2\.50%\), covers 23 of 26 holdings; excluded: 3 holdings$/m,
    );
    assert.match(
      hourlyPortfolioUpdate.compose({ ...someFigures, total }, run('15:00'))?.body ?? '',
      /excludes 3 of 26/,
    );
  });

  it('portfolio/States, dashboard totals: an unknown change of the day is named with its reason, not shown as 0', () => {
    const total = {
      ...someTotal,
      day_change: null,
      day_change_pct: null,
      reasons: { day_change: 'No previous close for TCS.' },
    };
    const body = eodPortfolioReport.compose({ ...someFigures, total }, run('15:45'))?.body;
    assert.match(body ?? '', /Today: unknown\. No previous close for TCS\./);
  });

  it('jobs/Reports: on a day without a session the change is of the last one and says its date', () => {
    const total = { ...someTotal, day_change_label: 'Fri 6 Mar' };
    const [gainer, loser] = [someFigures.movers.day.gainers[0], someFigures.movers.day.losers[0]];
    assert.ok(gainer && loser);
    const day = {
      gainers: [{ ...gainer, day_change_label: 'Fri 6 Mar' }],
      losers: [{ ...loser, day_change_label: 'Thu 5 Mar' }],
    };
    const figures = { ...someFigures, total, movers: { ...someFigures.movers, day } };
    assert.equal(
      hourlyPortfolioUpdate.compose(figures, run('11:00'))?.body,
      'Fri 6 Mar −₹5,432.10 (−0.44%)\nTCS +3.20% · WIPRO −4.00% (Thu 5 Mar)',
    );
    for (const report of [morningPortfolioReport, hourlyPortfolioUpdate, eodPortfolioReport])
      assert.doesNotMatch(report.compose(figures, run('11:00'))?.body ?? '', /today/i);
  });

  it('jobs/Reports: what else limits the figures is noted once', () => {
    const warnings: DashboardView['warnings'] = [
      { code: 'VALUATION_STALE', count: 2, message: 'Two prices are old.' },
      { code: 'PREVIOUS_CLOSE_MISSING', count: 1, message: 'No close.' },
      { code: 'FX_ESTIMATED', count: 1, message: 'One rate.' },
      { code: 'VALUATION_PARTIAL', count: 1, message: 'No price for X.' },
    ];
    const total = { ...someTotal, state: 'ESTIMATED' as const, is_estimated: true };
    const body =
      morningPortfolioReport.compose({ ...someFigures, total, warnings }, run('09:15'))?.body ?? '';
    assert.deepEqual(
      body.split('\n').filter((line) => line.startsWith('Note')),
      ['Note: Two prices are old.'],
    );
    // Prices of weeks ago are not just older than half an hour.
    const age_message = '2 prices of 2 Mar 2026, 28 days old';
    const freshness = { ...someFigures.freshness, age_message };
    const aged = morningPortfolioReport.compose({ ...someFigures, warnings, freshness }, run('09:15'))?.body;
    assert.match(aged ?? '', /^2 prices of 2 Mar 2026, 28 days old\.$/m);
    assert.doesNotMatch(aged ?? '', /Two prices are old/);
    assert.match(body, /^Value ₹12,34,567\.50 \(partly converted at an estimated rate\)$/m);
    const fx_rates: DashboardView['fx_rates'] = [
      { from: 'USD', to: 'INR', rate: 88.254123, day: '2026-03-09', source: 'YAHOO', is_estimated: true },
      { from: 'EUR', to: 'INR', rate: 100, day: null, source: 'REFERENCE', is_estimated: true },
    ];
    const told =
      morningPortfolioReport.compose({ ...someFigures, total, fx_rates }, run('09:15'))?.body ?? '';
    assert.match(
      told,
      /^Value ₹12,34,567\.50 \(partly converted at 1 USD = 88\.2541 INR of 9 Mar 2026; 1 EUR = 100 INR from the settings\)$/m,
    );
  });

  it('jobs/Reports: a person without holdings gets a hint on Mondays and nothing else', () => {
    const days = ['2026-03-08', '2026-03-09', '2026-03-10'];
    const fresh = { ...emptyFigures, earnings: { ...emptyFigures.earnings, transactions_count: 0 } };
    assert.deepEqual(
      days.map((date) => morningPortfolioReport.compose(fresh, run('09:15', { date }))?.title ?? null),
      [null, 'Nothing to report yet', null],
    );
    assert.equal(eodPortfolioReport.compose(emptyFigures, run('15:45')), null);
    assert.equal(hourlyPortfolioUpdate.compose(emptyFigures, run('15:00')), null);
  });

  it('jobs/Reports: the key names the Indian day', () => {
    // 00:10 IST on 11 March is 18:40 UTC on 10 March.
    const key = reportKey('eod_portfolio_report', istInstant('2026-03-11', '00:10'));
    assert.equal(key, 'eod_portfolio_report:2026-03-11');
  });

  it('jobs/Reports: whatever is unknown, no text shows NaN, undefined, null or an invented zero', () => {
    const amount = fc.option(
      fc
        .double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true })
        .filter((n) => Math.abs(n) >= 1),
    );
    fc.assert(
      fc.property(
        fc.record({
          current_value: amount,
          total_invested: amount,
          total_profit: amount,
          total_profit_pct: amount,
          day_change: amount,
          day_change_pct: amount,
        }),
        fc.record({ realised_gain: amount, dividends: amount }),
        fc.constantFrom(...(['AVAILABLE', 'PARTIAL', 'UNAVAILABLE', 'ESTIMATED'] as const)),
        (figures, earned, state) => {
          for (const report of [morningPortfolioReport, eodPortfolioReport, hourlyPortfolioUpdate]) {
            const text = report.compose(
              {
                ...someFigures,
                total: { ...someTotal, ...figures, state },
                earnings: { ...someFigures.earnings, ...earned },
              },
              run('15:00'),
            );
            if (text === null) continue;
            assert.doesNotMatch(
              `${text.title}\n${text.body}`,
              /NaN|undefined|null|₹0\.00|₹0(?!\d|\.)|\d{4}-\d{2}-\d{2}/,
            );
          }
        },
      ),
    );
  });
});
