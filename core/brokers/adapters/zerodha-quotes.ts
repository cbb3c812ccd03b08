import type { BrokerQuote, Quotable } from '../adapter.ts';
import { unreadable } from './zerodha-client.ts';
import { dayOf, isRow, priceText } from './figures.ts';

/** Most instruments that one request of `/quote` may name. */
const AT_ONCE = 500;
const SHARES = new Set(['Indian Equity', 'ETF', 'Bond']);

/**
 * Prices of `/quote`, which tells the time of the last trade as `/quote/ohlc` does not. The NSE is asked first and the
 * BSE for what it does not know (spec: Price refresh rules 2).
 */
export async function kiteQuotes(
  wanted: readonly Quotable[],
  ask: (path: string) => Promise<unknown>,
): Promise<(BrokerQuote | null)[]> {
  const found = new Map<string, BrokerQuote>();
  const symbols = new Set(wanted.filter(isOurs).map(({ symbol }) => symbol));
  for (const exchange of ['NSE', 'BSE']) {
    const open = [...symbols].filter((symbol) => !found.has(symbol));
    for (let at = 0; at < open.length; at += AT_ONCE) {
      const some = open.slice(at, at + AT_ONCE);
      const query = some.map((symbol) => `i=${encodeURIComponent(`${exchange}:${symbol}`)}`).join('&');
      const answer = await ask(`/quote?${query}`);
      if (!isRow(answer)) throw unreadable('quotes');
      for (const symbol of some) {
        const quote = quoteOf(answer[`${exchange}:${symbol}`]);
        if (quote !== null) found.set(symbol, quote);
      }
    }
  }
  return wanted.map((one) => (isOurs(one) ? (found.get(one.symbol) ?? null) : null));
}

const isOurs = ({ symbol, currency, asset_class }: Quotable) =>
  currency === 'INR' && SHARES.has(asset_class) && symbol !== '';

function quoteOf(value: unknown): BrokerQuote | null {
  if (!isRow(value)) return null;
  const price = priceText(value['last_price']);
  if (price === null) return null;
  const traded = dayOf(value['last_trade_time']);
  const today = dayOf(value['timestamp']);
  // Kite's close is that of the session before today's: for a share last traded earlier it is the same price again.
  const isOfToday = traded === null || today === null || traded === today;
  return {
    price,
    previous_close: isOfToday && isRow(value['ohlc']) ? priceText(value['ohlc']['close']) : null,
    as_of: traded ?? today,
  };
}
