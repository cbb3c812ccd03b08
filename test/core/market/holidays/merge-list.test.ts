import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createCalendar,
  type ListedYear,
  parseExtraEntries,
} from '../../../../core/market/calendar/index.ts';
import { differenceWords, mergeYear } from '../../../../core/market/holidays/merge-list.ts';
import { readNseLists } from '../../../../core/market/holidays/nse-list.ts';
import { CLEARING_2027, recorded, TRADING_2027 } from '../../../support/holiday-lists.ts';
import { type SiteHoliday, siteHolidays } from '../../../support/nse-site-server.ts';
import { sampled } from '../../../support/soak.ts';

function listOf(trading: readonly SiteHoliday[], clearing: readonly SiteHoliday[] | null = null): ListedYear {
  const { years } = readNseLists(
    siteHolidays(trading),
    clearing === null ? null : siteHolidays(clearing),
    2026,
  );
  assert.equal(years.length, 1);
  return years[0] as ListedYear;
}
const without = (holidays: readonly SiteHoliday[], date: string) =>
  holidays.filter((one) => one.date !== date);
const words = (differences: Parameters<typeof differenceWords>[1][]) =>
  differences.map((one) => differenceWords('NSE', one));

describe('a list of holidays and the calendar', () => {
  // In January 2026, three days before them, NSE closed for municipal elections in Maharashtra.
  it('a holiday that the list adds to the days ahead of a known year is taken, and said', () => {
    const election = { date: '2026-12-15', description: 'Elections' };
    const { listed, differences } = mergeYear(
      createCalendar(),
      listOf([...recorded('NSE', 2026), election]),
      null,
      '2026-12-12',
    );
    assert.deepEqual(words(differences), [
      'NSE’s list has no session on 15 Dec 2026 (Elections), and Munim now goes by it.',
    ]);
    assert.equal(listed.is_whole, false);
    const calendar = createCalendar();
    calendar.learn([listed]);
    assert.equal(calendar.sessionReason('NSE', '2026-12-15'), 'Elections');
    assert.equal(calendar.isSettlementDay('NSE', '2026-12-15'), false);
    assert.equal(calendar.knownUntil('NSE').trading, '2026-12-31');
    // The same list on the next day changes nothing and keeps the day.
    const again = mergeYear(calendar, listOf([...recorded('NSE', 2026), election]), listed, '2026-12-13');
    assert.deepEqual([again.listed, again.differences], [listed, []]);
  });

  it('a day that is over, and a holiday that the list lacks, stay as they are known, and are said', () => {
    const list = listOf([
      ...without(recorded('NSE', 2026), '2026-11-24'),
      { date: '2026-03-10', description: 'Invented day' },
    ]);
    const { listed, differences } = mergeYear(createCalendar(), list, null, '2026-11-20');
    assert.deepEqual(listed.entries, []);
    assert.deepEqual(words(differences), [
      'NSE’s list has no session on 10 Mar 2026, Munim’s calendar has a session (Invented day). Munim keeps its own; a line in CALENDAR_FILE changes it.',
      'NSE’s list has a session on 24 Nov 2026, Munim’s calendar has no session (Guru Nanak Jayanti). Munim keeps its own; a line in CALENDAR_FILE changes it.',
    ]);
  });

  it('a line of the operator’s file wins over any list, and the difference is said', () => {
    const { entries } = parseExtraEntries(
      'date,exchange,kind,reason\n2027-03-22,NSE,session,Holi moved\n2027-03-23,NSE,closed,Holi\n',
      'csv',
    );
    const calendar = createCalendar({ extra: entries });
    const { listed, differences } = mergeYear(calendar, listOf(TRADING_2027), null, '2026-12-12');
    assert.equal(differences.length, 2);
    calendar.learn([listed]);
    assert.equal(calendar.isSession('NSE', '2027-03-22'), true);
    assert.equal(calendar.isSession('NSE', '2027-03-23'), false);
    assert.equal(calendar.isSession('NSE', '2027-03-26'), false);
  });

  it('settlement days that came later complete the year; a Muhurat day that became a holiday is one', () => {
    const calendar = createCalendar();
    const first = mergeYear(calendar, listOf(TRADING_2027), null, '2026-12-12').listed;
    calendar.learn([first]);
    assert.equal(calendar.knownUntil('NSE').settlement, '2026-12-31');
    const diwali = { date: '2027-10-29', description: 'Diwali' };
    const second = mergeYear(
      calendar,
      listOf(
        [...without(TRADING_2027, '2027-10-29'), diwali],
        [...without(CLEARING_2027, '2027-10-29'), diwali],
      ),
      first,
      '2026-12-19',
    );
    calendar.learn([second.listed]);
    assert.equal(calendar.knownUntil('NSE').settlement, '2027-12-31');
    assert.equal(calendar.isSettlementDay('NSE', '2027-04-01'), false);
    assert.equal(calendar.isSession('NSE', '2027-10-29'), false);
    assert.deepEqual(second.differences, []);
  });

  it('a holiday ahead that the exchange moves is moved; one that is over stays', () => {
    const calendar = createCalendar();
    const first = mergeYear(calendar, listOf(TRADING_2027, CLEARING_2027), null, '2026-12-12').listed;
    calendar.learn([first]);
    const [past, ahead] = ['2027-03-22', '2027-05-18'];
    assert.deepEqual(
      [past, ahead].map((day) => calendar.isSession('NSE', day)),
      [false, true],
    );
    const moved = { date: ahead, description: 'Bakri Id' };
    const holiday = '2027-05-17';
    const gone = (list: typeof TRADING_2027) => [...without(without(list, past), holiday), moved];
    const second = mergeYear(calendar, listOf(gone(TRADING_2027), gone(CLEARING_2027)), first, '2027-04-02');
    calendar.learn([second.listed]);
    assert.deepEqual(
      [past, holiday, ahead].map((day) => calendar.isSession('NSE', day)),
      [false, true, false],
    );
  });

  it('a year after a gap is not the end of the known days', () => {
    const calendar = createCalendar();
    const { listed } = mergeYear(calendar, listOf(TRADING_2027, CLEARING_2027), null, '2026-12-12');
    const after = { ...listed, year: 2028, entries: [] };
    calendar.learn([after]);
    assert.equal(calendar.knownUntil('NSE').trading, '2026-12-31');
    calendar.learn([after, listed]);
    assert.equal(calendar.knownUntil('NSE').trading, '2028-12-31');
  });

  it('any list of 2027: a slow calendar of the same days gives the same sessions and settlement days', () => {
    // The slow way: sets of dates, day by day.
    const stepped = (day: string, days: number) => {
      const at = new Date(`${day}T12:00:00Z`);
      at.setUTCDate(at.getUTCDate() + days);
      return at.toISOString().slice(0, 10);
    };
    const isWeekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() % 6 !== 0;
    const dayOf2027 = fc.integer({ min: 0, max: 364 }).map((days) => stepped('2027-01-01', days));
    const days = fc.uniqueArray(dayOf2027, { maxLength: 30 });
    const national = TRADING_2027.filter(({ date }) => /01-26|05-01|08-15|10-02|12-25/.test(date));
    const closing = { date: '2027-04-01', description: 'Annual Bank closing' };
    fc.assert(
      fc.property(days, days, fc.array(dayOf2027, { minLength: 1, maxLength: 8 }), (closed, banks, asked) => {
        const used = new Set([...national.map(({ date }) => date), closing.date]);
        const named = (dates: readonly string[]) =>
          dates.flatMap((date) =>
            used.has(date) ? [] : (used.add(date), [{ date, description: 'A holiday' }]),
          );
        const trading = [...national, ...named(closed)];
        const clearing = [...trading, closing, ...named(banks)];
        const { years } = readNseLists(siteHolidays(trading), siteHolidays(clearing), 2026);
        const isWhole = trading.filter(({ date }) => isWeekday(date)).length >= 8;
        assert.equal(years.length, isWhole ? 1 : 0);
        if (!isWhole) return;
        const calendar = createCalendar();
        calendar.learn(years);
        const shut = new Set(trading.map(({ date }) => date));
        const unsettled = new Set(clearing.map(({ date }) => date));
        const trades = (day: string) => isWeekday(day) && !shut.has(day);
        const settles = (day: string) => isWeekday(day) && !unsettled.has(day);
        for (const day of asked) {
          assert.equal(calendar.isSession('NSE', day), trades(day), day);
          assert.equal(calendar.isSettlementDay('BSE', day), settles(day), day);
          if (day > '2027-11-30') continue;
          let next = stepped(day, 1);
          while (!trades(next)) next = stepped(next, 1);
          assert.equal(calendar.nextSession('NSE', day), next);
          let settled = stepped(day, 1);
          while (!settles(settled)) settled = stepped(settled, 1);
          assert.equal(calendar.settlementDate('NSE', day), trades(day) ? settled : null);
        }
      }),
      { numRuns: sampled(60, 3_000) },
    );
  });
});
