import type { PricedHolding } from '../../portfolio/index.ts';
import { aliasKey, type Instrument, type RegistryExchange } from './instrument.ts';

/** Something that a person may mean while typing. */
export interface InstrumentSuggestion {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: string;
  currency: string;
  /** Null for what only the person's own holdings tell of. */
  exchange: RegistryExchange | null;
  sector: string | null;
  is_held: boolean;
  /** Null while it is listed. */
  delisted_on: string | null;
}

export interface InstrumentSuggestions {
  items: InstrumentSuggestion[];
  /** How many instruments the registry has; 0 before a list was imported: then only what is held can be found. */
  registry: number;
}

/** Holdings whose symbol or ISIN begins with the words, or whose name holds them. */
export function heldLike(holdings: readonly PricedHolding[], text: string): PricedHolding[] {
  const words = aliasKey(text);
  if (words === '') return [];
  return holdings.filter(
    ({ symbol, isin, name }) =>
      symbol.startsWith(words) ||
      isin?.startsWith(words) ||
      (name !== null && aliasKey(name).includes(words)),
  );
}

/** What is held first, then what the registry lists; each symbol once, an exact one before all others. */
export function suggestions(
  held: readonly PricedHolding[],
  found: readonly Instrument[],
  text: string,
  most: number,
): InstrumentSuggestion[] {
  const listed = new Map(found.map((one) => [one.symbol, one]));
  const items = new Map<string, InstrumentSuggestion>();
  for (const { symbol, name, isin, asset_class, currency } of held) {
    if (items.has(symbol)) continue;
    const known = currency === 'INR' ? listed.get(symbol) : undefined;
    items.set(symbol, {
      symbol,
      name: name ?? known?.name ?? null,
      isin: isin ?? known?.isin ?? null,
      asset_class,
      currency,
      exchange: known?.exchange ?? null,
      sector: known?.sector ?? null,
      is_held: true,
      delisted_on: known?.delisted_on ?? null,
    });
  }
  for (const { symbol, name, isin, asset_class, exchange, sector, delisted_on } of found) {
    if (items.has(symbol)) continue;
    const currency = exchange === 'NSE' || exchange === 'BSE' ? 'INR' : 'USD';
    items.set(symbol, {
      symbol,
      name,
      isin,
      asset_class,
      currency,
      exchange,
      sector,
      is_held: false,
      delisted_on,
    });
  }
  const words = aliasKey(text);
  const isExact = ({ symbol }: InstrumentSuggestion) => Number(symbol === words);
  return [...items.values()].sort((a, b) => isExact(b) - isExact(a)).slice(0, most);
}
