import type { AssetClass, Instruments } from '../instruments/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import { createAskedOnce, type Freshness, freshFrom, freshUntil } from './asked-once.ts';
import { type FetchedQuote, type QuoteRequest, fetchInOrder } from './fetch-quotes.ts';
import type { Instrument, OwnerQuotes, Quote, QuoteFailure, QuoteProvider } from './quote.ts';
import { hasTicker, instrumentKey } from './quote.ts';

/** Something to price that need not be held. */
export type WantedQuote = Pick<Instrument, 'symbol' | 'name' | 'isin' | 'currency'> & {
  asset_class: AssetClass;
};

/** A wanted quote with the person who wants it; null where the person makes no difference. */
interface PersonalWish extends WantedQuote {
  owner_user_id: string | null;
  /** The day that its symbol and ISIN are of, YYYY-MM-DD; null is today. */
  words_of?: string | null;
}

/** Reasons of an instrument without a name that is certainly its own. */
export type NamelessReason = 'ISIN_CONTRADICTS' | 'SYMBOL_AMBIGUOUS';

/** Sources of a quote, or the reason for none. Equal keys are one request. */
export type QuotePlan = QuoteRequest | { ask: null; key: string; reason: 'NO_PROVIDER' | NamelessReason };

/** Why an instrument was not asked for, or its quote not taken. The codes are stable. */
export type QuoteReason = 'NO_PROVIDER' | NamelessReason | 'FUTURE_DATED' | QuoteFailure;

export type InstrumentQuote = { quote: Quote; reason: null } | { quote: null; reason: QuoteReason };

/** Brokers to ask before the public sources, by person. */
export type OwnQuotes = ReadonlyMap<string, readonly QuoteProvider[]>;

/** The public sources for one request, in the order to ask them. */
export interface QuoteSources {
  providers: readonly QuoteProvider[];
  /** True for a price that is new enough not to be requested again. */
  isFresh(fetchedAt: Date): boolean;
}

/** One answer for each, in the same order. Never throws for what the outside does. */
export type InstrumentQuotes = (
  userId: string,
  wanted: readonly WantedQuote[],
  signal?: AbortSignal,
) => Promise<InstrumentQuote[]>;

const LONGEST_MS = 60_000;

export type QuoteFetcher = ReturnType<typeof createQuoteFetcher>;

/**
 * Quotes for one person or many: the person's own brokers first, then the public sources in order, each once per instrument
 * and interval for all people. Instruments without a name that is certainly their own are not requested (spec: Price refresh
 * rules 2 and 3).
 */
export function createQuoteFetcher(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  parts: {
    /** Public sources, in the order to ask them. */
    providers: readonly QuoteProvider[];
    owners: OwnerQuotes;
    tickers: Instruments['tickers'];
  },
) {
  const askedOnce = createAskedOnce({ clock, database, log });

  /** A failure of the brokers leaves the public sources. */
  async function orNone<T>(read: Promise<T>, none: T): Promise<T> {
    return await read.catch((error: unknown) => {
      log.error({ err: error }, 'quotes could not be requested from people’s brokers');
      return none;
    });
  }

  /** Sources for plans that are asked together. */
  function sources(freshness: Freshness = {}): QuoteSources {
    const from = freshFrom(clock.now(), freshness.since);
    return {
      providers: parts.providers.map((one) => askedOnce(one, freshness)),
      // A price from the future was written by a wrong clock.
      isFresh: (fetchedAt) =>
        freshness.force !== true && fetchedAt >= from && fetchedAt <= freshUntil(clock.now()),
    };
  }

  async function plan(
    wanted: readonly PersonalWish[],
    own: OwnQuotes,
    { providers: shared }: Pick<QuoteSources, 'providers'>,
  ): Promise<QuotePlan[]> {
    const today = istDate(clock.now());
    const listed = wanted.filter(hasTicker);
    const found = await parts.tickers(
      listed.map(({ symbol, isin, words_of }) => ({ symbol, isin, on: words_of ?? today })),
    );
    const tickerOf = new Map(listed.map((one, index) => [one, found[index]]));
    return wanted.map((one): QuotePlan => {
      const ticker = tickerOf.get(one);
      const { symbol, name, isin, asset_class, currency, owner_user_id } = one;
      const instrument: Instrument = { symbol, name, isin, asset_class, currency, names: ticker?.names };
      const covering = (providers: readonly QuoteProvider[]) =>
        providers.filter((provider) => provider.covers(instrument));
      const brokers = covering(own.get(owner_user_id ?? '') ?? []);
      const ask = [...brokers, ...covering(shared)];
      const key = `${brokers.length === 0 ? '' : owner_user_id}|${instrumentKey(instrument)}`;
      if (ask.length === 0) return { ask: null, key, reason: 'NO_PROVIDER' };
      if (ticker?.names.length !== 0) return { ask, instrument, key };
      const isAmbiguous = ticker.resolution.outcome === 'AMBIGUOUS';
      return { ask: null, key, reason: isAmbiguous ? 'SYMBOL_AMBIGUOUS' : 'ISIN_CONTRADICTS' };
    });
  }

  /** @param settled called once per key, with its final answer. */
  async function ask(
    requests: readonly QuoteRequest[],
    signal: AbortSignal,
    settled?: (key: string, answer: FetchedQuote) => void,
  ): Promise<Map<string, FetchedQuote>> {
    const today = istDate(clock.now());
    return await fetchInOrder(requests, {
      signal,
      today,
      log,
      ...(settled === undefined ? {} : { settled }),
    });
  }

  /** The brokers of a person; null for the brokers of all people. */
  async function ownQuotes(userId: string | null): Promise<OwnQuotes> {
    if (userId === null) return await orNone(parts.owners.quotesForAll(), new Map());
    return new Map([[userId, await orNone(parts.owners.quotesFor(userId), [])]]);
  }

  async function answers(
    wanted: readonly PersonalWish[],
    own: OwnQuotes,
    signal: AbortSignal,
    freshness?: Freshness,
  ): Promise<InstrumentQuote[]> {
    const today = istDate(clock.now());
    const plans = await plan(wanted, own, sources(freshness));
    const found = await ask(
      plans.filter((one) => one.ask !== null),
      signal,
    );
    return plans.map((one): InstrumentQuote => {
      if (one.ask === null) return { quote: null, reason: one.reason };
      const answer = found.get(one.key);
      if (answer === undefined || answer.quote === null)
        return { quote: null, reason: answer?.failure ?? 'PROVIDER_ERROR' };
      // A day that has not come yet is no price of today (spec: Price refresh rules 4).
      if (answer.quote.as_of > today) return { quote: null, reason: 'FUTURE_DATED' };
      return { quote: answer.quote, reason: null };
    });
  }

  const quotesOf: InstrumentQuotes = async (userId, wanted, signal) => {
    if (wanted.length === 0) return [];
    const limit = AbortSignal.timeout(LONGEST_MS);
    return await answers(
      wanted.map((one) => ({ ...one, owner_user_id: userId, words_of: null })),
      await ownQuotes(userId),
      signal === undefined ? limit : AbortSignal.any([limit, signal]),
    );
  };

  /** `quotesOf` for many people. */
  const quotesOfAll = async (
    wanted: readonly PersonalWish[],
    signal: AbortSignal,
    freshness?: Freshness,
  ): Promise<InstrumentQuote[]> =>
    wanted.length === 0 ? [] : await answers(wanted, await ownQuotes(null), signal, freshness);

  return { sources, plan, ask, ownQuotes, quotesOf, quotesOfAll };
}
