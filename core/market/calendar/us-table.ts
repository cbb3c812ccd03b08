import { type DayNumber, dayOf, formatDay, isWeekend, toDay, weekdayOf } from './day.ts';
import { type MarketTable, REGULAR_HOURS, type UnusualSession } from './exchange.ts';

const FIRST_YEAR = 2014;
const LAST_YEAR = 2027;
const [MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 3, 4, 5, 6];

/** Days of mourning for a president. Clearing went on: DTCC settled on both, so they are no settlement holidays. */
const MOURNING: readonly (readonly [date: string, reason: string])[] = [
  ['2018-12-05', 'National day of mourning for George H. W. Bush'],
  ['2025-01-09', 'National day of mourning for Jimmy Carter'],
];

type Holiday = readonly [day: DayNumber, reason: string];

/** The nth such weekday of a month (0 Monday to 6 Sunday). */
function nthWeekday(year: number, month: number, weekday: number, n: number): DayNumber {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

function lastMonday(year: number, month: number): DayNumber {
  const last = dayOf(year, month + 1, 1) - 1;
  return last - weekdayOf(last);
}

/** Western Easter Sunday, by the Gregorian computus of Meeus, Jones and Butcher. */
function easter(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * k) / 451);
  const n = h + k - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/** NYSE Rule 7.2: a holiday on Sunday is kept on Monday, one on Saturday on the Friday before. */
function observed(day: DayNumber): DayNumber {
  if (weekdayOf(day) === SUNDAY) return day + 1;
  return weekdayOf(day) === SATURDAY ? day - 1 : day;
}

function thanksgiving(year: number): DayNumber {
  return nthWeekday(year, 11, THURSDAY, 4);
}

/** The closures of NYSE and NASDAQ in a year, those for mourning apart. */
function holidays(year: number): Holiday[] {
  const newYear = dayOf(year, 1, 1);
  const list: Holiday[] = [
    [nthWeekday(year, 1, MONDAY, 3), 'Martin Luther King, Jr. Day'],
    [nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
    [easter(year) - 2, 'Good Friday'],
    [lastMonday(year, 5), 'Memorial Day'],
    [observed(dayOf(year, 7, 4)), 'Independence Day'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [thanksgiving(year), 'Thanksgiving Day'],
    [observed(dayOf(year, 12, 25)), 'Christmas Day'],
  ];
  // On a Saturday it is not kept at all: the Friday closes the old year's books.
  if (weekdayOf(newYear) !== SATURDAY) list.push([observed(newYear), "New Year's Day"]);
  if (year >= 2022) list.push([observed(dayOf(year, 6, 19)), 'Juneteenth']);
  return list;
}

/** Days that end at 13:00: before Independence Day and Christmas unless those are kept early, after Thanksgiving. */
function earlyCloses(year: number): Holiday[] {
  const beforeHoliday: Holiday[] = [
    [dayOf(year, 7, 3), 'Day before Independence Day'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
  ];
  return [
    ...beforeHoliday.filter(([day]) => weekdayOf(day) < FRIDAY),
    [thanksgiving(year) + 1, 'Day after Thanksgiving'],
  ];
}

/** Exchanges trade, banks do not: nothing settles. A bank keeps a Sunday's holiday on Monday, a Saturday's not. */
function bankHolidays(year: number): Holiday[] {
  const veterans = dayOf(year, 11, 11);
  const list: Holiday[] = [
    [nthWeekday(year, 10, MONDAY, 2), 'Columbus Day (banks closed)'],
    [weekdayOf(veterans) === SUNDAY ? veterans + 1 : veterans, 'Veterans Day (banks closed)'],
  ];
  return list.filter(([day]) => !isWeekend(day));
}

/** The days of a year as NYSE's rule 7.2 and the calendar of the banks give them, each with its reason. */
export function usRuleDays(year: number) {
  const printed = (days: readonly Holiday[]) =>
    days
      .map(([day, reason]) => ({ date: formatDay(day), reason }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return {
    closed: printed(holidays(year)),
    earlyCloses: printed(earlyCloses(year)),
    bankHolidays: printed(bankHolidays(year)),
  };
}

/** NYSE and NASDAQ, 2014 to 2027 by rule. */
export function usTable(): MarketTable {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
  const regular = years.flatMap(holidays);
  const mourning = MOURNING.map(([date, reason]): Holiday => [toDay(date), reason]);
  const early = (reason: string): UnusualSession => ({
    kind: 'EARLY_CLOSE',
    reason: `${reason}: early close`,
    hours: { open: REGULAR_HOURS.US.open, close: '13:00' },
  });
  return {
    from: dayOf(FIRST_YEAR, 1, 1),
    to: dayOf(LAST_YEAR, 12, 31),
    observedTo: null,
    closures: new Map([...regular, ...mourning]),
    sessions: new Map(years.flatMap(earlyCloses).map(([day, reason]) => [day, early(reason)])),
    settlementClosures: new Map([...regular, ...years.flatMap(bankHolidays)]),
    settlementListedFrom: dayOf(FIRST_YEAR, 1, 1),
  };
}
