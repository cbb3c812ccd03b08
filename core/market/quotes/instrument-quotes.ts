import type { AssetClass, Instruments } from '../instruments/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { Instrument, OwnerQuotes, Quote, QuoteFailure, QuoteProvider } from './quote.ts';
import { hasTicker, instrumentKey } from './quote.ts';
import { type QuoteRequest, fetchInOrder } from './fetch-quotes.ts';

/** Something to price that need not be held. */
export type WantedQuote = Pick<Instrument, 'symbol' | 'name' | 'isin' | 'currency'> & {
  asset_class: AssetClass;
};

/** Why an instrument was not asked for, or its quote not taken. The codes are stable. */
export type QuoteReason =
  | 'NO_PROVIDER'
  | 'ISIN_CONTRADICTS'
  | 'SYMBOL_AMBIGUOUS'
  | 'FUTURE_DATED'
  | QuoteFailure;

export type InstrumentQuote = { quote: Quote; reason: null } | { quote: null; reason: QuoteReason };

/** One answer for each, in the same order. Never throws for what the outside does. */
export type InstrumentQuotes = (
  userId: string,
  wanted: readonly WantedQuote[],
  signal?: AbortSignal,
) => Promise<InstrumentQuote[]>;

const LONGEST_MS = 60_000;

/**
 * Quotes by the rules of a refresh: the person's own brokers first, then the public providers in order, and what has no
 * name that is certainly its own is not asked for (spec: Price refresh rules 2 and 3).
 */
export function createInstrumentQuotes(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  parts: {
    providers: readonly QuoteProvider[];
    owners: OwnerQuotes;
    tickers: Instruments['tickers'];
  },
): InstrumentQuotes {
  async function providersFor(userId: string): Promise<readonly QuoteProvider[]> {
    try {
      return [...(await parts.owners.quotesFor(userId)), ...parts.providers];
    } catch (error) {
      log.error({ err: error }, 'quotes could not be requested from a user’s brokers');
      return parts.providers;
    }
  }

  return async (userId, wanted, signal) => {
    if (wanted.length === 0) return [];
    const today = istDate(clock.now());
    const providers = await providersFor(userId);
    const listed = wanted.filter(hasTicker);
    const found = await parts.tickers(listed.map(({ symbol, isin }) => ({ symbol, isin, on: today })));
    const tickerOf = new Map(listed.map((one, index) => [one, found[index]]));
    const steps = wanted.map((one): QuoteRequest | QuoteReason => {
      const ticker = tickerOf.get(one);
      const instrument: Instrument = { ...one, names: ticker?.names };
      const ask = providers.filter((provider) => provider.covers(instrument));
      if (ask.length === 0) return 'NO_PROVIDER';
      if (ticker?.names.length === 0)
        return ticker.resolution.outcome === 'AMBIGUOUS' ? 'SYMBOL_AMBIGUOUS' : 'ISIN_CONTRADICTS';
      return { ask, instrument, key: instrumentKey(instrument) };
    });
    const limit = AbortSignal.timeout(LONGEST_MS);
    const answers = await fetchInOrder(
      steps.filter((step) => typeof step !== 'string'),
      { signal: signal === undefined ? limit : AbortSignal.any([limit, signal]), today, log },
    );
    return steps.map((step): InstrumentQuote => {
      if (typeof step === 'string') return { quote: null, reason: step };
      const answer = answers.get(step.key);
      if (answer === undefined || answer.quote === null)
        return { quote: null, reason: answer?.failure ?? 'PROVIDER_ERROR' };
      // A day that has not come yet is no price of today (spec: Price refresh rules 4).
      if (answer.quote.as_of > today) return { quote: null, reason: 'FUTURE_DATED' };
      return { quote: answer.quote, reason: null };
    });
  };
}
