import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toDay } from '../../../../core/market/calendar/day.ts';
import { DaySet } from '../../../../core/market/calendar/day-set.ts';
import { createCalendar, EXCHANGES } from '../../../../core/market/calendar/index.ts';
import { addDays } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

const calendar = createCalendar();

describe('calendar: moving between sessions', () => {
  it('portfolio/Policy rules 2: a monthly rebalance due on a holiday fires the next session', () => {
    // 1 May 2026 is Maharashtra Day, a Friday.
    assert.equal(calendar.sessionOnOrAfter('NSE', '2026-05-01'), '2026-05-04');
    assert.equal(calendar.firstSessionOfMonth('NSE', '2026-05-17'), '2026-05-04');
    assert.equal(calendar.sessionOnOrAfter('NSE', '2026-05-04'), '2026-05-04');
    // The month begins with the budget Sunday.
    assert.equal(calendar.firstSessionOfMonth('NSE', '2026-02-28'), '2026-02-01');
  });

  it('portfolio/Policy rules 2: a weekly policy anchors on the last session of the week', () => {
    assert.equal(calendar.lastSessionOfWeek('NSE', '2026-09-07'), '2026-09-11');
    // Friday 2026-05-01 is a holiday: Thursday.
    assert.equal(calendar.lastSessionOfWeek('NSE', '2026-04-27'), '2026-04-30');
    assert.equal(calendar.isLastSessionOfWeek('NSE', '2026-04-30'), true);
    // Thursday 2015-04-02 and Good Friday: Wednesday.
    assert.equal(calendar.lastSessionOfWeek('NSE', '2015-04-05'), '2015-04-01');
  });

  it('portfolio/Policy rules 2: a week that ends with a weekend session anchors there', () => {
    assert.equal(calendar.lastSessionOfWeek('NSE', '2024-01-16'), '2024-01-20');
    assert.equal(calendar.lastSessionOfWeek('NSE', '2024-05-18'), '2024-05-18');
    assert.equal(calendar.lastSessionOfWeek('NSE', '2026-01-26'), '2026-02-01');
    assert.equal(calendar.isLastSessionOfWeek('NSE', '2026-01-30'), false);
  });

  it('around the weekend of 2024-01-20: Friday, Saturday, then Tuesday', () => {
    assert.equal(calendar.nextSession('NSE', '2024-01-19'), '2024-01-20');
    assert.equal(calendar.nextSession('NSE', '2024-01-20'), '2024-01-23');
    assert.equal(calendar.previousSession('NSE', '2024-01-23'), '2024-01-20');
    assert.equal(calendar.previousSession('NSE', '2024-01-21'), '2024-01-20');
    assert.deepEqual(calendar.sessionsBetween('NSE', '2024-05-17', '2024-05-21'), [
      '2024-05-17',
      '2024-05-18',
      '2024-05-21',
    ]);
  });

  it('year ends: NSE trades on 1 January, New York does not', () => {
    assert.equal(calendar.nextSession('NSE', '2025-12-31'), '2026-01-01');
    assert.equal(calendar.nextSession('NYSE', '2025-12-31'), '2026-01-02');
    assert.equal(calendar.previousSession('NYSE', '2026-01-01'), '2025-12-31');
    // From the curated years into the weekday rule: 2027-01-01 is a Friday.
    assert.equal(calendar.nextSession('NSE', '2026-12-31'), '2027-01-01');
    assert.equal(calendar.addSessions('NSE', '2026-12-31', 2), '2027-01-04');
  });

  it('leap days are days: 2024-02-29 a Thursday, 2020-02-29 a Saturday, none in 2026 nor 2100', () => {
    assert.equal(calendar.isSession('NSE', '2024-02-29'), true);
    assert.equal(calendar.isLastSessionOfMonth('NSE', '2024-02-29'), true);
    assert.equal(calendar.lastSessionOfMonth('NSE', '2020-02-10'), '2020-02-28');
    assert.equal(calendar.lastSessionOfMonth('NSE', '2026-02-10'), '2026-02-27');
    assert.throws(() => calendar.isSession('NSE', '2100-02-29'), RangeError);
  });

  it('the last session of the month and of the financial year', () => {
    assert.equal(calendar.lastSessionOfMonth('NSE', '2026-05-31'), '2026-05-29');
    // Mahavir Jayanti is on Tuesday 2026-03-31, so the year 2025-26 ends on Monday.
    assert.equal(calendar.lastSessionOfFinancialYear('NSE', '2025-04-01'), '2026-03-30');
    assert.equal(calendar.isLastSessionOfFinancialYear('NSE', '2026-03-30'), true);
    assert.equal(calendar.isLastSessionOfFinancialYear('NSE', '2026-03-31'), false);
    // Eid al-Fitr on Monday 2025-03-31, after a weekend.
    assert.equal(calendar.lastSessionOfFinancialYear('NSE', '2025-01-01'), '2025-03-28');
    assert.equal(calendar.lastSessionOfFinancialYear('NSE', '2024-03-31'), '2024-03-28');
  });

  it('addSessions counts forward, backward, and stays or moves on with 0', () => {
    assert.equal(calendar.addSessions('NSE', '2026-09-11', 1), '2026-09-15');
    assert.equal(calendar.addSessions('NSE', '2026-09-12', 1), '2026-09-15');
    assert.equal(calendar.addSessions('NSE', '2026-09-15', -1), '2026-09-11');
    assert.equal(calendar.addSessions('NSE', '2026-09-11', 0), '2026-09-11');
    assert.equal(calendar.addSessions('NSE', '2026-09-12', 0), '2026-09-15');
    assert.throws(() => calendar.addSessions('NSE', '2026-09-11', 1.5), RangeError);
    assert.throws(() => calendar.addSessions('NSE', '2200-12-30', 10), RangeError);
    assert.throws(() => calendar.addSessions('NSE', '1900-01-02', -10), RangeError);
  });

  it('a span that ends before it begins holds no sessions', () => {
    assert.deepEqual(calendar.sessionsBetween('NSE', '2026-09-11', '2026-09-10'), []);
    assert.equal(calendar.countSessions('NSE', '2026-09-11', '2026-09-10'), 0);
  });

  const exchange = fc.constantFrom(...EXCHANGES);
  const date = fc.integer({ min: 0, max: 365 * 20 }).map((days) => addDays('2010-01-01', days));

  it('next and previous undo one another on every session, and skip only days without one', () => {
    fc.assert(
      fc.property(exchange, date, (where, from) => {
        const next = calendar.nextSession(where, from);
        assert.ok(next > from && calendar.isSession(where, next));
        assert.equal(calendar.previousSession(where, next), calendar.sessionOnOrBefore(where, from));
        assert.equal(calendar.countSessions(where, addDays(from, 1), addDays(next, -1)), 0);
        const previous = calendar.previousSession(where, from);
        assert.ok(previous < from && calendar.isSession(where, previous));
        assert.equal(calendar.nextSession(where, previous), calendar.sessionOnOrAfter(where, from));
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('addSessions of n is n times next, and its own inverse from a session', () => {
    fc.assert(
      fc.property(exchange, date, fc.integer({ min: 1, max: 40 }), (where, from, n) => {
        let walked = from;
        for (let step = 0; step < n; step += 1) walked = calendar.nextSession(where, walked);
        const jumped = calendar.addSessions(where, from, n);
        assert.equal(jumped, walked);
        assert.equal(calendar.addSessions(where, jumped, -n), calendar.sessionOnOrBefore(where, from));
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });

  it('a span lists exactly the days that are sessions, and as many as it counts', () => {
    fc.assert(
      fc.property(exchange, date, fc.integer({ min: 0, max: 120 }), (where, from, length) => {
        const to = addDays(from, length);
        const expected = Array.from({ length: length + 1 }, (_, index) => addDays(from, index)).filter(
          (each) => calendar.isSession(where, each),
        );
        assert.deepEqual(calendar.sessionsBetween(where, from, to), expected);
        assert.equal(calendar.countSessions(where, from, to), expected.length);
      }),
      { numRuns: sampled(50, 10_000) },
    );
  });

  it('the last session of a week is the last of its seven days that is one', () => {
    fc.assert(
      fc.property(exchange, date, (where, from) => {
        const weekday = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7;
        const monday = addDays(from, -weekday);
        const sessions = calendar.sessionsBetween(where, monday, addDays(monday, 6));
        assert.equal(calendar.lastSessionOfWeek(where, from), sessions.at(-1) ?? null);
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });

  it('a span is listed, counted and moved in without looking at a day again: days are looked at when the set is made', () => {
    let looks = 0;
    const set = new DaySet((day) => {
      looks += 1;
      return day % 7 < 5;
    });
    looks = 0;
    const [first, last] = [toDay('2014-01-01'), toDay('2025-12-31')];
    // A view of the one list of members, whatever its length.
    assert.equal(set.list(first, last).buffer, set.list(first, first + 6).buffer);
    assert.equal(set.list(first, last).length, set.count(first, last));
    assert.equal(set.after(first, set.count(first + 1, last)), set.list(first, last).at(-1));
    assert.equal(looks, 0);
  });
});
