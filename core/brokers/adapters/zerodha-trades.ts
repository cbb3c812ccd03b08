import { dayInWords } from '../../platform/index.ts';
import type { BrokerHolding, BrokerTrade, ExcludedRow, TradePage } from '../adapter.ts';
import { dayOf, exact, figure, isinOf, isRow, type Row, textOf, timeOf } from './figures.ts';
import { exchangeAssetClass } from '../../market/instruments/index.ts';
import { kiteSymbol } from '../statements/index.ts';

const SHARES = new Set(['NSE', 'BSE']);
const DERIVATIVES = new Set(['NFO', 'BFO', 'CDS', 'BCD', 'MCX', 'NCO', 'NCDEX', 'MCXSX']);
/** Products that end with the day. */
const INTRADAY = new Set(['MIS', 'CO', 'BO']);
/** States of a fund order that will never be done; every other one but COMPLETE, known or not, may still be. */
const UNDONE = new Set(['CANCELLED', 'REJECTED', 'CANCELLED AMO']);

/** Days wanted, both included, YYYY-MM-DD. */
interface Days {
  from: string | null;
  to: string;
}

const isWithin = (day: string, { from, to }: Days) => day <= to && (from === null || day >= from);

/**
 * Today's fills (`/trades`). Exchange, day and trade number name a fill, as in Console's tradebook: the file and the
 * sync give one transaction. Kite tells neither charges nor ISINs here; `held` lends the ISINs of what is held.
 */
export function fills(rows: readonly unknown[], days: Days, held: readonly BrokerHolding[]): TradePage {
  const known = new Map(held.map((holding) => [holding.symbol, holding]));
  return read(rows, 'Trade', days, (row) => {
    const exchange = textOf(row['exchange']).toUpperCase();
    if (DERIVATIVES.has(exchange)) return 'DERIVATIVE';
    if (!SHARES.has(exchange)) return exchange === '' ? 'UNREADABLE' : 'UNKNOWN_KIND';
    const date = dayOf(row['fill_timestamp']) ?? dayOf(row['exchange_timestamp']);
    const symbol = kiteSymbol(textOf(row['tradingsymbol']));
    const number = textOf(row['trade_id']);
    const quantity = figure(row['quantity']);
    const price = exact(row['average_price']);
    if (date === null || symbol === '' || number === '' || price === null) return 'UNREADABLE';
    if (quantity === null || quantity.lte(0)) return 'UNREADABLE';
    const type = sideOf(row);
    if (type === null) return 'UNKNOWN_KIND';
    const isin = known.get(symbol)?.isin ?? null;
    return {
      symbol,
      isin,
      security_id: textOf(row['instrument_token']) || null,
      type,
      date,
      quantity: quantity.toFixed(),
      price,
      fee_tax: null,
      currency: 'INR',
      asset_class: exchangeAssetClass(symbol, isin ?? ''),
      execution_id: `${exchange}:${date}:${number}`,
      executed_at: timeOf(row['fill_timestamp']) ?? timeOf(row['exchange_timestamp']),
      is_intraday: INTRADAY.has(textOf(row['product']).toUpperCase()),
    };
  });
}

/**
 * Completed orders for mutual funds (`/mf/orders`, the last seven days). One order is one allotment; its number at the
 * exchange names it, under the BSE as Console's fund tradebook has it.
 */
export function fundOrders(rows: readonly unknown[], days: Days): TradePage {
  return read(rows, 'Fund order', days, (row) => {
    const status = textOf(row['status']).toUpperCase();
    if (UNDONE.has(status)) return 'CANCELLED';
    if (status !== 'COMPLETE') return 'NOT_COMPLETED';
    const isin = isinOf(row['tradingsymbol']);
    const date = dayOf(row['exchange_timestamp']) ?? dayOf(row['order_timestamp']);
    const quantity = figure(row['quantity']);
    const price = figure(row['average_price']);
    const number = textOf(row['exchange_order_id']);
    if (isin === null || date === null || quantity === null || price === null || number === '')
      return 'UNREADABLE';
    const type = sideOf(row);
    if (type === null) return 'UNKNOWN_KIND';
    // Units are allotted some time after the order counts as complete.
    if (quantity.lte(0) || price.lte(0)) return 'NOT_COMPLETED';
    return {
      symbol: textOf(row['fund']) || isin,
      isin,
      security_id: null,
      type,
      date,
      quantity: quantity.toFixed(),
      price: price.toFixed(),
      fee_tax: null,
      currency: 'INR',
      asset_class: 'Mutual Fund',
      execution_id: `BSE:${date}:${number}`,
      is_intraday: false,
    };
  });
}

function sideOf(row: Row): 'BUY' | 'SELL' | null {
  const side = textOf(row['transaction_type']).toUpperCase();
  return side === 'BUY' || side === 'SELL' ? side : null;
}

function read(
  rows: readonly unknown[],
  noun: string,
  days: Days,
  one: (row: Row) => BrokerTrade | ExcludedRow['reason'],
): TradePage {
  const trades: BrokerTrade[] = [];
  const left_out: ExcludedRow[] = [];
  for (const row of rows) {
    const read = isRow(row) ? one(row) : 'UNREADABLE';
    if (typeof read === 'string') left_out.push({ what: nameOf(noun, row), reason: read });
    else if (isWithin(read.date, days)) trades.push(read);
  }
  return { trades, left_out };
}

/** `Trade BUY 1 USDINR21JUNFUT at CDS on 31 May 2021`: enough to find it at the broker, no number of the account. */
function nameOf(noun: string, row: unknown): string {
  if (!isRow(row)) return noun;
  const day =
    dayOf(row['fill_timestamp']) ?? dayOf(row['exchange_timestamp']) ?? dayOf(row['order_timestamp']);
  const words = [noun, textOf(row['transaction_type']), exact(row['quantity']), textOf(row['tradingsymbol'])];
  if (textOf(row['exchange']) !== '') words.push('at', textOf(row['exchange']));
  if (day !== null) words.push('on', dayInWords(day));
  return words.filter((word) => word !== null && word !== '').join(' ');
}
