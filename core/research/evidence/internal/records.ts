import type { ResearchSubject } from '../../port/index.ts';
import type { ShareChange } from '../exchange/index.ts';

/** A close of the market's history, as traded. It belongs to nobody: everybody's history is the same. */
export interface HeldClose {
  /** YYYY-MM-DD at its market. */
  day: string;
  /** Exact decimal text. */
  close: string;
  /** By whose word it was written down: NSE, YAHOO, FILE or MANUAL. */
  source: string;
  /** ISO-8601 */
  recorded_at: string;
}

/** The last price that one person's own books know of something. */
export interface HeldQuote {
  symbol: string;
  isin: string | null;
  asset_class: string;
  /** ISO 4217 */
  currency: string;
  /** Exact decimal text, on the shares of its day. */
  price: string;
  /** Day of the price at its market; null where nobody told it, as of prices by hand. */
  day: string | null;
  /** When it was seen or entered, ISO-8601. */
  seen_at: string;
  /** A provider's name, a broker's, MANUAL or CSV; null where it is not known. */
  source: string | null;
}

/** The place of a company in a list of sectors. */
export interface HeldListing {
  sector: string;
  industry: string | null;
  /** Whose words they are, such as NSE_SECTORS_2022; null where nobody knows. */
  scheme: string | null;
  /** The day of the list. */
  classified_on: string | null;
}

/** What Munim holds itself, as reads alone. Nobody outside is asked, and nothing of a person's quantities or costs is there. */
export interface HeldRecords {
  /** From day to day, both included, in the order of their days. */
  closes(instrumentId: string, from: string, to: string): Promise<HeldClose[]>;
  /** Splits, consolidations and bonuses that are on record, the earliest first. */
  changes(instrumentId: string): Promise<ShareChange[]>;
  listing(subject: ResearchSubject): Promise<HeldListing | null>;
  /** Those of one person, and of nobody else. */
  quotes(ownerUserId: string): Promise<HeldQuote[]>;
  /** Names of brokers whose prices are a feed of their own, by the source of a quote. */
  feeds: Readonly<Record<string, string>>;
}
