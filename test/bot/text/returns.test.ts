import assert from 'node:assert/strict';
import { periodText, yearlyText } from '../../../bot/text/returns.ts';
import { endLimits, fewReturns } from '../../../core/reports/measures/index.ts';
import type { PerformanceView } from '../../../core/reports/index.ts';

/** A month up to 6 March 2026. */
const view = {
  portfolio: 'Networth',
  currency: 'INR',
  warnings: [],
  ends_early: false,
  coverage: null,
  freshness: null,
  limits: [],
  periods: [
    {
      period: '1M',
      from: '2026-02-06',
      to: '2026-03-06',
      start_value: 100,
      end_value: 110,
      net_flow: 0,
      dividends: 0,
      returns_count: 21,
      limits: [],
      adjusted_return_pct: 10,
      reasons: {},
    },
  ],
} as unknown as PerformanceView;

const freshness = { age: '15 months old', age_message: 'Prices of 29 Aug 2025, 15 months old' };
const limits = [...fewReturns(12), ...endLimits({ ends_early: true, freshness }, '2026-03-06')];
/** Limits of the series, and the age of the prices of today’s value. */
const limited = { limits, freshness } as Pick<PerformanceView, 'limits' | 'freshness'>;

describe('/pnl of a period', () => {
  it('deposits are shown apart from holdings that are newly or no longer covered', () => {
    const text = (change: Partial<PerformanceView['periods'][number]>) => {
      const [month] = view.periods;
      assert.ok(month !== undefined);
      return periodText({ ...view, periods: [{ ...month, ...change }] }, '1M', '2026-03-06').text;
    };
    assert.match(text({ net_flow: 0, net_joined: 0 }), /^Nothing was put in or taken out\.$/m);
    assert.match(
      text({ net_flow: -590, net_joined: -590 }),
      /^Nothing was put in or taken out\.\nHoldings worth ₹590\.00 are no longer covered$/m,
    );
    assert.match(
      text({ net_flow: 300, net_joined: 250 }),
      /^Put in meanwhile ₹50\.00\nHoldings worth ₹250\.00 are newly covered$/m,
    );
  });
});

describe('yearly rates', () => {
  const yearly = {
    ...view,
    as_of: '2026-11-30',
    money_made: { made: null, reason: 'No price.' },
    partial: {},
    reasons: {},
    cagr_pct: 12,
    twr_annual_pct: 11,
    xirr_pct: 9,
    total_return_pct: 40,
    total_gain: 4,
  } as unknown as PerformanceView;

  it('few daily returns and an early end are shown beside rates of the series, and old prices under the gain', () => {
    const { text } = yearlyText({ ...yearly, ...limited });
    assert.match(text, /^CAGR \+12\.00% a year \(12 daily returns, up to 6 Mar 2026\)$/m);
    assert.match(text, /^Time-weighted \+11\.00% a year \(12 daily returns, up to 6 Mar 2026\)$/m);
    assert.match(text, /^XIRR \+9\.00% a year$/m);
    assert.match(text, /as of 30 Nov 2026\nPrices of 29 Aug 2025, 15 months old\.$/);
    assert.doesNotMatch(yearlyText(yearly).text, /daily returns|months old/);
  });
});

describe('the text of a period', () => {
  it('the value of today is that of now, and an older one has its date instead', () => {
    assert.match(periodText(view, '1M', '2026-03-06').text, /\nValue now ₹110\.00\n/);
    const later = periodText(view, '1M', '2026-03-20').text;
    assert.match(later, /\nValue on 6 Mar 2026 ₹110\.00\n/);
    assert.doesNotMatch(later, /now/);
  });

  it('few daily returns are shown beside the return, and old prices with their age', () => {
    const periods = view.periods.map((one) => ({ ...one, limits }));
    const { text } = periodText({ ...view, periods, ...limited }, '1M', '2026-03-20');
    assert.match(text, /^Return \+10\.00% \(12 daily returns, up to 6 Mar 2026\)$/m);
    assert.match(text, /^Prices of 29 Aug 2025, 15 months old\.$/m);
  });

  it('a period that lies wholly after the last known value is refused with its date, not answered with another month', () => {
    const { text } = periodText(view, '1M', '2026-05-30');
    assert.match(text, /No return is known for this period: the last known value is of 6 Mar 2026\./);
    assert.doesNotMatch(text, /10\.00/);
    // The last day of the window still counts: a month before 6 April is 6 March.
    assert.match(periodText(view, '1M', '2026-04-06').text, /Return \+10\.00%/);
    assert.match(periodText(view, '1M', '2026-04-07').text, /No return is known/);
  });
});
