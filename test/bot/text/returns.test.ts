import assert from 'node:assert/strict';
import { periodText } from '../../../bot/text/returns.ts';
import type { PerformanceView } from '../../../core/reports/index.ts';

/** A month up to 6 March 2026. */
const view = {
  portfolio: 'Networth',
  currency: 'INR',
  warnings: [],
  coverage: null,
  periods: [
    {
      period: '1M',
      from: '2026-02-06',
      to: '2026-03-06',
      start_value: 100,
      end_value: 110,
      net_flow: 0,
      dividends: 0,
      adjusted_return_pct: 10,
      reasons: {},
    },
  ],
} as unknown as PerformanceView;

describe('the text of a period', () => {
  it('the value of today is that of now, and an older one has its date instead', () => {
    assert.match(periodText(view, '1M', '2026-03-06').text, /\nValue now ₹110\.00\n/);
    const later = periodText(view, '1M', '2026-03-20').text;
    assert.match(later, /\nValue on 6 Mar 2026 ₹110\.00\n/);
    assert.doesNotMatch(later, /now/);
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
