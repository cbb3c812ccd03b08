import type {
  ExternalInstrument,
  Instrument,
  Instruments,
  RegistryExchange,
} from '../../market/instruments/index.ts';
import { aliasKey } from '../../market/instruments/index.ts';
import { Problem } from '../../platform/index.ts';
import type { ResearchSubject } from '../port/index.ts';
import type { ResearchRoute } from './status.ts';

/** What a public source of market data says about a ticker. Its messages are for people. */
export type VerifiedEquity =
  | { outcome: 'EQUITY'; instrument: ExternalInstrument }
  | { outcome: 'NOT_EQUITY' | 'UNKNOWN'; message: string }
  /** The source did not answer. */
  | { outcome: 'UNAVAILABLE'; message: string };
/** Asks it whether a ticker is that of a share. The instrument's `external_id` has the source's prefix: `yahoo:AAPL`. */
export type VerifyEquity = (ticker: string) => Promise<VerifiedEquity>;

export interface SubjectParts {
  instruments: Pick<
    Instruments,
    'byIds' | 'resolve' | 'external' | 'registerExternal' | 'formerNames' | 'search'
  >;
  verifyEquity: VerifyEquity;
}

/** The prefix of instruments that the public source vouches for. */
const SOURCE = 'yahoo';
const SUFFIXES: Readonly<Record<string, RegistryExchange>> = { '.NS': 'NSE', '.BO': 'BSE' };

const unresolved = (detail: string, field = 'symbol'): Problem =>
  new Problem(422, 'SYMBOL_NOT_RESOLVED', detail, { errors: [{ field, message: detail }] });

/** Finds the share that is meant, and what is known of it. */
export function createSubjects({ instruments, verifyEquity }: SubjectParts) {
  /** In the registry alone: its symbol, else a confirmed alias; a rejected one never. It writes nothing. */
  async function registered(word: string): Promise<Instrument | null> {
    const { symbol, exchange } = listingOf({ symbol: word, exchange: null });
    const found = await instruments.resolve({ symbol, exchange });
    if (found.outcome === 'FOUND') return found.instrument;
    if (found.outcome === 'UNKNOWN') {
      // The source's name of an Indian share ends in that of its exchange.
      const names = exchange === null ? ['', ...Object.keys(SUFFIXES)] : [''];
      for (const suffix of names) {
        const known = await instruments.external(`${SOURCE}:${word}${suffix}`);
        if (known !== null) return known;
      }
      return null;
    }
    const [first] = found.candidates;
    const isOne = first?.isin !== null && found.candidates.every(({ isin }) => isin === first?.isin);
    const preferred = found.candidates.find((one) => one.exchange === 'NSE') ?? first;
    if (isOne && preferred !== undefined) return preferred;
    const names = found.candidates.map(
      (one) => `${one.name ?? one.symbol} (${one.exchange ?? 'no exchange'})`,
    );
    throw unresolved(
      `${word} may mean ${names.join(' or ')}. Add .NS or .BO to say which exchange you mean.`,
    );
  }

  return {
    /**
     * The instrument of a symbol (research/Run creation rules 1 and 4).
     * @throws 422 SYMBOL_NOT_RESOLVED, 503 UNAVAILABLE where V3's source does not answer.
     */
    async resolve(symbol: string, route: ResearchRoute): Promise<Instrument> {
      const word = aliasKey(symbol);
      const known = await registered(word);
      if (known !== null) return known;
      if (route === 'V2')
        throw unresolved(
          `${word} is not in the registry of instruments. Check the symbol, import the exchange’s list, or confirm an alias for it.`,
        );
      const verified = await verifyEquity(word);
      if (verified.outcome === 'EQUITY') return await instruments.registerExternal(verified.instrument);
      if (verified.outcome === 'UNAVAILABLE')
        throw new Problem(503, 'UNAVAILABLE', verified.message, { retryAfter: 60 });
      throw unresolved(verified.message);
    },

    /** @throws 422 SYMBOL_NOT_RESOLVED where it is no longer there. */
    async byId(id: string): Promise<Instrument> {
      const found = (await instruments.byIds([id])).get(id);
      if (found === undefined)
        throw unresolved('This instrument is no longer in the registry. Use its symbol instead.');
      return found;
    },

    /** What a run is about. Other listings of the same ISIN fill in what the listing itself leaves open. */
    async of(instrument: Instrument): Promise<ResearchSubject> {
      const { id, isin, currency } = instrument;
      const { symbol, exchange } = listingOf(instrument);
      const siblings =
        isin === null
          ? []
          : (await instruments.search(isin)).filter((one) => one.isin === isin && one.id !== id);
      const first = (read: (one: Instrument) => string | null): string | null =>
        [instrument, ...siblings].map(read).find((value) => value !== null && value.trim() !== '') ?? null;
      const former = await instruments.formerNames(id);
      return {
        instrument_id: id,
        symbol,
        exchange,
        isin,
        // A name that is its ticker says nothing.
        name: first(({ name, symbol: own }) => (name === null || aliasKey(name) === own ? null : name)),
        sector: first(({ sector }) => sector),
        industry: first(({ industry }) => industry),
        currency: currency === '' ? null : currency,
        former_isins: former.isins,
        former_symbols: former.symbols,
      };
    },
  };
}

type Listing = Pick<Instrument, 'symbol' | 'exchange'>;

/**
 * The symbol as the exchange writes it, and the exchange: of what a provider alone knows, both stand in its ticker. What no
 * ticker tells stays unknown, and is not taken for foreign (research/Evidence acquisition rules 1).
 */
function listingOf({ symbol, exchange }: Listing): Listing {
  const suffix = Object.keys(SUFFIXES).find((one) => symbol.endsWith(one) && symbol.length > one.length);
  if (exchange !== null || suffix === undefined) return { symbol, exchange };
  return { symbol: symbol.slice(0, -suffix.length), exchange: SUFFIXES[suffix] ?? null };
}

export type Subjects = ReturnType<typeof createSubjects>;
