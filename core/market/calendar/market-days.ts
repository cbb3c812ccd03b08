import { type DayNumber, isWeekend, toDay } from './day.ts';
import { DaySet } from './day-set.ts';
import { MARKET_OF, type Market, type MarketTable, type UnusualSession } from './exchange.ts';
import type { ExtraEntry } from './extra-entries.ts';
import { nseTable } from './nse-table.ts';
import { usTable } from './us-table.ts';

/** One market's table with the operator's entries laid over it, ready to be asked. */
export interface MarketDays extends MarketTable {
  market: Market;
  trading: DaySet;
  settling: DaySet;
  /** Days of which the operator said whether there is a session. */
  byOperator: ReadonlySet<DayNumber>;
}

const TABLES: Readonly<Record<Market, () => MarketTable>> = { IN: nseTable, US: usTable };

/** The tables that nothing is laid over, counted once: two of them take a few milliseconds. */
const plain = new Map<Market, MarketDays>();

/** Lays the entries over the market's table; an entry replaces what the table says of its day. */
export function marketDays(market: Market, extra: readonly ExtraEntry[]): MarketDays {
  if (extra.length > 0) return laidOver(market, extra);
  const days = plain.get(market) ?? laidOver(market, []);
  plain.set(market, days);
  return days;
}

function laidOver(market: Market, extra: readonly ExtraEntry[]): MarketDays {
  const table = TABLES[market]();
  const closures = new Map(table.closures);
  const sessions = new Map(table.sessions);
  const settlementClosures = new Map(table.settlementClosures);
  const byOperator = new Set<DayNumber>();
  let to = table.to;
  // What closes settlement goes last: a weekday session opens it, and may be entered after it.
  const ordered = extra
    .filter(({ exchange }) => MARKET_OF[exchange] === market)
    .toSorted((a, b) => Number(a.kind === 'settlement_closed') - Number(b.kind === 'settlement_closed'));
  for (const entry of ordered) {
    const day = toDay(entry.date);
    if (entry.kind === 'curated_until') to = Math.max(to, day);
    else if (entry.kind === 'settlement_closed') settlementClosures.set(day, entry.reason);
    else {
      byOperator.add(day);
      closures.delete(day);
      sessions.delete(day);
      settlementClosures.delete(day);
      if (entry.kind === 'session') sessions.set(day, operatorSession(entry));
      else {
        closures.set(day, entry.reason);
        settlementClosures.set(day, entry.reason);
      }
    }
  }
  return {
    ...table,
    market,
    to,
    closures,
    sessions,
    settlementClosures,
    byOperator,
    trading: new DaySet((day) => sessions.has(day) || (!isWeekend(day) && !closures.has(day))),
    settling: new DaySet((day) => !isWeekend(day) && !settlementClosures.has(day)),
  };
}

function operatorSession({ reason, open, close }: ExtraEntry): UnusualSession {
  return { kind: 'SPECIAL', reason, hours: open === null || close === null ? null : { open, close } };
}
