import {
  outsideFailure,
  type Instrument,
  priced,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from '../quotes/index.ts';
import type { Clock, Http } from '../../platform/index.ts';
import { createNavList } from './nav-list.ts';
import { type Nav, type NavTable, NotANavList } from './nav-table.ts';

const NAME = 'AMFI';

/**
 * AMFI's daily list of net asset values: Indian mutual funds by ISIN. A holding with an ISIN is never looked up by its
 * name; one without is matched by the exact name of its scheme, since AMFI offers no search (spec: Price refresh
 * rules 3).
 */
export function createAmfi(http: Http, clock: Clock): QuoteProvider {
  const list = createNavList(http, clock);
  return {
    name: NAME,
    covers: ({ asset_class, currency }) => asset_class === 'Mutual Fund' && currency === 'INR',
    async quotes(instruments, signal) {
      if (instruments.length === 0) return [];
      const lookUpAll = (table: NavTable) => instruments.map((instrument) => lookUp(table, instrument));
      try {
        const table = await list.read(
          (kept) => lookUpAll(kept).every(({ failure }) => failure === null),
          signal,
        );
        return lookUpAll(table);
      } catch (error) {
        const failure = navListFailure(error);
        return instruments.map(() => unpriced(failure));
      }
    },
  };
}

/** Why AMFI's list did not come. @throws whatever is no fault of the outside. */
export function navListFailure(error: unknown): QuoteFailure {
  return error instanceof NotANavList ? 'PROVIDER_MALFORMED' : outsideFailure(error);
}

function lookUp(table: NavTable, { isin, name, symbol, currency }: Instrument): QuoteOutcome {
  const nav = navOf(table, { isin, name: name ?? symbol });
  if (nav === null) return unpriced('NAME_AMBIGUOUS');
  if (nav === undefined) return unpriced('NAV_UNRESOLVED');
  return priced({ price: nav.nav, previous_close: null, as_of: nav.as_of, currency, source: NAME });
}

/** The value of a fund by its ISIN, or where it has none by the exact name of its scheme; null where several bear it. */
export function navOf(
  table: NavTable,
  { isin, name }: { isin: string | null; name: string },
): Nav | null | undefined {
  return isin === null ? table.byName(name) : table.byIsin.get(isin);
}
