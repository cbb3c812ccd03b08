/** What can be priced. Two holdings of the same thing are one instrument and are asked for once. */
export interface Instrument {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: string;
  currency: string;
  /**
   * What it is called at its exchange, the name of today first; its own symbol is among them where it may be used at all.
   * Absent where nobody looked it up.
   */
  names?: readonly string[] | undefined;
}

/** A price as a provider gave it, checked: finite, above zero, in the currency of the instrument. */
export interface Quote {
  price: number;
  /** Close of the session before the price's own; null when the provider does not know. */
  previous_close: number | null;
  /** The day of `previous_close`, where it is not the weekday before `as_of`. */
  previous_as_of?: string;
  /** Day of the price at its market, YYYY-MM-DD. */
  as_of: string;
  currency: string;
  /** Name of the provider. */
  source: string;
  /** Time of a public source's answer; absent for a broker's, which is of now. */
  fetched_at?: Date;
}

/** Why an instrument has no quote. The codes are stable. */
export const QUOTE_FAILURES = [
  'NOT_FOUND',
  'NO_PRICE',
  'INVALID_PRICE',
  'CURRENCY_MISMATCH',
  'NAV_UNRESOLVED',
  'NAME_AMBIGUOUS',
  'PROVIDER_TIMEOUT',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_ERROR',
  'PROVIDER_MALFORMED',
  'PROVIDER_NEEDS_LOGIN',
  'PROVIDER_REFUSED',
] as const;
export type QuoteFailure = (typeof QUOTE_FAILURES)[number];

export type QuoteOutcome = { quote: Quote; failure: null } | { quote: null; failure: QuoteFailure };

/** One source of prices. Adding a provider is adding a file and a line in `createMarket`. */
export interface QuoteProvider {
  readonly name: string;
  /** Whether it is the one to ask about this instrument. */
  covers(instrument: Instrument): boolean;
  /**
   * One outcome for each instrument, in the same order. Never throws for what the outside does: a fault is a failure
   * of the instruments it concerns. Once the signal is aborted the rest fails as PROVIDER_TIMEOUT.
   * @param seen may be told of outcomes one by one as they come in, by index: somebody watches the progress.
   */
  quotes(
    instruments: readonly Instrument[],
    signal?: AbortSignal,
    seen?: (index: number, outcome: QuoteOutcome) => void,
  ): Promise<QuoteOutcome[]>;
}

/**
 * The prices that a person's own brokers give, each connection one provider, in the order to ask them: those of active
 * connections that may be used for it (spec: Price refresh rules 2, "the active TRADING+SYNC broker is asked first").
 */
export interface OwnerQuotes {
  quotesFor(userId: string): Promise<QuoteProvider[]>;
  /** `quotesFor` of all people with such a connection, by person. */
  quotesForAll(): Promise<Map<string, QuoteProvider[]>>;
}

export const priced = (quote: Quote): QuoteOutcome => ({ quote, failure: null });
export const unpriced = (failure: QuoteFailure): QuoteOutcome => ({ quote: null, failure });

/** Key of an instrument, equal for all its holders. */
export function instrumentKey({ symbol, name, isin, asset_class, currency, names }: Instrument): string {
  const identity = asset_class === 'Mutual Fund' ? (isin ?? name ?? symbol) : names?.join(' ') || symbol;
  return [asset_class, currency, identity].join('|');
}

/** True for a price that may be used: finite and above zero (spec: States and transitions). */
export function isUsable(price: unknown): price is number {
  return typeof price === 'number' && Number.isFinite(price) && price > 0;
}

/** Whether something is a rupee security of the exchange, so that its names can be looked up. */
export function hasTicker({ asset_class, currency }: Pick<Instrument, 'asset_class' | 'currency'>): boolean {
  return currency === 'INR' && ['Indian Equity', 'ETF', 'Bond', 'Commodity'].includes(asset_class);
}
