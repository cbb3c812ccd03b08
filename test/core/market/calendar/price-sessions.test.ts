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

describe('a price of its own exchange', () => {
  const labelAt = (price: DatedPrice, now: Date) =>
    sessions.changeOf(sessions.dateOf(price), now, price).day_change_label;

  it('an American share follows New York’s sessions, an Indian one NSE’s, both by the day in India', () => {
    // 00:30 on Saturday in India is Friday afternoon in New York: holdings call it Friday, too.
    const night = at('2026-11-21', '00:30');
    assert.equal(labelAt({ ...american, price_as_of: '2026-11-20' }, night), 'Fri 20 Nov');
    assert.equal(labelAt({ ...share, price_as_of: '2026-11-20' }, night), 'Fri 20 Nov');
    // 24 November is a holiday in India alone: New York's session of the day begins at 20:00.
    const holiday = at('2026-11-24', '21:00');
    assert.equal(labelAt({ ...american, price_as_of: '2026-11-24' }, holiday), 'Today');
    assert.equal(labelAt({ ...share, price_as_of: '2026-11-23' }, holiday), 'Mon 23 Nov');
    // Without a day the last session of the own exchange: at 11:00 in India New York's is Monday's.
    const none = (price: DatedPrice, now: Date) => sessions.changeOf(null, now, price).day_change_date;
    assert.equal(none(american, at('2026-11-24', '11:00')), '2026-11-23');
    assert.equal(none(share, at('2026-11-25', '11:00')), '2026-11-25');
    assert.equal(none(american, at('2026-11-25', '11:00')), '2026-11-24');
  });

  it('is final from a quarter of an hour after its session’s real close until the next one opens', () => {
    const final = (price: DatedPrice, read: Date, now: Date) =>
      sessions.isFinal({ ...price, priced_at: read }, now);
    const friday = { ...share, price_as_of: '2026-11-20' };
    assert.equal(final(friday, at('2026-11-20', '15:44'), at('2026-11-20', '18:00')), false);
    assert.equal(final(friday, at('2026-11-20', '15:45'), at('2026-11-20', '18:00')), true);
    assert.equal(final(friday, at('2026-11-20', '15:45'), at('2026-11-23', '09:14')), true);
    assert.equal(final(friday, at('2026-11-20', '15:45'), at('2026-11-23', '09:15')), false);
    // After Thanksgiving New York closes at 13:00: 23:30 in India.
    const short = { ...american, price_as_of: '2026-11-27' };
    assert.equal(final(short, at('2026-11-27', '23:44'), at('2026-11-28', '09:00')), false);
    assert.equal(final(short, at('2026-11-27', '23:45'), at('2026-11-28', '09:00')), true);
    // The next session was read, and the price is still of the one before.
    assert.equal(
      final({ ...share, price_as_of: '2026-11-19' }, at('2026-11-20', '16:00'), at('2026-11-20', '18:00')),
      false,
    );
    // Muhurat of 2026-11-08 has no known hours: its price may change until the next session.
    assert.equal(
      final({ ...share, price_as_of: '2026-11-08' }, at('2026-11-08', '20:00'), at('2026-11-08', '21:00')),
      false,
    );
    assert.equal(
      final(
        { ...share, currency: 'EUR', price_as_of: '2026-11-20' },
        at('2026-11-20', '23:00'),
        at('2026-11-21', '09:00'),
      ),
      false,
    );
  });

  it('at any hour a final price is of a session that is over, by a clock of the exchange read the slow way', () => {
    const hour = fc.date({ min: new Date('2026-01-05'), max: new Date('2026-12-20'), noInvalidDate: true });
    const wall = (now: Date) => {
      const text = now.toLocaleString('sv-SE', { timeZone: 'America/New_York' });
      return { day: text.slice(0, 10), time: text.slice(11, 16) };
    };
    fc.assert(
      fc.property(hour, (now) => {
        const { day, time } = wall(now);
        // Walks back to the last session that has opened by New York's clock.
        let last = day;
        while (!calendar.isSession('NYSE', last) || (last === day && time < '09:30')) last = dayBefore(last);
        const close = calendar.day('NYSE', last).kind === 'EARLY_CLOSE' ? '13:00' : '16:00';
        const isOver = last < day || time >= close;
        const read = new Date(now.getTime() - 60_000);
        const readAt = wall(read);
        const quarter = close === '13:00' ? '13:15' : '16:15';
        const expected = isOver && (readAt.day > last || readAt.time >= quarter);
        assert.equal(sessions.isFinal({ ...american, price_as_of: last, priced_at: read }, now), expected);
      }),
      { numRuns: sampled(300, 10_000) },
    );
  });
});
