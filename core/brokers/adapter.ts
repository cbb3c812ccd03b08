export const BROKERS = ['zerodha', 'dhan', 'ibkr_flex', 'web_sync'] as const;
export type BrokerName = (typeof BROKERS)[number];

/** One thing a person enters for a connection. Forms and dialogues are made from these, in this order. */
export interface CredentialField {
  name: string;
  label: string;
  /** Where to find it, in one sentence. */
  hint: string;
  /** Never shown again, and its message is deleted from a chat. */
  secret: boolean;
  required: boolean;
  pattern?: RegExp;
}

/** Credentials and session by name, as decrypted; they leave memory only encrypted. */
export type Secrets = Readonly<Record<string, string>>;

/** What a login gave. `values` are the adapter's own (tokens, cookies, a device id). */
export interface BrokerSession {
  values: Secrets;
  issued_at: Date;
  /** When the broker says that it ends; null when it does not say. */
  expires_at: Date | null;
}

/** A connection's secrets as one call needs them. */
export interface Access {
  credentials: Secrets;
  /**
   * Null before the first login. Where `renewal` is `none` it may be past its age, since it may keep what outlives a login
   * (a device id): the adapter itself sends its token only while `isUsable` of `token.ts`.
   */
  session: BrokerSession | null;
}

/** One position as the broker has it. Prices and quantities are exact decimals as text, never in exponent form. */
export interface BrokerHolding {
  /** The broker's or exchange's symbol; '' where the broker gives none. */
  symbol: string;
  name: string | null;
  isin: string | null;
  security_id: string | null;
  asset_class: 'Indian Equity' | 'US Equity' | 'ETF' | 'Mutual Fund' | 'Bond';
  currency: string;
  quantity: string;
  /** Parts of the quantity: bought and not delivered, pledged, and held by open orders; absent where the broker does not say. */
  arriving?: string;
  pledged?: string;
  blocked?: string;
  /** Per share; null where the broker does not know the cost. */
  avg_buy_price: string | null;
  last_price: string | null;
  previous_close: string | null;
  /** Day of `last_price`, YYYY-MM-DD; null when the broker does not say. */
  price_as_of: string | null;
}

export interface BrokerTrade {
  symbol: string;
  isin: string | null;
  security_id: string | null;
  /** SPLIT: `quantity` is new shares per old share, `price` 0. DIVIDEND: a quantity of 0 makes `price` the whole amount. */
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT';
  /** Trading day at the exchange, YYYY-MM-DD. */
  date: string;
  /** Negative where the row takes back an earlier trade of its type and price, as the ledger reads it. */
  quantity: string;
  price: string;
  /** All charges and taxes of the trade; '0' where the broker says there were none, null where it does not say; negative where they are given back. */
  fee_tax: string | null;
  currency: string;
  asset_class: BrokerHolding['asset_class'];
  /**
   * Unique and the same in every later sync of this account, with the exchange and day where the broker's own number
   * repeats; as the importer of the broker's own file makes it, so that a file and a sync meet in one row.
   */
  execution_id: string;
  /** The exchange's time of day, HH:MM:SS; absent or null where the broker does not tell it. */
  executed_at?: string | null;
  /** Marked intraday by the broker: kept only when it closes a gap (spec: Connection sync rules 2). */
  is_intraday: boolean;
}

/** A row that a sync excludes, and why. */
export interface ExcludedRow {
  what: string;
  reason:
    | 'DERIVATIVE'
    | 'CURRENCY_TRADE'
    | 'OPTION'
    | 'CANCELLED'
    | 'CASH_MOVEMENT'
    | 'CORPORATE_ACTION'
    | 'FUTURE_DATE'
    | 'NOT_COMPLETED'
    | 'UNKNOWN_KIND'
    | 'UNREADABLE';
}

/**
 * Days of which a reading that comes to its end has every trade of the account, both included, YYYY-MM-DD; `from` null: from
 * the beginning. `of`: everything that a sync records, purchases and sales alone, or those of shares and ETFs alone.
 */
export interface WholeDays {
  from: string | null;
  to: string;
  of: 'EVERYTHING' | 'TRADES' | 'SHARE_TRADES';
}

