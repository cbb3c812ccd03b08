import type { Market, WantedQuote } from '../market/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import { Decimal } from '../platform/index.ts';
import type { HeldRow } from './ledger-store.ts';
import type { PolicyHoldingView } from './view.ts';

/** Shows positions at quotes of now. Nothing is written. */
export type LiveMarks = (userId: string, rows: readonly HeldRow[]) => Promise<PolicyHoldingView[]>;

/**
 * Positions at current quotes: close, market value and gain. One without a quote keeps the close of its session and says so.
 * A quote older than that close is none.
 */
export function createLiveMarks(parts: {
  quotesOf: Market['quotesOf'];
  instruments: Pick<Instruments, 'byIds'>;
}): LiveMarks {
  return async (userId, rows) => {
    if (rows.length === 0) return [];
    const known = await parts.instruments.byIds(rows.map(({ instrument_id }) => instrument_id));
    const wanted = rows.map(({ instrument_id, view: { symbol, name } }): WantedQuote => {
      const instrument = known.get(instrument_id);
      return {
        symbol: instrument?.symbol ?? symbol,
        name: instrument?.name ?? name,
        isin: instrument?.isin ?? null,
        currency: 'INR',
        // Universes hold nothing else.
        asset_class: instrument?.asset_class === 'ETF' ? 'ETF' : 'Indian Equity',
      };
    });
    const quotes = await parts.quotesOf(userId, wanted);
    return rows.map(({ view, cost }, at) => {
      const quote = quotes[at]?.quote ?? null;
      if (quote === null || (view.close_date !== null && quote.as_of < view.close_date))
        return { ...view, live_priced: false };
      const value = new Decimal(view.quantity).times(quote.price);
      return {
        ...view,
        close: quote.price,
        close_date: quote.as_of,
        market_value: value.toNumber(),
        unrealized_gain: value.minus(cost).toNumber(),
        live_priced: true,
      };
    });
  };
}
