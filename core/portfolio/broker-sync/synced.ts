import type { TransactionType } from '../ledger/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** A position as a broker has it, under the symbol it is kept by here. Numbers are exact decimal text. */
export interface SyncedHolding {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass;
  currency: string;
  quantity: string;
  /** Null where the broker does not know the cost: what is known stays. */
  avg_buy_price: string | null;
  last_price: string | null;
  previous_close: string | null;
  /** Day of the price at its market, YYYY-MM-DD. */
  price_as_of: string;
  /** The price is of the moment it was read, and not of some time of that day. */
  is_live: boolean;
}

/** A trade under the symbol it is kept by here. Numbers are exact decimal text. */
export interface SyncedTrade {
  symbol: string;
  isin: string | null;
  security_id: string | null;
  type: Extract<TransactionType, 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT'>;
  /** YYYY-MM-DD */
  date: string;
  quantity: string;
  price: string;
  fee_tax: string;
  currency: string;
  asset_class: AssetClass;
  execution_id: string;
  /** The exchange's time of day, HH:MM:SS; absent or null where the broker does not tell it. */
  executed_at?: string | null;
  is_intraday: boolean;
}

/** A symbol of a portfolio with the other names it is known by there. */
export interface KnownSymbol {
  symbol: string;
  isin: string | null;
  security_id: string | null;
}

/** What a sync came to. */
export interface Landed {
  portfolio: { id: string; name: string };
  holdings: number;
  /** Prices that were left as they are, since the known one is newer or the broker's is not believable. */
  prices_kept: number;
  trades_new: number;
  /** Read, and recorded before. */
  trades_known: number;
  /** Intraday trades that close no gap. */
  intraday_left_out: number;
  not_at_broker: number;
  /** False when everything was there already: then nothing was written. */
  changed: boolean;
}
