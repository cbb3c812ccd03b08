import {
  type Context,
  decimal,
  istDate,
  takeTopics,
  tellChange,
  type DbTransaction,
  addDays,
  dayBefore,
} from '../../platform/index.ts';
import { plausible } from '../quotes/index.ts';
import { createYahooSeries, type SeriesProvider, yahooHttp } from '../providers/index.ts';
import type { CurrencyExposures } from './exposure.ts';
import { findRates, firstDayWithoutRate, type NewestRate, newestRates, storeRates } from './fx-store.ts';
import { type Pair, pairOf, yahooPair } from './pair.ts';
import { isWeekendDay, type Rate, type RateQuestion, referenceRate } from './rate.ts';

/** Days that are asked for at every occasion: the last one may have been seen before it was over. */
const RECENT_DAYS = 7;
/** Rates of longer ago are not asked for. */
const MOST_YEARS = 25;
/** No currency triples or loses two thirds of its worth from one day to the next and goes back. */
const LARGEST_STEP = 3;
/** A pair is asked for again after this while somebody looks at their prices. */
const FRESH_MS = 30 * 60_000;
const RATE_DECIMALS = 10;

/** Result of a fetch. */
export interface FxUpdate {
  pairs: number;
  /** Days whose rate is new or changed. */
  changed: number;
  /** Pairs that could not be fetched, each with the stable code of the reason. */
  failed: { pair: string; reason: string }[];
}

