import type { QuoteFailure } from '../quotes/index.ts';
import type { RegistryExchange } from '../instruments/index.ts';
import type { PriceSource } from './history-store.ts';

/** Whose history is wanted: an instrument as the registry has it, or an index. */
export interface HistoryInstrument {
  /** Empty for one that the registry does not know yet. */
  instrument_id: string;
  /** Null for a fund, which no exchange lists. */
  exchange: RegistryExchange | null;
  /** The id under which a provider knows what no exchange lists: `amfi:120503`. */
  external_id?: string | null;
  /** The symbol of today. */
  symbol: string;
  isin: string | null;
  currency: string;
  asset_class: string;
}

/** The close of a day as it was traded, as exact text. */
export interface RawClose {
  day: string;
  close: string;
}

/** A split or bonus that a provider reports: `old_shares` became `new_shares` on the morning of the day. */
export interface ReportedSplit {
  ex_date: string;
  new_shares: string;
  old_shares: string;
}

/** What could be had: closes that came stand even where a failure ended the rest. */
export interface HistoryOutcome {
  /** Ascending, each day once. */
  closes: RawClose[];
  splits: ReportedSplit[];
  /** Why something is missing that should be there; null where all of it came. */
  failure: QuoteFailure | null;
  /** Where the provider says that it is listed; left out where it does not, or where it is no exchange of ours. */
  exchange?: RegistryExchange;
  /** The first day of its whole history, where the provider knows all of it. */
  begins_on?: string;
}

/** One source of daily closes. Adding one is adding a file and a line in `createHistoryProviders`. */
export interface HistoryProvider {
  readonly name: string;
  readonly source: PriceSource;
  /** Whether it is one to ask about this instrument. */
  covers(instrument: HistoryInstrument): boolean;
  /**
   * The closes of the days from `from` to `to`: one outcome for each instrument, in the same order. Prices are as they
   * were traded, and not yet looked at: zero, negative and impossible ones are for price validation. Never throws for what
   * the outside does; once the signal is aborted the rest fails as PROVIDER_TIMEOUT.
   */
  closes(
    instruments: readonly HistoryInstrument[],
    from: string,
    to: string,
    signal?: AbortSignal,
  ): Promise<HistoryOutcome[]>;
}

export const noHistory = (failure: QuoteFailure): HistoryOutcome => ({ closes: [], splits: [], failure });

/** True for failures after which the same question may be answered tomorrow. */
export function isTransient(failure: string | null): boolean {
  return failure?.startsWith('PROVIDER_') === true;
}

/** What ids of funds begin with; the code of the scheme follows. */
export const AMFI_ID = 'amfi:';

/** A scheme of a fund in the directory. */
export interface DirectoryScheme {
  /** The code that AMFI gives it. */
  code: string;
  name: string;
  /** Those of growth or payout and of reinvestment, which share its values. */
  isins: readonly string[];
}

export type FundEntry = { scheme: DirectoryScheme; failure: null } | { scheme: null; failure: QuoteFailure };

/** Where it is looked up which scheme a fund is of. */
export interface FundDirectory {
  /**
   * One entry for each fund, in the same order: by its ISIN, or where it has none by the exact name of its scheme. Never
   * throws for what the outside does.
   */
  find(wanted: readonly { isin: string | null; name: string }[], signal?: AbortSignal): Promise<FundEntry[]>;
}
