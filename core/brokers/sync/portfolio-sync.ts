import type { AssetClass } from '../../market/instruments/index.ts';
import type { AuditedChange } from '../../audit/index.ts';
import type { Actor, DbTransaction } from '../../platform/index.ts';
import type { StockRule, WholeDays } from '../adapter.ts';
import type { CommonPortfolio } from '../view.ts';

/** A position as a broker has it, under the symbol it is kept by here. Numbers are exact decimal text. */
export interface SyncedHolding {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass;
  currency: string;
  quantity: string;
  /** Parts of the quantity; absent or null where the broker does not say. */
  arriving?: string | null;
  pledged?: string | null;
  blocked?: string | null;
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
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT';
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
  /**
   * Symbols of holdings that it may be of where only the person knows which; then `symbol` is the name that the broker gives
   * it. Absent where the symbol is certain.
   */
  candidates?: readonly string[];
}

/** Trades under a name of which the person has to say which share it is. */
export interface AskedTrades {
  name: string;
  trades: number;
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
}

/** The names that a connection asks about, and where their trades are kept. */
export interface TradeNames {
  /** Names the connection. */
  key: string;
  /** Symbols by name; null where the person has not answered yet. */
  symbols: ReadonlyMap<string, string | null>;
  /** Symbols that the trades of names without an answer may be of. */
  candidates: ReadonlySet<string>;
}

/** A symbol of a portfolio with the other names it is known by there. */
export interface KnownSymbol {
  symbol: string;
  isin: string | null;
  security_id: string | null;
}

/** What a sync came to. */
export interface SyncResult {
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
  /** Trades by the names that only the person can tell the share of, answered or not. */
  asked: AskedTrades[];
  /** False when everything was there already: then nothing was written. */
  changed: boolean;
}

/** Trades of a sync that is under way: nothing of them counts before `commitSync`. */
export interface StagedSync {
  id: string;
  add(trades: readonly SyncedTrade[]): Promise<void>;
  /** Forgets them; what a dead process leaves is swept by its expiry. */
  discard(): Promise<void>;
}

export interface SyncToCommit {
  connectionId: string;
  staging: StagedSync;
  /** Days whose trades the reading has all: a recorded trade of them that it lacks is gone at the broker. */
  whole: readonly WholeDays[];
  /** The portfolio, by id where it is known and still there; else it is made by its name. */
  portfolio: { id: string | null; name: string };
  holdings: readonly SyncedHolding[];
  /** What the broker lists as held, and the days that its list is of, YYYY-MM-DD. */
  stock: { rule: StockRule; first: string; last: string };
  /** Name of the broker, as the source of its prices. */
  source: string;
  /** When the broker was asked for the holdings. */
  readAt: Date;
}

/** What else belongs into the transaction that commits a sync. */
export interface SyncHooks {
  /**
   * First of all, with the portfolios that have the same trades or positions while the sync's own has none of them. Where it
   * says that nothing may be written, it tells whether it changed something that others look at.
   */
  begin(
    trx: DbTransaction,
    common: readonly CommonPortfolio[],
  ): Promise<{ write: boolean; isSeen?: boolean; names?: TradeNames }>;
  /** Last of all. @returns whether it changed something that others look at. */
  end(change: AuditedChange, result: SyncResult): Promise<boolean>;
}

/** The books that a sync writes to: whoever keeps portfolios hands this in (spec: Connection sync rules 2 and 3). */
export interface PortfolioSync {
  /** What is wrong with a portfolio's name, in words; null where it may be used. */
  nameFault(name: string): string | null;
  /** Symbols that a portfolio knows already, with their ISINs and security ids; none while there is no such portfolio. */
  symbols(userId: string, portfolio: SyncToCommit['portfolio']): Promise<KnownSymbol[]>;
  /**
   * Day of the oldest trade of a connection about which the person is asked, or will be: it is read again until they decide.
   * Null where there is none.
   */
  askedSince(userId: string, connectionId: string): Promise<string | null>;
  /** Begins to take in trades. @param key names whose sync it is: what an earlier one left is forgotten. */
  stage(userId: string, key: string): Promise<StagedSync>;
  /**
   * Writes a whole sync in one transaction: holdings by symbol and portfolio, then the trades that are not recorded yet,
   * then what the ledger makes of them. A sync that brings nothing new writes nothing.
   * @returns null when `hooks.begin` said no; then nothing stays staged.
   */
  commitSync(userId: string, sync: SyncToCommit, hooks: SyncHooks, actor: Actor): Promise<SyncResult | null>;
  /**
   * Books the kept trades of a name under a symbol, in place of the one they were booked under before; null takes them out of
   * the books until the name is answered again. In the transaction that keeps the answer.
   */
  bookAsked(
    change: AuditedChange,
    asked: {
      key: string;
      connection_id: string;
      portfolio_id: string;
      name: string;
      symbol: string | null;
    },
  ): Promise<void>;
  /** Forgets the kept trades of a connection; what is booked stays. */
  forgetAsked(trx: DbTransaction, key: string): Promise<void>;
}
