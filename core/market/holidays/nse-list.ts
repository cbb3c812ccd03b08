import * as yup from 'yup';
import { isCalendarDate } from '../../platform/index.ts';
import { priceDay } from '../actions/index.ts';
import type { ExtraEntry } from '../calendar/index.ts';
import { isWeekendDay, type ListFault, type ReadList, refusedList, weekdayName } from './read-list.ts';

/** A row of a segment; its other columns (hours of sessions of other segments, a running number) are not needed. */
const row = yup.object({
  tradingDate: yup.string().required(),
  weekDay: yup.string().required(),
  description: yup.string().required().max(200),
});
/** `CM` is the equity market; the other segments close on other days. */
const list = yup.object({ CM: yup.array(row.required()).required().min(1).max(200) }).required();

interface Holiday {
  date: string;
  reason: string;
}

/** National holidays with a fixed date: no year has been without them. A list of half a year lacks some. */
const NATIONAL = ['01-26', '05-01', '08-15', '10-02', '12-25'];
const LAXMI_PUJAN = /la(?:x|ksh)mi p(?:u|oo)ja/i;
const FEWEST_CLOSURES = 8;
/** The banks close their books, and trading goes on. */
const BANK_CLOSING = '04-01';

/**
 * The years of NSE's holiday lists from a year on, each only if it is whole and free of contradictions. Holidays on weekends
 * change nothing. On Laxmi Pujan the exchange is closed but for Muhurat trading, whose hours it announces later.
 * @param trading body of the list of trading holidays.
 * @param clearing body of the list of clearing holidays; null if it did not come.
 */
export function readNseLists(trading: unknown, clearing: unknown, fromYear: number): ReadList {
  const closed = readHolidays(trading);
  if (typeof closed === 'string') return refusedList(closed);
  const unsettled = clearing === null ? null : readHolidays(clearing);
  const read: ReadList = { years: [], fault: typeof unsettled === 'string' ? unsettled : null };
  for (const year of yearsOf(closed).filter((one) => one >= fromYear)) {
    const ofYear = closed.filter(({ date }) => date.startsWith(`${year}-`));
    const fault = faultOf(year, ofYear);
    if (fault !== null) {
      read.fault ??= fault;
      continue;
    }
    const banks = Array.isArray(unsettled) ? unsettled.filter(({ date }) => date.startsWith(`${year}-`)) : [];
    const hasSettlement = Array.isArray(unsettled) && isSettlementList(year, banks, ofYear);
    if (Array.isArray(unsettled) && !hasSettlement) read.fault ??= 'LIST_INCOMPLETE';
    read.years.push({
      exchange: 'NSE',
      year,
      is_whole: true,
      has_settlement: hasSettlement,
      entries: [...ofYear.flatMap(tradingEntry), ...(hasSettlement ? banks.flatMap(settlementEntry) : [])],
    });
  }
  return read;
}

function readHolidays(body: unknown): Holiday[] | ListFault {
  if (!list.isValidSync(body, { strict: true })) return 'LIST_UNREADABLE';
  const { CM } = list.cast(body);
  const holidays = CM.map(({ tradingDate, weekDay, description }) => ({
    date: priceDay(tradingDate.trim()) ?? '',
    weekDay: weekDay.trim(),
    reason: description.replace(/[*\s]+/g, ' ').trim(),
  }));
  if (!holidays.every(({ date, reason }) => isCalendarDate(date) && reason !== '')) return 'LIST_UNREADABLE';
  const isSound =
    new Set(holidays.map(({ date }) => date)).size === holidays.length &&
    holidays.every(({ date, weekDay }) => weekDay === weekdayName(date));
  return isSound ? holidays.map(({ date, reason }) => ({ date, reason })) : 'LIST_CONTRADICTORY';
}

const yearsOf = (holidays: readonly Holiday[]): number[] =>
  [...new Set(holidays.map(({ date }) => Number(date.slice(0, 4))))].toSorted((a, b) => a - b);

function faultOf(year: number, holidays: readonly Holiday[]): ListFault | null {
  // The list of clearing holidays in the place of that of trading.
  if (holidays.some(({ reason }) => /\bbank/i.test(reason))) return 'LIST_CONTRADICTORY';
  const weekdays = new Set(holidays.map(({ date }) => date).filter((date) => !isWeekendDay(date)));
  const lacks = NATIONAL.map((day) => `${year}-${day}`).some(
    (date) => !isWeekendDay(date) && !weekdays.has(date),
  );
  return lacks || weekdays.size < FEWEST_CLOSURES ? 'LIST_INCOMPLETE' : null;
}

/** Clearing is closed whenever trading is, and on the day of the banks' books. */
function isSettlementList(year: number, banks: readonly Holiday[], closed: readonly Holiday[]): boolean {
  const known = new Set(banks.map(({ date }) => date));
  const wanted = [`${year}-${BANK_CLOSING}`, ...closed.map(({ date }) => date)];
  return wanted.every((date) => isWeekendDay(date) || known.has(date));
}

const entry = (kind: ExtraEntry['kind'], { date, reason }: Holiday): ExtraEntry => ({
  date,
  exchange: 'NSE',
  kind,
  reason,
  open: null,
  close: null,
});

function tradingEntry(holiday: Holiday): ExtraEntry[] {
  if (LAXMI_PUJAN.test(holiday.reason)) {
    const session = entry('session', { ...holiday, reason: `Muhurat trading (${holiday.reason})` });
    return isWeekendDay(holiday.date) ? [session] : [session, entry('settlement_closed', holiday)];
  }
  return isWeekendDay(holiday.date) ? [] : [entry('closed', holiday)];
}

const settlementEntry = (holiday: Holiday): ExtraEntry[] =>
  isWeekendDay(holiday.date) ? [] : [entry('settlement_closed', holiday)];
