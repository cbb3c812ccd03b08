import { type DayNumber, dayOf, isWeekend, toDay } from './day.ts';
import { type MarketTable, REGULAR_HOURS, type UnusualSession } from './exchange.ts';
import { NSE_CLOSURES } from './nse-closures.ts';

const FULL_DAY = REGULAR_HOURS.IN;

const muhurat = (hours: UnusualSession['hours'] = null): UnusualSession => ({
  kind: 'MUHURAT',
  reason: 'Muhurat trading (Diwali, Laxmi Pujan)',
  hours,
});
const budget: UnusualSession = { kind: 'BUDGET', reason: 'Union Budget session', hours: FULL_DAY };
const special = (reason: string, hours: UnusualSession['hours'] = null): UnusualSession => ({
  kind: 'SPECIAL',
  reason,
  hours,
});

/**
 * Sessions on weekends, and Muhurat on a weekday that is a holiday but for that hour. Each of them left prices, but
 * for 2026-02-01 (circular NSE/CMTR/72349) and 2026-11-08 (announced in NSE/CMTR/71775, hours to follow). Hours of
 * Muhurat are those that newspapers and brokers printed from the exchange's circular of the year; where none was found
 * they are unknown, as are those of sessions in two parts.
 */
const SESSIONS: readonly (readonly [date: string, session: UnusualSession])[] = [
  ['2014-03-22', special('Special live session, short')],
  ['2014-10-23', muhurat()],
  ['2015-02-28', budget],
  ['2015-11-11', muhurat()],
  ['2016-10-30', muhurat()],
  ['2017-10-19', muhurat()],
  ['2018-11-07', muhurat({ open: '17:30', close: '18:30' })],
  ['2019-10-27', muhurat()],
  ['2020-02-01', budget],
  ['2020-11-14', muhurat()],
  ['2021-11-04', muhurat({ open: '18:15', close: '19:15' })],
  ['2022-10-24', muhurat({ open: '18:15', close: '19:15' })],
  ['2023-11-12', muhurat({ open: '18:15', close: '19:15' })],
  ['2024-01-20', special('Special live session, full day before the holiday of 22 January', FULL_DAY)],
  ['2024-03-02', special('Live session from the disaster recovery site')],
  ['2024-05-18', special('Live session from the disaster recovery site')],
  ['2024-11-01', muhurat({ open: '18:00', close: '19:00' })],
  ['2025-02-01', budget],
  // Circular NSE/CMTR/70319: for the first time in the afternoon.
  ['2025-10-21', muhurat({ open: '13:45', close: '14:45' })],
  ['2026-02-01', budget],
  ['2026-11-08', muhurat()],
];

const FIRST_YEAR = 2014;
const LAST_YEAR = 2026;
const LISTED_SETTLEMENT_YEAR = 2026;
const BANK_CLOSING = 'Annual bank closing';

/**
 * Weekdays with a session on which the banks are shut. The list of 2026 is the clearing corporation's
 * (NCL/CMPT/71904); of 2024 and 2025 these are known from brokers' notices, of earlier years only 1 April.
 */
const SETTLEMENT_ONLY: readonly (readonly [date: string, reason: string])[] = [
  ['2024-02-19', 'Chhatrapati Shivaji Maharaj Jayanti'],
  ['2024-04-09', 'Gudhi Padwa'],
  ['2024-05-23', 'Buddha Pournima'],
  ['2024-09-16', 'Id-E-Milad'],
  ['2025-02-19', 'Chhatrapati Shivaji Maharaj Jayanti'],
  ['2025-05-12', 'Buddha Pournima'],
  // Moved from the 5th at short notice.
  ['2025-09-08', 'Id-E-Milad'],
  ['2026-02-19', 'Chhatrapati Shivaji Maharaj Jayanti'],
  ['2026-03-19', 'Gudhi Padwa'],
  ['2026-08-26', 'Id-E-Milad'],
];

function settlementClosures(sessions: ReadonlyMap<DayNumber, UnusualSession>): Map<DayNumber, string> {
  const closed = new Map(NSE_CLOSURES);
  // Laxmi Pujan is a bank holiday in Mumbai: the hour of trading changes nothing for the banks.
  for (const [day, { reason }] of sessions) if (!isWeekend(day)) closed.set(day, reason);
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const closing = dayOf(year, 4, 1);
    if (!isWeekend(closing)) closed.set(closing, BANK_CLOSING);
  }
  for (const [date, reason] of SETTLEMENT_ONLY) closed.set(toDay(date), reason);
  return closed;
}

/** NSE's equity market, 2014 to 2026 (BSE keeps the same days). */
export function nseTable(): MarketTable {
  const sessions = new Map(SESSIONS.map(([date, session]) => [toDay(date), session]));
  return {
    from: dayOf(FIRST_YEAR, 1, 1),
    to: dayOf(LAST_YEAR, 12, 31),
    observedTo: toDay('2026-09-14'),
    closures: NSE_CLOSURES,
    sessions,
    settlementClosures: settlementClosures(sessions),
    settlementListedFrom: dayOf(LISTED_SETTLEMENT_YEAR, 1, 1),
  };
}
