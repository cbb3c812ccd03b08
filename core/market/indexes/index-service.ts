import { addDays, type Context, istDate, notFound, type DbTransaction } from '../../platform/index.ts';
import type { Calendar } from '../calendar/index.ts';
import {
  INDEX_SERIES,
  type IndexSeries,
  lastFinalSession,
  type MarketHistory,
  type SeriesCode,
} from '../history/index.ts';
import { createYahooSeries, type SeriesProvider, yahooHttp } from '../providers/index.ts';
import { type DayClose, plausible } from '../quotes/index.ts';
import type { IndexClose, IndexCloses } from './index-close.ts';
import { closesIn, type RatesByDay } from './index-currency.ts';
import { keepCloses, readCloses } from './index-store.ts';
import { missingSessions } from './missing-sessions.ts';

/** Enough for the 252 returns of a beta, whoever's books begin today. */
const AT_LEAST_DAYS = 400;
const AT_MOST_DAYS = 3660;
/** What begins on a holiday is compared with the session before. */
const BEFORE_DAYS = 10;
/** Exchanges halt long before an index moves by so much in a day. */
const LARGEST_STEP = 1.5;

/** What a fetch did, index by index. */
export interface IndexUpdate {
  benchmark: SeriesCode;
  /** Days whose close is new. */
  changed: number;
  /** Sessions that still have no close. */
  missing: number;
  /** The stable code of why the fetch failed; null where it did not. */
  failure: string | null;
}

interface IndexDependencies {
  calendar: Calendar;
  history: MarketHistory;
  rates: RatesByDay;
  provider: SeriesProvider | null;
}

export type Indexes = ReturnType<typeof createIndexService>;

