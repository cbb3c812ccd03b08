import { daysBetween, LONGEST_CLOSURE_DAYS, type Log, onAbort } from '../../platform/index.ts';
import {
  type Instrument,
  isUsable,
  priced,
  type Quote,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from './quote.ts';

/** Somebody who was asked and had no price to give, and why. */
export interface ProviderAttempt {
  source: string;
  reason: QuoteFailure;
}

/** What became of one instrument: its quote or the last failure, and everybody who was asked in vain. */
export interface FetchedQuote {
  quote: Quote | null;
  failure: QuoteFailure | null;
  tried: ProviderAttempt[];
}

/** An instrument with those who may price it, in the order to ask them. */
export interface QuoteRequest {
  ask: readonly QuoteProvider[];
  instrument: Instrument;
  key: string;
}

interface FetchOptions {
  signal: AbortSignal;
  /** YYYY-MM-DD */
  today: string;
  log: Log;
  /** Told once for each key, as soon as nobody else will be asked for it. */
  settled?: (key: string, answer: FetchedQuote) => void;
}

/** Whoever is asked before others may keep them waiting for that long. */
const FIRST_WAIT_MS = 20_000;
/** A provider that is told to stop has that long to hand over what it has. */
const LAST_WORD_MS = 1_000;

interface Pending extends QuoteRequest {
  at: number;
  answer: FetchedQuote;
}

/**
 * Asks each instrument's providers one after the other until one has a price, each provider for all of its instruments at
 * once (spec: Price refresh rules 2). What a provider fails to price is put to the next one with the reason kept; so is
 * what it knows only a price of long ago for, and then the newer of the two is the answer. Never throws for what a
 * provider does.
 */
export async function fetchInOrder(
  asked: readonly QuoteRequest[],
  { signal, today, log, settled }: FetchOptions,
): Promise<Map<string, FetchedQuote>> {
  const found = new Map<string, FetchedQuote>();
  const settle = ({ key, answer }: Pending): void => {
    if (found.has(key)) return;
    found.set(key, answer);
    settled?.(key, answer);
  };
  const isOld = (quote: Quote) => daysBetween(quote.as_of, today) > LONGEST_CLOSURE_DAYS;
  const isLast = (one: Pending) => one.at + 1 >= one.ask.length;

  /** Takes an outcome in; true when nobody else needs to be asked. */
  function take(one: Pending, provider: QuoteProvider, outcome: QuoteOutcome): boolean {
    const { quote, failure } = checked(outcome, one.instrument);
    if (quote === null) {
      one.answer.failure = failure;
      one.answer.tried.push({ source: provider.name, reason: failure });
    } else if (one.answer.quote === null || one.answer.quote.as_of < quote.as_of) one.answer.quote = quote;
    if (one.answer.quote !== null) one.answer.failure = null;
    return (quote !== null && !isOld(quote)) || isLast(one);
  }

  async function outcomesOf(
    provider: QuoteProvider,
    group: readonly Pending[],
    seen: (index: number, outcome: QuoteOutcome) => void,
  ): Promise<QuoteOutcome[]> {
    const deadline = group.every(isLast)
      ? signal
      : AbortSignal.any([signal, AbortSignal.timeout(FIRST_WAIT_MS)]);
    const instruments = group.map(({ instrument }) => instrument);
    const late = afterAbort(deadline);
    try {
      const outcomes = await Promise.race([provider.quotes(instruments, deadline, seen), late.promise]);
      return outcomes ?? instruments.map(() => unpriced('PROVIDER_TIMEOUT'));
    } catch (error) {
      log.error({ err: error, source: provider.name }, 'a price source failed');
      return [];
    } finally {
      late.cancel();
    }
  }

  async function ask(pending: readonly Pending[]): Promise<void> {
    const groups = new Map<QuoteProvider, Pending[]>();
    for (const one of pending) {
      const provider = one.ask[one.at];
      if (provider === undefined) settle(one);
      else groups.set(provider, [...(groups.get(provider) ?? []), one]);
    }
    await Promise.all(
      [...groups].map(async ([provider, group]) => {
        const taken = new Set<Pending>();
        const left: Pending[] = [];
        const takeOne = (one: Pending, outcome: QuoteOutcome): void => {
          if (taken.has(one)) return;
          taken.add(one);
          if (take(one, provider, outcome)) settle(one);
          else left.push({ ...one, at: one.at + 1 });
        };
        const outcomes = await outcomesOf(provider, group, (index, outcome) => {
          const one = group[index];
          if (one !== undefined) takeOne(one, outcome);
        });
        for (const [index, one] of group.entries())
          takeOne(one, outcomes[index] ?? unpriced('PROVIDER_ERROR'));
        if (left.length > 0) await ask(left);
      }),
    );
  }

  const unique = new Map(asked.map((one) => [one.key, one]));
  await ask(
    [...unique.values()].map((one) => ({ ...one, at: 0, answer: { quote: null, failure: null, tried: [] } })),
  );
  return found;
}

/** Resolves with null a little after the signal; never when it is cancelled before. */
function afterAbort(signal: AbortSignal): { promise: Promise<null>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let begin = (): void => undefined;
  const promise = new Promise<null>((resolve) => {
    begin = () => {
      timer = setTimeout(() => resolve(null), LAST_WORD_MS);
    };
  });
  const forget = onAbort(signal, begin);
  return {
    promise,
    cancel() {
      forget();
      clearTimeout(timer);
    },
  };
}

/** A quote that must not be used is a failure, so that the next provider is asked. A close that is none is not known. */
function checked(outcome: QuoteOutcome, { currency }: Instrument): QuoteOutcome {
  if (outcome.quote === null) return outcome;
  if (!isUsable(outcome.quote.price)) return unpriced('INVALID_PRICE');
  if (outcome.quote.currency !== currency) return unpriced('CURRENCY_MISMATCH');
  return isUsable(outcome.quote.previous_close)
    ? outcome
    : priced({ ...outcome.quote, previous_close: null });
}
