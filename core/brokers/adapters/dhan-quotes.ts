import type { BrokerQuote, Quotable } from '../adapter.ts';
import { figure, isRow, priceText, type Row, textOf } from './figures.ts';
import { isCalendarDate } from '../../platform/index.ts';

/** Most instruments that one request may name. */
const AT_ONCE = 1000;
const SHARES = new Set(['Indian Equity', 'ETF', 'Bond']);
const EXCHANGES = ['NSE_EQ', 'BSE_EQ'] as const;
/** What Dhan writes as the last trade of a share that was not traded in this session. */
const NEVER_TRADED = '01/01/1980';

type Segment = (typeof EXCHANGES)[number];
type Ask = (wanted: Readonly<Record<string, readonly number[]>>) => Promise<Row>;

/**
 * Prices of `POST /marketfeed/quote`. It is asked rather than `/ltp` or `/ohlc` since it alone tells the time of the last
 * trade and the change since the close before: `ohlc.close` becomes the day's own close after the session.
 *
 * An instrument is named by exchange and security id. Holdings name the id but not whose it is, so the first exchange is
 * asked before the second (spec: Price refresh rules 2); an id from the range of the BSE's scrip codes is its own, and
 * there the BSE comes first, lest a share of the NSE with that number is taken for it.
 */
export async function dhanQuotes(wanted: readonly Quotable[], ask: Ask): Promise<(BrokerQuote | null)[]> {
  const found = new Map<number, BrokerQuote>();
  const ids = [...new Set(wanted.map(idOf).filter((id) => id !== null))];
  for (const turn of [0, 1]) {
    const open = ids.filter((id) => !found.has(id));
    for (let at = 0; at < open.length; at += AT_ONCE) {
      const some = open.slice(at, at + AT_ONCE).map((id) => ({ id, segment: segmentOf(id, turn) }));
      const data = await ask(bySegment(some));
      for (const { id, segment } of some) {
        const rows = data[segment];
        const quote = isRow(rows) ? quoteOf(rows[String(id)]) : null;
        if (quote !== null) found.set(id, quote);
      }
    }
  }
  return wanted.map((one) => found.get(idOf(one) ?? Number.NaN) ?? null);
}

function idOf({ security_id, asset_class, currency }: Quotable): number | null {
  if (currency !== 'INR' || !SHARES.has(asset_class)) return null;
  return security_id !== null && /^[1-9]\d{0,8}$/.test(security_id) ? Number(security_id) : null;
}

/** The exchange to ask about an id at the first and at the second turn. */
function segmentOf(id: number, turn: number): Segment {
  const isScripCode = id >= 500_000 && id <= 599_999;
  return isScripCode === (turn === 0) ? 'BSE_EQ' : 'NSE_EQ';
}

function bySegment(some: readonly { id: number; segment: Segment }[]): Record<string, number[]> {
  const body: Record<string, number[]> = {};
  for (const segment of EXCHANGES) {
    const ids = some.filter((one) => one.segment === segment).map(({ id }) => id);
    if (ids.length > 0) body[segment] = ids;
  }
  return body;
}

function quoteOf(value: unknown): BrokerQuote | null {
  if (!isRow(value)) return null;
  const price = priceText(value['last_price']);
  const time = textOf(value['last_trade_time']);
  // The price of a share that was not traded is an older one, and of which day is not told.
  if (price === null || time.startsWith(NEVER_TRADED)) return null;
  const change = figure(value['net_change']);
  const before = change === null ? null : figure(price)?.minus(change);
  return {
    price,
    previous_close: before?.gt(0) === true ? before.toFixed() : null,
    as_of: tradeDay(time),
  };
}

/** The day of `13/05/2026 15:29:58`, Indian time; null for anything else. */
function tradeDay(time: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})(?: |$)/.exec(time) ?? [];
  const date = `${year}-${month}-${day}`;
  return year !== undefined && isCalendarDate(date) ? date : null;
}
