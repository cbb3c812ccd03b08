import { type DayClose, outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import { type Http, OutsideError } from '../../platform/index.ts';
import { NotAChart } from './yahoo-body.ts';
import { readYahooDays } from './yahoo-days.ts';
type SeriesOutcome = { closes: DayClose[]; failure: null } | { closes: null; failure: QuoteFailure };

/** What is asked for: the closes of the days from `from` to `to` of a symbol that is quoted in `currency`. */
export interface WantedSeries {
  symbol: string;
  currency: string;
  from: string;
  to: string;
}

/** One source of closes by day, for what is quoted and not traded: exchange rates and indexes. */
export interface SeriesProvider {
  readonly name: string;
  /** In order, each day once; days without a close are left out. Never throws for what the outside does. */
  daily(wanted: WantedSeries, signal?: AbortSignal): Promise<SeriesOutcome>;
}

const DAY_SECONDS = 86_400;
const failed = (failure: QuoteFailure): SeriesOutcome => ({ closes: null, failure });

/** Yahoo Finance's chart data as closes by day: one request for any number of days. */
export function createYahooSeries(http: Http): SeriesProvider {
  return {
    name: 'YAHOO',
    async daily({ symbol, currency, from, to }, signal) {
      const seconds = (day: string) => Date.parse(day) / 1000;
      try {
        const { body } = await http.json(`/v8/finance/chart/${encodeURIComponent(symbol)}`, {
          query: {
            interval: '1d',
            // A day more at both ends: days begin at different instants in different places.
            period1: String(seconds(from) - DAY_SECONDS),
            period2: String(seconds(to) + 2 * DAY_SECONDS),
          },
          accept: /^application\/json\b/i,
          alsoAnswers: [400, 404, 422],
          ...(signal === undefined ? {} : { signal }),
        });
        const { closes, failure } = readYahooDays(body, { from, to, currency });
        // Days without any quote are nothing to worry about.
        if (failure !== null && failure !== 'NO_PRICE') return failed(failure);
        const positive = closes
          .map(({ day, close }) => ({ day, close: Number(close) }))
          .filter(({ close }) => close > 0);
        return { closes: positive, failure: null };
      } catch (error) {
        if (error instanceof NotAChart) return failed('PROVIDER_MALFORMED');
        if (error instanceof OutsideError) return failed(outsideFailure(error));
        throw error;
      }
    },
  };
}
