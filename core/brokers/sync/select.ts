import type { SyncedHolding, SyncedTrade } from './portfolio-sync.ts';
import type { BrokerHolding, BrokerTrade, ExcludedRow } from '../adapter.ts';
import type { Symbols } from './symbols.ts';
import { isCalendarDate } from '../../platform/index.ts';

/** Rows as they are kept, and those that are left out. */
interface Selected<T> {
  rows: T[];
  left_out: ExcludedRow[];
}

const NUMBER = /^-?\d{1,19}(?:\.\d{1,30})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** @param priceDay the day of a price that the broker gives without one. */
export function selectHoldings(
  holdings: readonly BrokerHolding[],
  symbols: Symbols,
  priceDay: string,
): Selected<SyncedHolding> {
  return select(holdings, (holding) => {
    const symbol = symbols.ofHolding(holding);
    const { arriving = null, pledged = null, blocked = null } = holding;
    const numbers = [holding.quantity, holding.avg_buy_price, holding.last_price, holding.previous_close];
    const isReadable =
      [...numbers, arriving, pledged, blocked].every((text) => text === null || NUMBER.test(text)) &&
      CURRENCY.test(holding.currency);
    if (symbol === null || !isReadable || holding.quantity.startsWith('-')) return 'UNREADABLE';
    const { name, isin, asset_class, currency, quantity, avg_buy_price, last_price, previous_close } =
      holding;
    return {
      symbol,
      name,
      isin,
      asset_class,
      currency,
      quantity,
      arriving,
      pledged,
      blocked,
      avg_buy_price,
      last_price,
      previous_close,
      price_as_of: holding.price_as_of ?? priceDay,
      is_live: holding.price_as_of === null,
    };
  });
}

/**
 * A charge that the broker does not tell is 0, as in a file without the column.
 * @param lastDay a trade of a later day is left out.
 */
export function selectTrades(
  trades: readonly BrokerTrade[],
  symbols: Symbols,
  lastDay: string,
): Selected<SyncedTrade> {
  return select(trades, (trade) => {
    const symbol = symbols.ofTrade(trade);
    const fee_tax = trade.fee_tax ?? '0';
    const isReadable =
      [trade.quantity, trade.price, fee_tax].every((text) => NUMBER.test(text)) &&
      isCalendarDate(trade.date) &&
      CURRENCY.test(trade.currency) &&
      trade.execution_id !== '';
    if (symbol === null || !isReadable) return 'UNREADABLE';
    if (trade.date > lastDay) return 'FUTURE_DATE';
    const candidates = symbols.candidatesOf(trade);
    return { ...trade, symbol, fee_tax, ...(candidates === null ? {} : { candidates }) };
  });
}

function select<In extends { symbol: string }, Out extends object>(
  rows: readonly In[],
  keep: (row: In) => Out | ExcludedRow['reason'],
): Selected<Out> {
  const selected: Selected<Out> = { rows: [], left_out: [] };
  for (const row of rows) {
    const kept = keep(row);
    if (typeof kept === 'string') selected.left_out.push({ what: row.symbol, reason: kept });
    else selected.rows.push(kept);
  }
  return selected;
}
