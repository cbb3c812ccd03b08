import {
  outsideFailure,
  type Instrument,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from '../quotes/index.ts';
import {
  type Clock,
  daysBetween,
  type Http,
  istDate,
  LONGEST_CLOSURE_DAYS,
  OutsideError,
} from '../../platform/index.ts';
import { NotAChart } from './yahoo-body.ts';
import { readChart } from './yahoo-chart.ts';
import { yahooSymbols } from './yahoo-symbol.ts';

const NAME = 'YAHOO';
/** After so many faults of the system in a row, the rest is not asked for: it is down. */
const FAULTS_MEAN_DOWN = 5;
/** Reasons to try the next name of an instrument; a price of long ago is another. */
const TRY_NEXT = new Set(['NOT_FOUND', 'NO_PRICE', 'INVALID_PRICE', 'CURRENCY_MISMATCH']);

/** Yahoo Finance's chart data, one request an instrument. Prices everything but mutual funds. */
export function createYahoo(http: Http, clock: Clock): QuoteProvider {
  async function ask(name: string, currency: string, signal: AbortSignal | undefined): Promise<QuoteOutcome> {
    const { body } = await http.json(`/v8/finance/chart/${encodeURIComponent(name)}`, {
      query: { interval: '1d', range: '5d' },
      accept: /^application\/json\b/i,
      // Says in JSON that it does not know the symbol.
      alsoAnswers: [400, 404, 422],
      ...(signal === undefined ? {} : { signal }),
    });
    return readChart(body, currency, NAME);
  }

  async function quote(instrument: Instrument, signal: AbortSignal | undefined): Promise<QuoteOutcome> {
    const today = istDate(clock.now());
    let best = unpriced('NOT_FOUND');
    for (const name of yahooSymbols(instrument)) {
      const outcome = await ask(name, instrument.currency, signal);
      const isOld = outcome.quote !== null && daysBetween(outcome.quote.as_of, today) > LONGEST_CLOSURE_DAYS;
      if (outcome.failure === null ? !isOld : !TRY_NEXT.has(outcome.failure)) return outcome;
      best = better(best, outcome);
    }
    return best;
  }

  return {
    name: NAME,
    covers: ({ asset_class }) => asset_class !== 'Mutual Fund',
    async quotes(instruments, signal, seen) {
      let faults = 0;
      let down: QuoteOutcome | null = null;
      const one = async (instrument: Instrument): Promise<QuoteOutcome> => {
        if (down !== null) return down;
        try {
          const outcome = await quote(instrument, signal);
          faults = 0;
          return outcome;
        } catch (error) {
          if (error instanceof NotAChart) return unpriced('PROVIDER_MALFORMED');
          const failed = unpriced(outsideFailure(error));
          if (error instanceof OutsideError && (faults += 1) >= FAULTS_MEAN_DOWN) down ??= failed;
          return failed;
        }
      };
      return await inTurn(instruments, one, seen);
    },
  };
}

/** The newer of two prices; any price before none; a name that is known before one that is not, for its reason. */
function better(one: QuoteOutcome, other: QuoteOutcome): QuoteOutcome {
  if (one.quote !== null) return other.quote !== null && other.quote.as_of > one.quote.as_of ? other : one;
  return other.quote !== null || one.failure === 'NOT_FOUND' ? other : one;
}

/** Works on a few at a time, so that the rest learns from the first that the system is down; the limiter sets the pace. */
async function inTurn<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  seen?: (index: number, result: R) => void,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      if (item === undefined) continue;
      const result = await work(item);
      results[at] = result;
      seen?.(at, result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
const AT_ONCE = 8;
