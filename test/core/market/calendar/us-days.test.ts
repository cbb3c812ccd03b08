import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const calendar = createCalendar();

/** The weekdays of a year without a session, as month-day. */
function closures(year: number): string[] {
  const open = new Set(calendar.sessionsBetween('NYSE', `${year}-01-01`, `${year}-12-31`));
  const closed: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at <= Date.UTC(year, 11, 31); at += DAY_MS) {
    const date = new Date(at);
    const text = date.toISOString().slice(0, 10);
    if (date.getUTCDay() % 6 !== 0 && !open.has(text)) closed.push(text.slice(5));
  }
  return closed;
}

describe('calendar: days of the United States', () => {
  // As NYSE published them.
  const published: Record<number, string> = {
    2014: '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25',
    2015: '01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25',
    2016: '01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26',
    2017: '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25',
    2018: '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25',
    2019: '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25',
    2020: '01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25',
    2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
    2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
    2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
    2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
    2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
    2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
  };
  for (const [year, dates] of Object.entries(published))
    it(`NYSE's holidays of ${year} follow from the rules`, () => {
      assert.deepEqual(closures(Number(year)), dates.split(' '));
    });

  it("a New Year's Day on Saturday closes no Friday: 2021-12-31 traded", () => {
    assert.equal(calendar.isSession('NYSE', '2021-12-31'), true);
    assert.equal(calendar.isSession('NYSE', '2027-12-31'), true);
  });

  it('Juneteenth is kept from 2022: Friday 2021-06-18 traded', () => {
    assert.equal(calendar.isSession('NYSE', '2021-06-18'), true);
    assert.equal(calendar.sessionReason('NYSE', '2022-06-20'), 'Juneteenth');
  });

  it('days of mourning are named', () => {
    assert.equal(
      calendar.sessionReason('NASDAQ', '2018-12-05'),
      'National day of mourning for George H. W. Bush',
    );
    assert.equal(calendar.sessionReason('NYSE', '2025-01-09'), 'National day of mourning for Jimmy Carter');
  });

  it('early closes of 2014 to 2027 are the published ones', () => {
    const early: string[] = [];
    for (const date of calendar.sessionsBetween('NYSE', '2014-01-01', '2027-12-31'))
      if (calendar.day('NYSE', date).kind === 'EARLY_CLOSE') early.push(date);
    assert.deepEqual(
      early,
      [
        '2014-07-03 2014-11-28 2014-12-24 2015-11-27 2015-12-24 2016-11-25 2017-07-03 2017-11-24',
        '2018-07-03 2018-11-23 2018-12-24 2019-07-03 2019-11-29 2019-12-24 2020-11-27 2020-12-24',
        '2021-11-26 2022-11-25 2023-07-03 2023-11-24 2024-07-03 2024-11-29 2024-12-24',
        '2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24 2027-11-26',
      ].flatMap((line) => line.split(' ')),
    );
  });

  it('beyond 2014 to 2027 only the weekday is known', () => {
    assert.deepEqual(calendar.curatedRange('NASDAQ'), {
      from: '2014-01-01',
      to: '2027-12-31',
      observedTo: null,
    });
    assert.equal(calendar.isSession('NYSE', '2028-07-04'), true);
    assert.equal(calendar.confidence('NYSE', '2028-07-04'), 'WEEKDAY_RULE');
  });

  it('Indian holidays are nothing to New York, and the other way round', () => {
    assert.equal(calendar.isSession('NYSE', '2026-01-26'), true);
    assert.equal(calendar.isSession('NSE', '2026-07-03'), true);
  });
});
