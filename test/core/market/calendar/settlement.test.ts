import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, EXCHANGES } from '../../../../core/market/calendar/index.ts';
import { sampled } from '../../../support/soak.ts';

const calendar = createCalendar();
const nse = (date: string) => calendar.settlementDate('NSE', date);
const us = (date: string) => calendar.settlementDate('NYSE', date);

describe('calendar: settlement', () => {
  it('settles T+1 on the next day that banks and depositories work', () => {
    assert.deepEqual(calendar.settlement('NSE', '2026-09-10'), {
      date: '2026-09-11',
      lag: 1,
      certain: true,
      reason: null,
    });
    assert.equal(nse('2026-09-11'), '2026-09-15'); // weekend, then Ganesh Chaturthi
    assert.equal(calendar.settlementDate('BSE', '2026-09-11'), '2026-09-15');
  });

  for (const [holiday, before, settles] of [
    ['2026-02-19', '2026-02-18', '2026-02-20'],
    ['2026-03-19', '2026-03-18', '2026-03-20'],
    // 31 March is Mahavir Jayanti, 1 April the bank closing, 2 April a Thursday.
    ['2026-04-01', '2026-03-30', '2026-04-02'],
    ['2026-08-26', '2026-08-25', '2026-08-27'],
  ] as const)
    it(`${holiday}: the exchange trades but nothing settles`, () => {
      assert.equal(calendar.isSession('NSE', holiday), true);
      assert.equal(calendar.isSettlementDay('NSE', holiday), false);
      assert.equal(nse(before), settles);
    });

  it('a trade on a settlement holiday settles with those of the day before', () => {
    assert.equal(nse('2026-08-25'), '2026-08-27');
    assert.equal(nse('2026-08-26'), '2026-08-27');
    // Good Friday follows: trades of 1 and 2 April 2026 settle on 2 and 6 April.
    assert.equal(nse('2026-04-01'), '2026-04-02');
    assert.equal(nse('2026-04-02'), '2026-04-06');
  });

  it('a weekend session settles on the next settlement day, as the Friday before it', () => {
    assert.equal(nse('2026-01-30'), '2026-02-02');
    assert.equal(nse('2026-02-01'), '2026-02-02');
    assert.equal(nse('2024-01-20'), '2024-01-23');
    assert.equal(nse('2024-05-18'), '2024-05-21');
  });

  it('a Muhurat weekday settles nothing: Monday 2025-10-20 waits for Thursday', () => {
    assert.equal(nse('2025-10-20'), '2025-10-23');
    assert.equal(nse('2025-10-21'), '2025-10-23');
  });

  it('Indian shares settled T+2 before 2023-01-27', () => {
    assert.equal(nse('2023-01-25'), '2023-01-30'); // Wednesday: Thursday is Republic Day, Friday, Monday
    assert.equal(nse('2023-01-27'), '2023-01-30'); // Friday
    // A broker's notice of 2021: trades of 31 March and 1 April settle on 6 April (bank closing, Good Friday).
    assert.equal(nse('2021-03-31'), '2021-04-06');
    assert.equal(nse('2021-04-01'), '2021-04-06');
  });

  it('says what is doubtful: the months of change, years without a settlement list, the years to come', () => {
    assert.match(calendar.settlement('NSE', '2022-06-01').reason ?? '', /^Some shares already settled T\+1/);
    assert.equal(calendar.settlement('NSE', '2022-02-24').lag, 2);
    for (const date of ['2019-06-03', '2025-06-02', '2026-12-31', '2030-01-02']) {
      const { certain, reason } = calendar.settlement('NSE', date);
      assert.equal(certain, false, date);
      const doubt =
        date < '2026' ? /^Some settlement holidays .* unknown/ : /^Settlement days are known until 31 Dec/;
      assert.match(reason ?? '', doubt);
    }
    assert.equal(calendar.settlement('NSE', '2025-12-31').certain, true);
  });

  it('a day without a session settles nothing, nor a time whose cycle is not on record', () => {
    assert.deepEqual(calendar.settlement('NSE', '2026-09-12'), {
      date: null,
      lag: null,
      certain: false,
      reason: 'No session on that day',
    });
    assert.equal(nse('2003-03-31'), null);
    assert.equal(calendar.settlement('NSE', '2003-04-01').lag, 2);
    assert.equal(us('1995-06-06'), null);
  });

  it('American shares settled T+3 until 2017-09-04, T+2 until 2024-05-27, T+1 since', () => {
    assert.equal(us('2017-08-31'), '2017-09-06'); // Thursday: Friday, (Labor Day), Tuesday, Wednesday
    assert.equal(us('2017-09-05'), '2017-09-07');
    // Trades of Friday 24 May (T+2) and Tuesday 28 May (T+1) met on Wednesday 29 May, after Memorial Day.
    assert.equal(us('2024-05-24'), '2024-05-29');
    assert.equal(us('2024-05-28'), '2024-05-29');
  });

  it('Columbus Day and Veterans Day trade in New York but settle nothing', () => {
    assert.equal(calendar.isSession('NYSE', '2024-10-14'), true);
    assert.equal(us('2024-10-11'), '2024-10-15');
    assert.equal(us('2024-10-14'), '2024-10-15');
    assert.equal(us('2024-11-08'), '2024-11-12'); // Veterans Day on a Monday
    assert.equal(us('2018-11-08'), '2018-11-13'); // T+2, Sunday's Veterans Day kept on Monday the 12th
    assert.equal(us('2023-11-09'), '2023-11-13'); // T+2, Saturday's is not kept by banks
  });

  it('clearing worked on the days of mourning: the eve of 2025-01-09 settled on it', () => {
    assert.equal(calendar.isSession('NYSE', '2025-01-09'), false);
    assert.equal(us('2025-01-08'), '2025-01-09');
    assert.equal(us('2018-12-03'), '2018-12-05');
  });

  it('a trade settles later than it is made, on a settlement day, and never overtakes an earlier one of its cycle', () => {
    const session = fc
      .tuple(fc.constantFrom(...EXCHANGES), fc.integer({ min: 0, max: 2900 }))
      .map(([where, n]) => ({ where, date: calendar.addSessions(where, '2014-12-31', n + 1) }));
    fc.assert(
      fc.property(session, ({ where, date }) => {
        const next = calendar.nextSession(where, date);
        const [first, second] = [calendar.settlement(where, date), calendar.settlement(where, next)];
        assert.ok(first.date !== null && second.date !== null);
        assert.ok(first.date > date && calendar.isSettlementDay(where, first.date));
        assert.ok(first.lag !== second.lag || first.date <= second.date);
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });
});