/** Closes of the indexes that portfolios and shares are held against (spec: Resources, Benchmark snapshot). */
export function createIndexService(
  context: Context,
  { calendar, history, rates, provider }: IndexDependencies,
) {
  const { database, clock, log } = context;
  const system = <T>(why: string, work: (trx: DbTransaction) => Promise<T>) => database.asSystem(why, work);

  /** What an import put into the price history counts as well; a day's own snapshot stands above it. */
  async function closesOf(code: SeriesCode, from: string): Promise<IndexClose[]> {
    const imported = await history.closes({ series: code, from, adjusted: false });
    const byDay = new Map(imported.days.map((day, at) => [day, imported.closes[at] ?? Number.NaN]));
    const own = await database.readAsSystem('read the closes of an index', (trx) =>
      readCloses(trx, code, from),
    );
    for (const { day, value } of own) byDay.set(day, value);
    return Array.from(byDay, ([day, value]) => ({ day, value })).sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  /** Imported closes become snapshots too, so that there is one row an index and day wherever it came from. */
  async function takeImported(index: IndexSeries, from: string): Promise<number> {
    const closes = await closesOf(index.code, from);
    return await system('keep imported closes of an index', async (trx) => {
      const kept = new Set((await readCloses(trx, index.code, from)).map(({ day }) => day));
      const fresh = closes.filter(({ day }) => !kept.has(day));
      const rows = fresh.map(({ day, value }) => ({ day, close: value }));
      return await keepCloses(trx, index.code, rows, 'IMPORT', clock.now());
    });
  }

  async function keep(index: IndexSeries, closes: readonly DayClose[], source: string): Promise<number> {
    const sessions = closes.filter(({ day }) => calendar.isSession(index.exchange, day));
    const from = sessions[0]?.day;
    if (from === undefined) return 0;
    const before = (await closesOf(index.code, addDays(from, -30))).findLast(({ day }) => day < from);
    const { kept: fit, refused } = plausible(sessions, before?.value ?? null, LARGEST_STEP);
    const known = new Set((await closesOf(index.code, from)).map(({ day }) => day));
    // What is there stays: it may come from a better source.
    const kept = fit.filter(({ day }) => !known.has(day));
    if (refused.length > 0)
      log.error(
        { benchmark: index.code, refused: refused.slice(0, 5) },
        'implausible index closes were rejected',
      );
    // The history first: what is in it and in no snapshot yet becomes one with the next run.
    const instrument_id = await history.seriesId(index.code);
    await history.store(
      kept.map(({ day, close }) => ({ instrument_id, day, close })),
      { source: 'YAHOO' },
    );
    return await system('keep closes of an index', (trx) =>
      keepCloses(trx, index.code, kept, source, clock.now()),
    );
  }

  async function update(index: IndexSeries, from: string, signal: AbortSignal): Promise<IndexUpdate> {
    const to = lastFinalSession(calendar, index.exchange, clock.now());
    let changed = await takeImported(index, from);
    const missing = async () =>
      missingSessions(calendar, index.exchange, from, to, await closesOf(index.code, from));
    const before = await missing();
    const first = before[0];
    if (first === undefined || provider === null)
      return { benchmark: index.code, changed, missing: before.length, failure: null };
    const outcome = await provider.daily(
      { symbol: index.yahoo, currency: index.currency, from: first, to },
      signal,
    );
    if (outcome.failure !== null)
      return { benchmark: index.code, changed, missing: before.length, failure: outcome.failure };
    changed += await keep(index, outcome.closes, provider.name);
    return { benchmark: index.code, changed, missing: (await missing()).length, failure: null };
  }

  const indexOf = (code: SeriesCode): IndexSeries => {
    const found = INDEX_SERIES.find((series) => series.code === code);
    if (found === undefined) throw notFound('BENCHMARK');
    return found;
  };

  async function closesAgainst(
    code: SeriesCode | null | undefined,
    currency: string,
    from: string,
  ): Promise<IndexCloses> {
    const primary: SeriesCode = currency === 'USD' ? 'SP500' : 'NIFTY50';
    const index = indexOf(code ?? primary);
    const raw = await closesOf(index.code, addDays(from, -BEFORE_DAYS));
    const converted = await closesIn(raw, index.currency, currency, rates);
    return {
      benchmark: { code: index.code, name: index.name, currency: converted.currency },
      closes: converted.closes,
      alternates: INDEX_SERIES.filter((one) => one.code !== index.code).map(({ code: other, name }) => ({
        code: other,
        name,
      })),
    };
  }

  return {
    /** Whether anybody can be asked for closes. */
    hasProvider: provider !== null,

    /**
     * What amounts in this currency are held against since a day, and the session before it: the index that is named,
     * else the large-cap index of the currency.
     */
    against: closesAgainst,

    /** The closes of an index since a day, in order: those of the daily snapshots and of imports. */
    closes: closesOf,

    /**
     * Fetches the closes of all sessions that have none, for every index: one row an index and day (spec: Resources,
     * Benchmark snapshot). An index that fails holds up no other; a repeat changes nothing.
     * @param since the first day that closes are wanted for beside those of the last year, YYYY-MM-DD; at most ten years ago.
     */
    async keepUp(since: string | null, signal: AbortSignal): Promise<IndexUpdate[]> {
      const today = istDate(clock.now());
      const earliest = addDays(today, -AT_MOST_DAYS);
      const usual = addDays(today, -AT_LEAST_DAYS);
      const wanted = since === null ? usual : addDays(since, -BEFORE_DAYS);
      const from = wanted > usual ? usual : wanted < earliest ? earliest : wanted;
      const updates: IndexUpdate[] = [];
      for (const index of INDEX_SERIES) {
        signal.throwIfAborted();
        const done = await update(index, from, signal).catch((error: unknown): IndexUpdate => {
          signal.throwIfAborted();
          log.error({ err: error, benchmark: index.code }, 'index closes could not be stored');
          return { benchmark: index.code, changed: 0, missing: 0, failure: 'NOT_KEPT' };
        });
        if (done.failure !== null)
          log.warn({ ...done }, 'index closes could not be fetched; the next run tries again');
        updates.push(done);
      }
      return updates;
    },
  };
}

/** Closes of indexes. Nothing here speaks to anybody before it is asked to. */
export function createIndexes(context: Context, parts: Omit<IndexDependencies, 'provider'>): Indexes {
  const http = yahooHttp(context);
  return createIndexService(context, { ...parts, provider: http === null ? null : createYahooSeries(http) });
}
