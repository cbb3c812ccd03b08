import type { Authority } from '../../port/index.ts';

/** Who published a price that is held. */
export interface Publisher {
  name: string;
  authority: Authority;
  /** Whether it is an exchange's file or a broker's feed, and so a price of the exchange. */
  isMarket: boolean;
  /** What a reader should know of closes of it. */
  note: string;
}

const KNOWN: Readonly<Record<string, Publisher>> = {
  NSE: {
    name: 'NSE',
    authority: 'OFFICIAL',
    isMarket: true,
    note: 'From the daily files of the exchange, as traded.',
  },
  YAHOO: {
    name: 'Yahoo Finance',
    authority: 'AGGREGATOR',
    isMarket: false,
    note: 'Yahoo adjusts closes for splits up to today. Munim undid the splits that Yahoo reports, so these are as traded.',
  },
  FILE: {
    name: 'An imported file',
    authority: 'DISCOVERED',
    isMarket: false,
    note: 'From a file of prices. Its publisher is unknown, and so is whether its closes are adjusted.',
  },
};
const BY_HAND: Publisher = {
  name: 'Entered by hand',
  authority: 'DISCOVERED',
  isMarket: false,
  note: 'Entered or imported by a person; no market confirms it.',
};
const UNKNOWN: Publisher = {
  name: 'Unknown',
  authority: 'DISCOVERED',
  isMarket: false,
  note: 'Its publisher is unknown.',
};

/**
 * Who published what is stored under a source, and so its authority: being held by Munim raises nothing
 * (research/Evidence, claims and facts rules 1). What nobody can name is found and not verified.
 */
export function publisherOf(source: string | null, feeds: Readonly<Record<string, string>>): Publisher {
  if (source === null) return UNKNOWN;
  const broker = Object.hasOwn(feeds, source) ? feeds[source] : undefined;
  if (broker !== undefined)
    return { name: broker, authority: 'OFFICIAL', isMarket: true, note: 'From the broker’s own feed.' };
  if (source === 'MANUAL' || source === 'CSV') return BY_HAND;
  return Object.hasOwn(KNOWN, source) ? (KNOWN[source] ?? UNKNOWN) : UNKNOWN;
}
