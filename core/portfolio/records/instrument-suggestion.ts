import * as yup from 'yup';
import {
  aliasKey,
  type Instrument,
  type Instruments,
  REGISTRY_EXCHANGES,
} from '../../market/instruments/index.ts';
import { corporateActionRegister, fateInWords, type Register } from '../../market/register/index.ts';
import { addDays, type Context } from '../../platform/index.ts';
import {
  dateOrNull,
  flag,
  listOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import type { HoldingModel } from '../models.ts';
import { allHoldings } from './holding-store.ts';

/** What a suggestion needs of a holding. */
type SuggestedHolding = Pick<HoldingModel, 'symbol' | 'name' | 'isin' | 'asset_class' | 'currency'>;

const MOST_SUGGESTED = 50;
const USUALLY_SUGGESTED = 20;

/** `search` is the beginning of a symbol, a part of a name, or an ISIN. */
export const instrumentQuery = yup
  .object({
    search: yup.string().max(100).required(),
    /** 20 by default. */
    limit: yup.number().integer().min(1).max(MOST_SUGGESTED).optional(),
  })
  .noUnknown();
type InstrumentQuery = yup.InferType<typeof instrumentQuery>;

/** An instrument that a person may mean while typing. */
const instrumentSuggestionView = view({
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  /** Null for what no exchange lists, or only the person's own holdings tell of. */
  exchange: oneOfOrNull(...REGISTRY_EXCHANGES),
  sector: textOrNull,
  is_held: flag,
  /** Null while it is listed. */
  delisted_on: dateOrNull,
  /** The end of a share that is listed no more; null for any other. */
  fate: textOrNull,
});
export type InstrumentSuggestion = ViewOf<typeof instrumentSuggestionView>;

export const instrumentSuggestionsView = view({
  items: listOf(instrumentSuggestionView),
  /** How many instruments the registry has; 0 before a list was imported: then only what is held can be found. */
  registry: whole,
});
export type InstrumentSuggestions = ViewOf<typeof instrumentSuggestionsView>;

/** What a person may mean while typing: their own holdings and what the registry lists. */
export function createSuggestionService(
  { database }: Pick<Context, 'database'>,
  instruments: Pick<Instruments, 'search' | 'size'>,
) {
  return {
    /** What a person may mean by some letters: their own holdings first, then the registry. */
    async suggest(
      userId: string,
      { search, limit = USUALLY_SUGGESTED }: InstrumentQuery,
    ): Promise<InstrumentSuggestions> {
      const [held, found, registry] = await Promise.all([
        database.readAsUser(userId, allHoldings),
        instruments.search(search, limit),
        instruments.size(),
      ]);
      return {
        items: suggestions(
          heldLike(held, search),
          found,
          await corporateActionRegister(),
          search,
          Math.min(limit, MOST_SUGGESTED),
        ),
        registry,
      };
    },
  };
}

export type SuggestionService = ReturnType<typeof createSuggestionService>;

/** Holdings whose symbol or ISIN begins with the words, or whose name holds them. */
function heldLike(holdings: readonly SuggestedHolding[], search: string): SuggestedHolding[] {
  const words = aliasKey(search);
  if (words === '') return [];
  return holdings.filter(
    ({ symbol, isin, name }) =>
      symbol.startsWith(words) ||
      isin?.startsWith(words) ||
      (name !== null && aliasKey(name).includes(words)),
  );
}

/** What is held first, then what the registry lists; each symbol once, an exact one before all others. */
function suggestions(
  held: readonly SuggestedHolding[],
  found: readonly Instrument[],
  register: Register,
  search: string,
  most: number,
): InstrumentSuggestion[] {
  const listed = new Map<string, Instrument>();
  for (const one of found) {
    const key = `${one.symbol} ${one.currency}`;
    if (!listed.has(key)) listed.set(key, one);
  }
  const fateOf = (symbol: string, isin: string | null, isGone: boolean): string | null => {
    const fate = isGone ? register.fateOf({ symbols: [symbol], isins: isin === null ? [] : [isin] }) : null;
    return fate === null ? null : fateInWords(fate);
  };
  const items = new Map<string, InstrumentSuggestion>();
  for (const { symbol, name, isin, asset_class, currency } of held) {
    if (items.has(symbol)) continue;
    const known = currency === 'INR' ? listed.get(`${symbol} ${currency}`) : undefined;
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
      fate: fateOf(symbol, isin, currency === 'INR' && (known === undefined || known.delisted_on !== null)),
    });
  }
  for (const { symbol, name, isin, asset_class, currency, exchange, sector, delisted_on } of found) {
    if (items.has(symbol)) continue;
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
      fate: fateOf(symbol, isin, delisted_on !== null),
    });
  }
  for (const one of register.searchExtinguished(aliasKey(search))) {
    if (items.has(one.symbol)) continue;
    items.set(one.symbol, {
      symbol: one.symbol,
      name: null,
      isin: one.isin,
      asset_class: 'Indian Equity',
      currency: 'INR',
      exchange: 'NSE',
      sector: null,
      is_held: false,
      delisted_on: one.effective_date ?? addDays(one.last_traded, 1),
      fate: fateInWords(one),
    });
  }
  const words = aliasKey(search);
  const isExact = ({ symbol }: InstrumentSuggestion) => Number(symbol === words);
  return [...items.values()].sort((a, b) => isExact(b) - isExact(a)).slice(0, most);
}
