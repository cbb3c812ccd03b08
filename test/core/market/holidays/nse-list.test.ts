import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { mergeYear } from '../../../../core/market/holidays/merge-list.ts';
import { readNseLists } from '../../../../core/market/holidays/nse-list.ts';
import { CLEARING_2027, recorded, TRADING_2027 } from '../../../support/holiday-lists.ts';
import { type SiteHoliday, siteHolidays } from '../../../support/nse-site-server.ts';

const read = (
  trading: readonly SiteHoliday[] = TRADING_2027,
  clearing: readonly SiteHoliday[] = CLEARING_2027,
) => readNseLists(siteHolidays(trading), siteHolidays(clearing), 2026);
const without = (date: string) => TRADING_2027.filter((one) => one.date !== date);

describe('NSE’s lists of holidays', () => {
  it('next year’s lists give its sessions, settlement days and end', () => {
    const { years, fault } = read();
    assert.equal(fault, null);
    const calendar = createCalendar();
    calendar.learn(years);
    assert.deepEqual(calendar.knownUntil('NSE'), { trading: '2027-12-31', settlement: '2027-12-31' });
    assert.equal(calendar.isSession('BSE', '2027-01-26'), false);
    assert.equal(calendar.sessionReason('NSE', '2027-03-22'), 'Holi');
    assert.equal(calendar.confidence('NSE', '2027-03-23'), 'CURATED');
    // Trading on the day of the banks' books, and nothing settles: 31 March settles on 2 April.
    assert.equal(calendar.isSession('NSE', '2027-04-01'), true);
    assert.deepEqual(calendar.settlement('NSE', '2027-03-31'), {
      date: '2027-04-02',
      lag: 1,
      certain: true,
      reason: null,
    });
    // A holiday on a Saturday changes nothing.
    assert.equal(calendar.sessionReason('NSE', '2027-05-01'), 'Saturday');
  });

  it('on Laxmi Pujan there is a session without known hours, and nothing settles', () => {
    const calendar = createCalendar();
    calendar.learn(read().years);
    assert.equal(calendar.day('NSE', '2027-10-29').kind, 'MUHURAT');
    assert.match(calendar.sessionHours('NSE', '2027-10-29').reason ?? '', /^Hours unknown: Muhurat trading/);
    assert.equal(calendar.isOpen('NSE', new Date('2027-10-29T18:30:00+05:30')), null);
    assert.equal(calendar.isSettlementDay('NSE', '2027-10-29'), false);
  });

  it('days after the end are assumed weekdays, and a settlement there is not certain', () => {
    const { certain, reason } = createCalendar().settlement('NSE', '2026-12-31');
    assert.equal(certain, false);
    assert.equal(reason, 'Settlement days are known until 31 Dec 2026; later ones are assumed weekdays');
  });

  it('the list of each year on record is whole, and agrees with the calendar', () => {
    for (let year = 2014; year <= 2026; year += 1) {
      const { years, fault } = readNseLists(siteHolidays(recorded('NSE', year)), null, year);
      assert.deepEqual([fault, years.length], [null, 1], `${year}`);
      const [list] = years;
      assert.ok(list !== undefined);
      assert.deepEqual(mergeYear(createCalendar(), list, null, '2014-01-01').differences, [], `${year}`);
    }
  });

  for (const [what, trading, fault] of [
    ['an empty list', [], 'LIST_UNREADABLE'],
    ['half a year', TRADING_2027.filter(({ date }) => date >= '2027-07-01'), 'LIST_INCOMPLETE'],
    ['a national holiday that is missing', without('2027-01-26'), 'LIST_INCOMPLETE'],
    ['hardly any day', [{ date: '2027-01-26', description: 'Republic Day' }], 'LIST_INCOMPLETE'],
    [
      'a date twice',
      [...TRADING_2027, { date: '2027-03-22', description: 'Holi again' }],
      'LIST_CONTRADICTORY',
    ],
    [
      'a date with another weekday',
      [...without('2027-03-22'), { date: '2027-03-21', description: 'Holi', weekDay: 'Monday' }],
      'LIST_CONTRADICTORY',
    ],
    ['the clearing list in the place of that of trading', CLEARING_2027, 'LIST_CONTRADICTORY'],
    [
      'a holiday without a name',
      [...TRADING_2027, { date: '2027-09-01', description: ' ' }],
      'LIST_UNREADABLE',
    ],
  ] as [string, SiteHoliday[], string][])
    it(`${what} is refused, and nothing of it taken`, () => {
      assert.deepEqual(read(trading), { years: [], fault });
    });

  it('what is no list at all is refused', () => {
    for (const body of [null, 'Access Denied', [], {}, { CM: {} }, { CM: [{ tradingDate: '26-Jan-2027' }] }])
      assert.deepEqual(readNseLists(body, null, 2026), { years: [], fault: 'LIST_UNREADABLE' });
  });

  it('last year’s list is no list of this year or the next', () => {
    assert.deepEqual(readNseLists(siteHolidays(recorded('NSE', 2025)), null, 2026), {
      years: [],
      fault: null,
    });
  });

  it('one good year is taken beside half of the next', () => {
    const half = TRADING_2027.filter(({ date }) => date >= '2027-07-01');
    const { years, fault } = readNseLists(siteHolidays([...recorded('NSE', 2026), ...half]), null, 2026);
    assert.deepEqual([years.map(({ year }) => year), fault], [[2026], 'LIST_INCOMPLETE']);
  });

  it('without a clearing list that fits, sessions are known and settlement days are not', () => {
    for (const clearing of [TRADING_2027, CLEARING_2027.slice(3), []]) {
      const { years, fault } = read(TRADING_2027, clearing);
      assert.notEqual(fault, null);
      const calendar = createCalendar();
      calendar.learn(years);
      assert.deepEqual(calendar.knownUntil('NSE'), { trading: '2027-12-31', settlement: '2026-12-31' });
    }
  });
});
