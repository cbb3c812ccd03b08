import {
  outsideFailure,
  type Instrument,
  priced,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from '../quotes/index.ts';
import { type Clock, type Http, OutsideError } from '../../platform/index.ts';
import { type Nav, type NavTable, NotANavList, readNavs } from './nav-table.ts';

const NAME = 'AMFI';
/** A list is good for that long for the funds it knows; one that it does not know has it fetched again. */
const KEPT_MS = 10 * 60_000;

/**
 * AMFI's daily list of net asset values: Indian mutual funds by ISIN. A holding with an ISIN is never looked up by its
 * name; one without is matched by the exact name of its scheme, since AMFI offers no search (spec: Price refresh
 * rules 3).
 */
export function createAmfi(http: Http, clock: Clock): QuoteProvider {
  let kept: { table: NavTable; at: number } | null = null;
  let fetching: Promise<NavTable> | null = null;

  async function fetchTable(signal: AbortSignal | undefined): Promise<NavTable> {
    const once = () =>
      http.lines(
        '/spages/NAVAll.txt',
        // Some of AMFI's servers say nothing better than octet-stream.
        {
          accept: /^(text\/plain|application\/octet-stream|$)/i,
          ...(signal === undefined ? {} : { signal }),
        },
        readNavs,
      );
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof OutsideError || error instanceof NotANavList) || signal?.aborted) throw error;
      return await once();
    }
  }

  async function table(signal: AbortSignal | undefined): Promise<NavTable> {
    // Whoever comes while a list is on its way waits for the same one.
    fetching ??= fetchTable(signal).finally(() => (fetching = null));
    const fresh = await fetching;
    kept = { table: fresh, at: clock.now().getTime() };
    return fresh;
  }

  return {
    name: NAME,
    covers: ({ asset_class, currency }) => asset_class === 'Mutual Fund' && currency === 'INR',
    async quotes(instruments, signal) {
      if (instruments.length === 0) return [];
      try {
        if (kept !== null && clock.now().getTime() - kept.at < KEPT_MS) {
          const { table: known } = kept;
          const outcomes = instruments.map((instrument) => lookUp(known, instrument));
          if (outcomes.every(({ failure }) => failure === null)) return outcomes;
        }
        const fresh = await table(signal);
        return instruments.map((instrument) => lookUp(fresh, instrument));
      } catch (error) {
        const failure: QuoteFailure =
          error instanceof NotANavList ? 'PROVIDER_MALFORMED' : outsideFailure(error);
        return instruments.map(() => unpriced(failure));
      }
    },
  };
}

function lookUp(table: NavTable, { isin, name, symbol, currency }: Instrument): QuoteOutcome {
  let nav: Nav | null | undefined;
  if (isin !== null) nav = table.byIsin.get(isin);
  else nav = table.byName(name ?? symbol);
  if (nav === null) return unpriced('NAME_AMBIGUOUS');
  if (nav === undefined) return unpriced('NAV_UNRESOLVED');
  return priced({ price: nav.nav, previous_close: null, as_of: nav.as_of, currency, source: NAME });
}
