import { type Clock, type Http, istDate } from '../../platform/index.ts';
import { oneByOne } from './one-by-one.ts';
import { NotAChart } from './yahoo-body.ts';
import { yahooSymbols } from './yahoo-symbol.ts';
import {
  INDEX_SERIES,
  type HistoryInstrument,
  type HistoryOutcome,
  type HistoryProvider,
  noHistory,
} from '../history/index.ts';
import { readYahooDays } from './yahoo-days.ts';

const NAME = 'YAHOO';
const DAY_SECONDS = 86_400;
/** Reasons to try the next name of an instrument. */
const TRY_NEXT = new Set(['NOT_FOUND', 'NO_PRICE', 'CURRENCY_MISMATCH']);
const AT_ONCE = 5;

/** Yahoo Finance's chart data as daily closes: one request an instrument, for any number of days. */
export function createYahooHistory(http: Http, clock: Clock): HistoryProvider {
  async function ask(
    name: string,
    wanted: { from: string; to: string; currency: string },
    signal: AbortSignal | undefined,
  ): Promise<HistoryOutcome> {
    const { body } = await http.json(`/v8/finance/chart/${encodeURIComponent(name)}`, {
      query: {
        interval: '1d',
        events: 'split',
        period1: String(Date.parse(wanted.from) / 1000 - DAY_SECONDS),
        // Up to today, whatever was asked for: the splits since then are needed to undo them.
        period2: String(Date.parse(istDate(clock.now())) / 1000 + 2 * DAY_SECONDS),
      },
      accept: /^application\/json\b/i,
      // Says in JSON that it does not know the symbol.
      alsoAnswers: [400, 404, 422],
      ...(signal === undefined ? {} : { signal }),
    });
    return readYahooDays(body, wanted);
  }

  async function closesOf(
    instrument: HistoryInstrument,
    from: string,
    to: string,
    signal: AbortSignal | undefined,
  ): Promise<HistoryOutcome> {
    let first = noHistory('NOT_FOUND');
    for (const name of namesOf(instrument)) {
      const outcome = await ask(name, { from, to, currency: instrument.currency }, signal);
      if (outcome.failure === null || !TRY_NEXT.has(outcome.failure)) return outcome;
      if (first.failure === 'NOT_FOUND') first = outcome;
    }
    return first;
  }

  return {
    name: NAME,
    source: 'YAHOO',
    covers: ({ asset_class }) => asset_class !== 'Mutual Fund' && asset_class !== 'Bond',
    closes: async (instruments, from, to, signal) =>
      await oneByOne(instruments, {
        atOnce: AT_ONCE,
        ask: (instrument) => closesOf(instrument, from, to, signal),
        isMalformed: (error) => error instanceof NotAChart,
      }),
  };
}

function namesOf({ asset_class, exchange, symbol, currency }: HistoryInstrument): string[] {
  if (asset_class === 'Index') {
    const index = INDEX_SERIES.find(({ code }) => code === symbol);
    return index === undefined ? [] : [index.yahoo];
  }
  if (exchange === 'BSE') return [`${symbol}.BO`];
  return yahooSymbols({ symbol, currency, names: [symbol] });
}