/** Exchange rates by day: kept in `market.fx_rates`, fetched for the currencies that people's books mix. */
export function createFxService(
  { database, clock, config, log }: Context,
  provider: SeriesProvider | null,
  exposures: CurrencyExposures,
) {
  /** When a pair was last asked for in this process, and which day of a transaction it was asked for. */
  const asked = new Map<string, { at: number; missing: string | null }>();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const system = <T>(why: string, work: (trx: DbTransaction) => Promise<T>) => database.asSystem(why, work);

  const answer = (question: RateQuestion, stored: Rate | null): Rate | null =>
    question.from === question.to
      ? referenceRate(question.from, question.to, 1)
      : (stored ?? referenceRate(question.from, question.to, config.PORTFOLIO_USD_TO_INR_REFERENCE_FX));

  async function rates(questions: readonly RateQuestion[]): Promise<(Rate | null)[]> {
    const different = questions.filter(({ from, to }) => from !== to);
    const stored = await database.readAsSystem('read exchange rates', (trx) => findRates(trx, different));
    const found = new Map(different.map((question, index) => [question, stored[index] ?? null]));
    return questions.map((question) => answer(question, found.get(question) ?? null));
  }

  /** The pairs that somebody's totals need; of one person where one is named. */
  async function wantedPairs(trx: DbTransaction, userId: string | null): Promise<Pair[]> {
    const pairs = (await exposures.all(trx, userId))
      .filter(({ is_open }) => is_open)
      .map(({ currency, base_currency }) => pairOf(currency, base_currency));
    const different = new Map(pairs.map(({ base, quote }) => [nameOf({ base, quote }), { base, quote }]));
    return [...different].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair);
  }

  /** The first day of a transaction that no stored rate is near to; null where none is missing. */
  async function firstMissingDay(trx: DbTransaction, pair: Pair): Promise<string | null> {
    const since = earliestDay(istDate(clock.now()));
    return await firstDayWithoutRate(trx, pair, await exposures.tradeDays(trx, pair, since));
  }

  /** Counts the revision of rates up of everybody whose totals go through the pair. */
  async function tellOwners(trx: DbTransaction, pair: Pair): Promise<void> {
    const concerned = (await exposures.all(trx, null)).filter(
      ({ currency, base_currency }) => nameOf(pairOf(currency, base_currency)) === nameOf(pair),
    );
    const owners = [...new Set(concerned.map(({ owner_user_id }) => owner_user_id))];
    if (owners.length === 0) return;
    await takeTopics(trx, owners, ['rates']);
    await tellChange(trx, owners, ['rates']);
  }

  async function update(pair: Pair, series: SeriesProvider, signal: AbortSignal): Promise<number | string> {
    const now = clock.now();
    const today = istDate(now);
    const name = nameOf(pair);
    const missing = await system('find days without a rate', (trx) => firstMissingDay(trx, pair));
    asked.set(name, { at: now.getTime(), missing });
    const recent = addDays(today, -RECENT_DAYS);
    // A day without a rate of its own has that of a day before.
    const from = missing === null || missing > recent ? recent : addDays(missing, -RECENT_DAYS);
    const outcome = await series.daily(
      { symbol: yahooPair(pair), currency: pair.quote, from, to: today },
      signal,
    );
    if (outcome.failure !== null) return outcome.failure;
    const closes = outcome.closes.filter(({ day }) => !isWeekendDay(day));
    return await system('store exchange rates', async (trx) => {
      const first = closes[0]?.day ?? today;
      const [before] = await findRates(trx, [
        { from: pair.base, to: pair.quote, day: dayBefore(first), within: 60 },
      ]);
      const { kept, refused } = plausible(closes, before?.rate.toNumber() ?? null, LARGEST_STEP);
      if (refused.length > 0)
        log.error({ pair: name, refused: refused.slice(0, 5) }, 'implausible exchange rates were rejected');
      const exact = kept.map(({ day, close }) => ({
        day,
        rate: decimal(close).toDecimalPlaces(RATE_DECIMALS).toFixed(),
      }));
      const changed = await storeRates(
        trx,
        pair,
        exact.filter(({ rate }) => decimal(rate).gt(0)),
        series.name,
        clock.now(),
      );
      if (changed > 0) await tellOwners(trx, pair);
      return changed;
    });
  }

  /** Not asked for lately, or an older transaction came meanwhile that nobody asked for yet. */
  async function isDue(trx: DbTransaction, pair: Pair): Promise<boolean> {
    const now = clock.now();
    const name = nameOf(pair);
    const last = asked.get(name);
    if (last === undefined || now.getTime() - last.at >= FRESH_MS) {
      // A second request meanwhile does not fetch again.
      asked.set(name, { at: now.getTime(), missing: last?.missing ?? null });
      return true;
    }
    const missing = await firstMissingDay(trx, pair);
    return missing !== null && missing !== last.missing;
  }

  async function updateAll(pairs: readonly Pair[], signal: AbortSignal): Promise<FxUpdate> {
    const done: FxUpdate = { pairs: pairs.length, changed: 0, failed: [] };
    for (const pair of provider === null ? [] : pairs) {
      signal.throwIfAborted();
      const result = await update(pair, provider as SeriesProvider, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        log.error({ err: error, pair }, 'exchange rates could not be stored');
        return 'NOT_KEPT';
      });
      if (typeof result === 'number') done.changed += result;
      else done.failed.push({ pair: nameOf(pair), reason: result });
    }
    if (done.failed.length > 0) log.warn({ failed: done.failed }, 'exchange rates could not be fetched');
    return done;
  }

  async function catchUp(userId: string): Promise<void> {
    try {
      const due = await system('find the exchange rates that are due', async (trx) => {
        const pairs: Pair[] = [];
        for (const pair of await wantedPairs(trx, userId)) if (await isDue(trx, pair)) pairs.push(pair);
        return pairs;
      });
      await updateAll(due, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'exchange rates could not be refreshed');
    }
  }

  return {
    /**
     * Units of `to` for one of `from` on a day: of that day, else of the nearest earlier one within a week (or as many
     * days as `within` says), else the reference of the settings. Null where nothing is known.
     */
    async rate(question: RateQuestion): Promise<Rate | null> {
      return (await rates([question]))[0] ?? null;
    },

    /** The same for many questions, in their order, with one query. */
    rates,

    /** The newest stored rate of each pair, at most `within` days old. */
    async newest(within: number): Promise<NewestRate[]> {
      const to = istDate(clock.now());
      return await database.readAsSystem('read exchange rates', (trx) =>
        newestRates(trx, { from: addDays(to, -within), to }),
      );
    },

    /**
     * Fetches the rates of the last days, and of the days of transactions that have none, for every pair that
     * somebody needs. A pair that fails holds up no other.
     */
    async keepUp(signal: AbortSignal = stopping.signal): Promise<FxUpdate> {
      const pairs = await system('find the currencies in use', (trx) => wantedPairs(trx, null));
      return await updateAll(pairs, AbortSignal.any([signal, stopping.signal]));
    },

    /**
     * The same for one person's currencies, at most every half hour in this process, but for older transactions that came
     * in between. Never throws: whoever looks at
     * prices sees them converted at the last known rate.
     */
    async keepUpFor(userId: string): Promise<void> {
      if (provider === null || stopping.signal.aborted) return;
      const work = catchUp(userId);
      running.add(work);
      await work.finally(() => running.delete(work));
    },

    /** Asks nobody any more, and waits until what came in is written. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}

export type Fx = ReturnType<typeof createFxService>;

/** USDINR is rupees for a dollar. */
function nameOf({ base, quote }: Pair): string {
  return `${base}${quote}`;
}

function earliestDay(today: string): string {
  return addDays(today, -MOST_YEARS * 365);
}

/** Exchange rates by day. Nothing here speaks to anybody before it is asked to. */
export function createFx(context: Context, exposures: CurrencyExposures): Fx {
  const http = yahooHttp(context);
  return createFxService(context, http === null ? null : createYahooSeries(http), exposures);
}
