import { bareSymbol, type RegistryExchange, type Resolver } from '../instruments/index.ts';
import type { InstrumentHistory } from './fetch-plan.ts';
import { AMFI_ID, type HistoryInstrument } from './history-provider.ts';

/** A security whose history is wanted, in the words of whoever wants it. */
export interface WantedSecurity {
  symbol: string;
  isin: string | null;
  currency: string;
  asset_class: string;
  /** The last day on which its closes matter, YYYY-MM-DD; null or left out where they still do. */
  until?: string | null;
}

/** An instrument whose history is wanted, with the days of it that matter. */
export type Listed = Pick<InstrumentHistory, 'instrument' | 'listed_on' | 'until'>;

/** Where a share is looked for that is on no list, by its currency. */
export const HOME_EXCHANGES: ReadonlyMap<string, RegistryExchange> = new Map([
  ['INR', 'NSE'],
  ['USD', 'NYSE'],
]);
/** What an exchange might call a share; names of funds are longer, and have spaces. */
const TICKER = /^[A-Z0-9][A-Z0-9&.-]{0,19}$/;
const FUND = 'Mutual Fund';

/** The instrument of a wanted security, or a share as it may be listed at home; null where it is not known which it is. */
export function listed(
  { symbol, isin, currency, asset_class, until = null }: WantedSecurity,
  resolver: Resolver,
  today: string,
): Listed | null {
  const bare = bareSymbol(symbol);
  const found =
    [today, until ?? today]
      .map((on) => resolver.resolve({ symbol: bare, isin, on }))
      .find(({ outcome }) => outcome !== 'UNKNOWN') ?? null;
  if (found === null) {
    // A fund is entered before, by its scheme.
    if (asset_class === FUND) return null;
    const home = HOME_EXCHANGES.get(currency);
    if (home === undefined || (currency === 'USD' && asset_class === 'ETF') || !TICKER.test(bare))
      return null;
    // Which exchange of the country it is, the answer tells; they keep the same days.
    return {
      instrument: { instrument_id: '', exchange: home, symbol: bare, isin, currency, asset_class },
      listed_on: null,
      until,
    };
  }
  if (found.outcome !== 'FOUND') return null;
  const {
    id,
    exchange,
    external_id,
    currency: traded,
    symbol: current,
    isin: registered,
    asset_class: kind,
    listed_on,
  } = found.instrument;
  // Whoever is asked knows the exchanges' names and the codes of funds alone.
  if (exchange === null && external_id?.startsWith(AMFI_ID) !== true) return null;
  const instrument: HistoryInstrument = {
    instrument_id: id,
    exchange,
    external_id,
    symbol: current,
    isin: registered,
    currency: traded,
    asset_class: kind,
  };
  return instrument.currency === currency ? { instrument, listed_on, until } : null;
}
