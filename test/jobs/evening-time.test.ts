import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Calendar, createCalendar, parseExtraEntries } from '../../core/market/calendar/index.ts';
import { istDate, istInstant, istTime } from '../../core/platform/index.ts';
import { daily, dueTimes, nextDueTime, type When } from '../../jobs/due-times.ts';
import { eveningTime } from '../../jobs/evening-time.ts';

const whenOf = (calendar: Calendar = createCalendar()): When => ({
  ...daily('15:45'),
  moved: eveningTime(calendar),
});
/** The due times of a date in India. */
const dueOn = (date: string, calendar?: Calendar): string[] =>
  dueTimes(
    whenOf(calendar),
    new Date(istInstant(date, '00:00').getTime() - 1),
    istInstant(date, '23:59'),
  ).map(istTime);

describe('when the evening report is due', () => {
  it('portfolio/Scheduler, eod_portfolio_report: at 15:45, or a quarter of an hour after the session’s real close', () => {
    for (const [date, time, why] of [
      ['2026-11-20', '15:45', 'an ordinary Friday'],
      ['2024-01-20', '15:45', 'a Saturday with a full session'],
      ['2026-02-01', '15:45', 'the budget on a Sunday'],
      ['2025-10-21', '15:00', 'Muhurat from 13:45 to 14:45'],
      ['2024-11-01', '19:15', 'Muhurat from 18:00 to 19:00'],
      ['2026-11-08', '21:30', 'Muhurat without known hours'],
      ['2026-11-22', '15:45', 'a Sunday, which says that there was no session'],
      ['2026-12-31', '15:45', 'the last day of the year'],
      ['2027-01-01', '15:45', 'after the end of the known days'],
    ] as const)
      assert.deepEqual(dueOn(date), [time], why);
  });

  it('hours that the operator’s file gives move it, also a close late in the evening', () => {
    const { entries } = parseExtraEntries(
      'date,exchange,kind,reason,open,close\n2026-11-08,NSE,session,Muhurat trading,18:00,19:00\n2026-12-05,NSE,session,Long test,09:15,23:50\n',
      'csv',
    );
    const calendar = createCalendar({ extra: entries });
    assert.deepEqual(dueOn('2026-11-08', calendar), ['19:15']);
    assert.deepEqual(dueOn('2026-12-05', calendar), ['23:59']);
  });

  it('each day has one, never before the close, and the next one is the first that follows', () => {
    const calendar = createCalendar();
    const when = whenOf(calendar);
    const instant = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (at) => {
        const date = istDate(at);
        const [time, ...others] = dueOn(date, calendar);
        assert.ok(time !== undefined && others.length === 0);
        const { close } = calendar.sessionHours('NSE', date);
        if (close !== null) assert.ok(istInstant(date, time) >= close);
        const next = nextDueTime(when, at);
        assert.ok(next > at);
        assert.deepEqual(dueTimes(when, at, next), [next]);
      }),
      { numRuns: 200 },
    );
  });
});
