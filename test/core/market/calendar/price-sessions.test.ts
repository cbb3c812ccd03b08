import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createCalendar,
  createPriceSessions,
  type DatedPrice,
  onDay,
} from '../../../../core/market/calendar/index.ts';
import { istDate, istInstant, dayBefore } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

const calendar = createCalendar();
const sessions = createPriceSessions(calendar);
const at = (date: string, time: string) => istInstant(date, time);
const share: DatedPrice = { asset_class: 'Indian Equity', currency: 'INR', priced_at: null };
const american: DatedPrice = { ...share, asset_class: 'US Equity', currency: 'USD' };
const labelOf = (price: DatedPrice, now: Date): string =>
  sessions.changeOf(sessions.dateOf(price), now).day_change_label;

// On a Sunday the overview said "Today +₹1,200" and "Prices of just now": the figure was Friday's, read on Sunday.
describe('the session that a price is of', () => {
  it('is the day that the provider told, or the last session that had begun when it was read', () => {
    for (const [price, date, why] of [
      [{ ...share, price_as_of: '2026-11-20' }, '2026-11-20', 'told'],
      // 22 November 2026 is a Sunday, 24 November Guru Nanak Jayanti, 26 November Thanksgiving.
      [{ ...share, price_as_of: '2026-11-22' }, '2026-11-20', 'told with the day of the reading'],
      [{ ...share, priced_at: at('2026-11-22', '11:00') }, '2026-11-20', 'read on a Sunday'],
      [{ ...share, priced_at: at('2026-11-24', '11:00') }, '2026-11-23', 'read on a holiday'],
      [{ ...share, priced_at: at('2026-11-23', '09:14') }, '2026-11-20', 'read before the opening'],
      [{ ...share, priced_at: at('2026-11-23', '09:15') }, '2026-11-23', 'read at the opening'],
      [{ ...share, priced_at: at('2026-11-23', '23:50') }, '2026-11-23', 'read in the evening'],
      // 20:00 in India is 09:30 in New York, where the session of the 24th begins; Diwali does not close it.
      [{ ...american, priced_at: at('2026-11-24', '19:59') }, '2026-11-23', 'before New York opens'],
      [{ ...american, priced_at: at('2026-11-24', '20:00') }, '2026-11-24', 'New York opens'],
      [{ ...american, priced_at: at('2026-11-25', '02:00') }, '2026-11-24', 'still the 24th in New York'],
      [{ ...american, price_as_of: '2026-11-26' }, '2026-11-25', 'Thanksgiving'],
      [
        { ...share, asset_class: 'ETF', currency: 'USD', price_as_of: '2026-11-26' },
        '2026-11-25',
        'a fund there',
      ],
      [
        { ...share, asset_class: 'Mutual Fund', price_as_of: '2026-11-22' },
        '2026-11-22',
        'some funds have a value on Sundays',
      ],
      [
        { ...share, asset_class: 'Unlisted', priced_at: at('2026-11-22', '00:10') },
        '2026-11-22',
        'entered by hand',
      ],
      [
        {
          ...share,
          asset_class: 'Unlisted',
          price_as_of: '2026-11-22',
          priced_at: at('2026-11-24', '11:00'),
        },
        '2026-11-22',
        'entered by hand for a Sunday',
      ],
      [{ ...share, asset_class: 'Cash', priced_at: at('2026-11-20', '11:00') }, null, 'money'],
      [share, null, 'nothing known'],
      [{ ...share, priced_at: 'no time' }, null, 'no time'],
    ] as const) {
      assert.equal(sessions.dateOf(price), date, why);
      assert.equal(sessions.datesOf()(price), date, why);
    }
  });

  it('is called Today on that day alone, while an exchange trades; else by its date', () => {
    const told = { ...share, price_as_of: '2026-11-20' };
    assert.equal(labelOf(told, at('2026-11-20', '10:00')), 'Today');
    assert.equal(labelOf(told, at('2026-11-20', '23:59')), 'Today');
    assert.equal(labelOf(told, at('2026-11-21', '00:00')), 'Fri 20 Nov');
    assert.equal(labelOf(told, at('2026-11-22', '11:00')), 'Fri 20 Nov');
    assert.equal(labelOf(told, at('2026-11-23', '09:00')), 'Fri 20 Nov');
    assert.equal(labelOf(told, at('2027-01-03', '11:00')), 'Fri 20 Nov 2026');
    // NSE is closed on the 24th and New York is not.
    assert.equal(labelOf({ ...american, price_as_of: '2026-11-24' }, at('2026-11-24', '21:00')), 'Today');
    // A value of a Sunday, on that Sunday.
    const liquid = { ...share, asset_class: 'Mutual Fund', price_as_of: '2026-11-22' };
    assert.equal(labelOf(liquid, at('2026-11-22', '23:00')), 'Sun 22 Nov');
    // Not even the day is known: India's last session.
    assert.equal(labelOf(share, at('2026-11-22', '11:00')), 'Fri 20 Nov');
    assert.equal(labelOf(share, at('2026-11-23', '09:00')), 'Fri 20 Nov');
    assert.equal(labelOf(share, at('2026-11-23', '11:00')), 'Today');
    assert.deepEqual([onDay('Today'), onDay('Fri 20 Nov')], ['today', 'on Fri 20 Nov']);
  });

  it('at any hour of two years: the slow way, day by day backwards, finds the same session', () => {
    const hours = fc.integer({ min: 0, max: 2 * 365 * 24 });
    fc.assert(
      fc.property(hours, (hour) => {
        const read = new Date(Date.UTC(2025, 0, 1) + hour * 3_600_000);
        const date = sessions.dateOf({ ...share, priced_at: read });
        let slow = istDate(read);
        const hasBegun = () => {
          if (!calendar.isSession('NSE', slow)) return false;
          const { open } = calendar.sessionHours('NSE', slow);
          return open === null || open <= read;
        };
        while (!hasBegun()) slow = dayBefore(slow);
        assert.equal(date, slow);
        const label = labelOf({ ...share, priced_at: read }, read);
        assert.equal(label === 'Today', slow === istDate(read), `${read.toISOString()}: ${label}`);
        if (!calendar.isSession('NSE', istDate(read))) assert.notEqual(label, 'Today');
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });
});