/** Some trades and the rows among them that are excluded. Pages may come in any order and may repeat rows. */
export interface TradePage {
  trades: readonly BrokerTrade[];
  left_out: readonly ExcludedRow[];
  /** Absent where the broker's list proves nothing about what it lacks. */
  whole?: WholeDays;
  /** The list ends before `reached` of the range, and was found to be right: the last trades were taken back. */
  endsEarly?: true;
}

export interface Holdings {
  holdings: readonly BrokerHolding[];
  left_out: readonly ExcludedRow[];
  /** Days that the stock is of, YYYY-MM-DD: two where accounts differ; absent for the day on which it is read. */
  as_of?: { first: string; last: string } | undefined;
}

/**
 * What a broker lists as held. `DELIVERED`: units come and go with their delivery, a session later or more, and a list may
 * be that of the session before. `TRADED`: all trades up to its day.
 */
export type StockRule = 'DELIVERED' | 'TRADED';

/** A price from a broker's own quote service. */
export interface BrokerQuote {
  price: string;
  previous_close: string | null;
  as_of: string | null;
}

export interface Quotable {
  symbol: string;
  isin: string | null;
  security_id: string | null;
  asset_class: string;
  currency: string;
}

/** Days of trades, both included, YYYY-MM-DD. */
export interface TradeRange {
  /** Null: as far as the broker goes. */
  from: string | null;
  to: string;
  /** Day of the newest trade that earlier syncs of this account recorded: a history that ends before is cut off. */
  reached?: string | null;
}

/** What is read within one sync; a statement is fetched once and read twice. Close it in any case. */
export interface Reading {
  holdings(): Promise<Holdings>;
  /** Page by page, so that memory does not grow with the history. */
  trades(range: TradeRange): AsyncIterable<TradePage>;
  close(): Promise<void>;
}

/**
 * When a broker is due.
 * `interval`: every so many minutes. `daily`: once a day after a success, and again after so many minutes after a failure.
 */
export type SyncRhythm = { kind: 'interval'; minutes: number } | { kind: 'daily'; retryMinutes: number };

/**
 * How a session lives on.
 * `renew`: by `renew`, before it is 23 h old or 4 h before it ends (spec: Connection sync rules 1). `login`: only the
 * person can, on the broker's page. `none`: nothing to renew; the adapter logs in when a sync needs it.
 */
export type Renewal = 'renew' | 'login' | 'none';

/**
 * One broker, reading only. Every method throws `BrokerFailure` for what the outside does, and nothing else for it.
 * Adding a broker is adding a file to `adapters/` and a line to `adapters/index.ts`.
 */
export interface BrokerAdapter {
  readonly broker: BrokerName;
  readonly title: string;
  /** Whether orders can go through it one day: such a connection may have a TRADING role. */
  readonly canTrade: boolean;
  readonly fields: readonly CredentialField[];
  readonly rhythm: SyncRhythm;
  readonly renewal: Renewal;
  readonly stock: StockRule;
  /** The account as people know it, last characters only where it is sensitive; null when the credentials do not say. */
  account(credentials: Secrets): string | null;
  /** Page of the broker on which the person logs in; null where there is none. */
  loginUrl(credentials: Secrets): string | null;
  /**
   * Logs in, or checks what there is, and answers the session to keep. `request_token` is what the person brought from
   * the broker's page. @throws BrokerFailure NEEDS_LOGIN, CREDENTIALS_REJECTED …; NeedsOtpError
   */
  connect(access: Access, options: { requestToken?: string; signal: AbortSignal }): Promise<BrokerSession>;
  /** A new session in exchange for one that still lives. Only where `renewal` is `renew`. */
  renew(access: Access, signal: AbortSignal): Promise<BrokerSession>;
  /** Goes on where NeedsOtpError stopped. Only where the broker asks for one-time passwords. */
  verifyOtp?(access: Access, otpSession: Secrets, otp: string, signal: AbortSignal): Promise<BrokerSession>;
  /** Begins to read. May log in by itself and then says so in `session`. */
  read(access: Access, signal: AbortSignal): Promise<Reading & { session: BrokerSession | null }>;
  /** Prices by the broker's own service; one outcome each, in the same order, null for what it does not know. */
  quotes?(access: Access, wanted: readonly Quotable[], signal: AbortSignal): Promise<(BrokerQuote | null)[]>;
}
