import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';

const calendar = createCalendar();
const nse = (date: string) => calendar.day('NSE', date);

describe('calendar: NSE days', () => {
  it('portfolio/Policy rules 2: the national cash market trades on weekdays and rests on weekends and holidays', () => {
    assert.equal(calendar.isSession('NSE', '2026-09-11'), true); // a Friday
    assert.equal(calendar.isSession('NSE', '2026-09-12'), false);
    assert.equal(calendar.isSession('NSE', '2026-09-14'), false);
    assert.equal(nse('2026-09-11').kind, 'REGULAR');
    assert.equal(calendar.sessionReason('NSE', '2026-09-11'), null);
    assert.equal(calendar.sessionReason('NSE', '2026-09-12'), 'Saturday');
    assert.equal(calendar.sessionReason('NSE', '2026-09-13'), 'Sunday');
    assert.equal(calendar.sessionReason('NSE', '2026-09-14'), 'Ganesh Chaturthi');
  });

  it('2020-07-31: Bakri Id fell on a Saturday, so Friday traded although calendar libraries close it', () => {
    assert.equal(calendar.isSession('NSE', '2020-07-31'), true);
    assert.equal(calendar.sessionReason('NSE', '2020-08-01'), 'Saturday');
  });

  it('2023-06-28: Bakri Id was moved, the 29th is the closed day', () => {
    assert.equal(calendar.isSession('NSE', '2023-06-28'), true);
    assert.equal(calendar.sessionReason('NSE', '2023-06-29'), 'Eid al-Adha (Bakri Id)');
  });

  it('2026-03-04 trades and 2026-03-03 does not: Holi is kept a day before other calendars have it', () => {
    assert.equal(calendar.sessionReason('NSE', '2026-03-03'), 'Holi');
    assert.equal(calendar.isSession('NSE', '2026-03-04'), true);
  });

  for (const [date, reason] of [
    ['2014-04-24', 'General election, polling in Mumbai'],
    ['2014-10-15', 'Maharashtra assembly election'],
    ['2019-04-29', 'General election, polling in Mumbai'],
    ['2019-10-21', 'Maharashtra assembly election'],
    ['2020-05-25', 'Eid al-Fitr'],
    ['2024-01-22', 'Special holiday: consecration at Ayodhya'],
    ['2024-05-20', 'General election, polling in Mumbai'],
    ['2024-11-20', 'Maharashtra assembly election'],
    ['2026-01-15', 'Municipal elections in Maharashtra'],
  ] as const)
    it(`${date}: closed (${reason}), a day that calendar libraries miss`, () => {
      assert.deepEqual(nse(date), {
        date,
        isSession: false,
        kind: 'HOLIDAY',
        reason,
        source: 'TABLE',
        confidence: 'CURATED',
      });
    });

  for (const [date, kind] of [
    ['2014-03-22', 'SPECIAL'],
    ['2015-02-28', 'BUDGET'],
    ['2016-10-30', 'MUHURAT'],
    ['2019-10-27', 'MUHURAT'],
    ['2020-02-01', 'BUDGET'],
    ['2020-11-14', 'MUHURAT'],
    ['2023-11-12', 'MUHURAT'],
    ['2024-01-20', 'SPECIAL'],
    ['2024-03-02', 'SPECIAL'],
    ['2024-05-18', 'SPECIAL'],
    ['2025-02-01', 'BUDGET'],
    ['2026-02-01', 'BUDGET'],
    ['2026-11-08', 'MUHURAT'],
  ] as const)
    it(`${date}: a session on a weekend (${kind})`, () => {
      const day = nse(date);
      assert.equal(day.isSession, true);
      assert.equal(day.kind, kind);
      assert.ok(day.reason);
    });

  for (const date of [
    '2014-10-23',
    '2015-11-11',
    '2017-10-19',
    '2018-11-07',
    '2021-11-04',
    '2022-10-24',
    '2024-11-01',
    '2025-10-21',
  ])
    it(`${date}: Muhurat on a weekday that is otherwise a holiday`, () => {
      assert.equal(calendar.isSession('NSE', date), true);
      assert.equal(nse(date).kind, 'MUHURAT');
      assert.equal(calendar.isSettlementDay('NSE', date), false);
    });

  it('two festivals on one day are both named', () => {
    assert.equal(calendar.sessionReason('NSE', '2017-04-14'), 'Dr. Ambedkar Jayanti; Good Friday');
    assert.equal(calendar.sessionReason('NSE', '2022-04-14'), 'Dr. Ambedkar Jayanti; Mahavir Jayanti');
    assert.equal(calendar.sessionReason('NSE', '2025-10-02'), 'Dussehra; Gandhi Jayanti');
  });

  it('the sessions of a year are its weekdays less its closures plus its weekend sessions', () => {
    // 2024: 366 days from a Monday hold 52 weeks and Mon, Tue: 262 weekdays; 16 closures; 3 Saturdays: 249.
    assert.equal(calendar.countSessions('NSE', '2024-01-01', '2024-12-31'), 249);
    // 2025: 365 days from a Wednesday: 261 weekdays; 13 closures; the budget Saturday: 249.
    assert.equal(calendar.countSessions('NSE', '2025-01-01', '2025-12-31'), 249);
    // 2026: 365 days from a Thursday: 261 weekdays; 16 closures; two Sundays: 247.
    assert.equal(calendar.countSessions('NSE', '2026-01-01', '2026-12-31'), 247);
  });

  it('BSE keeps the days of NSE', () => {
    assert.deepEqual(
      calendar.sessionsBetween('BSE', '2014-01-01', '2026-12-31'),
      calendar.sessionsBetween('NSE', '2014-01-01', '2026-12-31'),
    );
  });

  it('portfolio/Policy rules 2: years beyond the curated calendar fall back to a weekday test, and say so', () => {
    assert.deepEqual(calendar.curatedRange('NSE'), {
      from: '2014-01-01',
      to: '2026-12-31',
      observedTo: '2026-09-14',
    });
    // Republic Day 2027 is a Tuesday, 26 January 2013 a Saturday, 15 August 2013 a Thursday.
    assert.deepEqual(nse('2027-01-26'), {
      date: '2027-01-26',
      isSession: true,
      kind: 'REGULAR',
      reason: null,
      source: 'WEEKDAY_RULE',
      confidence: 'WEEKDAY_RULE',
    });
    assert.equal(calendar.isSession('NSE', '2013-08-15'), true);
    assert.equal(calendar.isSession('NSE', '2013-01-26'), false);
    assert.equal(calendar.confidence('NSE', '2013-12-31'), 'WEEKDAY_RULE');
    assert.equal(calendar.confidence('NSE', '2014-01-01'), 'CURATED');
    assert.equal(calendar.confidence('NSE', '2026-12-31'), 'CURATED');
    assert.equal(calendar.confidence('NSE', '2027-01-01'), 'WEEKDAY_RULE');
  });

  it('what is no date is refused', () => {
    for (const date of [
      '2026-02-29',
      '2026-13-01',
      '2026-1-5',
      '2026-01-05T00:00',
      '',
      '1899-12-31',
      '2201-01-01',
    ])
      assert.throws(() => calendar.isSession('NSE', date), RangeError, date);
  });
});
