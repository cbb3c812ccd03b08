import { type DayNumber, dayOf, isWeekend, toDay } from './day.ts';
import { DaySet } from './day-set.ts';
import { MARKET_OF, type Market, type MarketTable, type UnusualSession } from './exchange.ts';
import type { ExtraEntry } from './extra-entries.ts';
import type { ListedYear } from './listed-year.ts';
import { nseTable } from './nse-table.ts';
import { usTable } from './us-table.ts';

/** One market's table with the exchange's later lists and the operator's entries laid over it, ready to be asked. */
export interface MarketDays extends MarketTable {
  market: Market;
  /** All settlement days up to and with this day are known. */
  settlementTo: DayNumber;
  trading: DaySet;
  settling: DaySet;
  /** Days of which the operator said whether there is a session. */
  byOperator: ReadonlySet<DayNumber>;
}

const TABLES: Readonly<Record<Market, () => MarketTable>> = { IN: nseTable, US: usTable };

/** The tables that nothing is laid over, counted once: two of them take a few milliseconds. */
const plain = new Map<Market, MarketDays>();

/** Lays lists and entries over the market's table: a list adds what the table does not know, an entry replaces both. */
export function marketDays(
  market: Market,
  extra: readonly ExtraEntry[],
  listed: readonly ListedYear[] = [],
): MarketDays {
  if (extra.length > 0 || listed.length > 0) return laidOver(market, extra, listed);
  const days = plain.get(market) ?? laidOver(market, [], []);
  plain.set(market, days);
  return days;
}

function laidOver(
  market: Market,
  extra: readonly ExtraEntry[],
  allListed: readonly ListedYear[],
): MarketDays {
  const table = TABLES[market]();
  const closures = new Map(table.closures);
  const sessions = new Map(table.sessions);
  const settlementClosures = new Map(table.settlementClosures);
  const byOperator = new Set<DayNumber>();
  const ofMarket = ({ exchange }: { exchange: ExtraEntry['exchange'] }) => MARKET_OF[exchange] === market;
  const listed = allListed.filter(ofMarket);
  let to = endOf(table.to, listed);
  let settlementTo = endOf(
    table.to,
    listed.filter((one) => one.has_settlement),
  );
  const put = (entry: ExtraEntry, day: DayNumber) => {
    closures.delete(day);
    sessions.delete(day);
    settlementClosures.delete(day);
    if (entry.kind === 'session') sessions.set(day, enteredSession(entry));
    else {
      closures.set(day, entry.reason);
      settlementClosures.set(day, entry.reason);
    }
  };
  for (const entry of inOrder(listed.flatMap(({ entries }) => entries))) {
    const day = toDay(entry.date);
    // A day that has been seen to happen needs no announcement.
    if (table.observedTo !== null && day <= table.observedTo) continue;
    if (entry.kind === 'settlement_closed') settlementClosures.set(day, entry.reason);
    else put(entry, day);
  }
  for (const entry of inOrder(extra.filter(ofMarket))) {
    const day = toDay(entry.date);
    if (entry.kind === 'curated_until') {
      to = Math.max(to, day);
      settlementTo = Math.max(settlementTo, day);
    } else if (entry.kind === 'settlement_closed') settlementClosures.set(day, entry.reason);
    else {
      byOperator.add(day);
      put(entry, day);
    }
  }
  return {
    ...table,
    market,
    to,
    settlementTo,
    closures,
    sessions,
    settlementClosures,
    byOperator,
    trading: new DaySet((day) => sessions.has(day) || (!isWeekend(day) && !closures.has(day))),
    settling: new DaySet((day) => !isWeekend(day) && !settlementClosures.has(day)),
  };
}

/** The end of the known days: whole listed years continue them without a gap. */
function endOf(tableEnd: DayNumber, listed: readonly ListedYear[]): DayNumber {
  let end = tableEnd;
  for (const { year } of listed.filter((one) => one.is_whole).toSorted((a, b) => a.year - b.year))
    if (dayOf(year, 1, 1) <= end + 1) end = Math.max(end, dayOf(year, 12, 31));
  return end;
}

/** What closes settlement goes last: a weekday session opens it, and may be entered after it. */
const inOrder = (entries: readonly ExtraEntry[]): ExtraEntry[] =>
  entries.toSorted((a, b) => Number(a.kind === 'settlement_closed') - Number(b.kind === 'settlement_closed'));

function enteredSession({ reason, open, close }: ExtraEntry): UnusualSession {
  const kind = /muhurat/i.test(reason) ? 'MUHURAT' : /early close/i.test(reason) ? 'EARLY_CLOSE' : 'SPECIAL';
  return { kind, reason, hours: open === null || close === null ? null : { open, close } };
}
