import type { HeldClose, HeldListing, HeldQuote, HeldRecords } from '../../core/research/index.ts';

/** What a test says is held; nothing unless it says so. */
export interface Held {
  closes?: readonly HeldClose[];
  changes?: Awaited<ReturnType<HeldRecords['changes']>>;
  listing?: HeldListing;
  /** By whose they are. */
  quotes?: Readonly<Record<string, readonly HeldQuote[]>>;
}

export function heldOf({ closes = [], changes = [], listing, quotes = {} }: Held): HeldRecords {
  return {
    feeds: { zerodha: 'Zerodha', ibkr_flex: 'Interactive Brokers' },
    closes: (_, from, to) => Promise.resolve(closes.filter(({ day }) => from <= day && day <= to)),
    changes: () => Promise.resolve([...changes]),
    listing: () => Promise.resolve(listing ?? null),
    quotes: (owner) => Promise.resolve([...(quotes[owner] ?? [])]),
  };
}

export const heldClose = (day: string, close: string, source = 'NSE'): HeldClose => ({
  day,
  close,
  source,
  recorded_at: `${day}T20:00:00.000Z`,
});

export const heldQuote = (given: Partial<HeldQuote> = {}): HeldQuote => ({
  symbol: 'LKSP',
  isin: null,
  asset_class: 'US Equity',
  currency: 'USD',
  price: '24.18',
  day: '2026-09-30',
  seen_at: '2026-10-01T03:30:00.000Z',
  source: 'ibkr_flex',
  ...given,
});
