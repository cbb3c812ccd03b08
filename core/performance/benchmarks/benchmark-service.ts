import type { Calendar } from '../../market/calendar/index.ts';
import type { Context } from '../../context.ts';
import { istDate, notFound, type Transaction } from '../../platform/index.ts';
import type { DailyValues } from '../../portfolio/index.ts';

import {
  INDEX_SERIES,
  type IndexSeries,
  type MarketHistory,
  type SeriesCode,
  lastFinalSession,
} from '../../market/history/index.ts';
import { plausible, type DayClose } from '../../market/quotes/index.ts';
import type { SeriesProvider } from '../../market/providers/index.ts';
import { firstDayOfBooks, keepCloses, readCloses } from './benchmark-store.ts';
import {
  type ComparedIndex,
  type Comparison,
  comparePeriod,
  comparisonSeries,
  longestKnown,
} from './compare.ts';
import { closesIn, type RatesByDay } from './index-currency.ts';
import { missingSessions } from './sessions.ts';
import { type Measured, PERIODS, type Period } from './window.ts';

/** Enough for the 252 returns of a beta, whoever's books begin today. */
const AT_LEAST_DAYS = 400;
const AT_MOST_DAYS = 3660;
/** Books that begin on a holiday are compared with the session before. */
const BEFORE_BOOKS_DAYS = 10;
/** Exchanges halt long before an index moves by so much in a day. */
const LARGEST_STEP = 1.5;

/** What a fetch did, index by index. */
export interface BenchmarkUpdate {
  benchmark: SeriesCode;
  /** Days whose close is new. */
  changed: number;
  /** Sessions that still have no close. */
  missing: number;
  /** The stable code of why the fetch failed; null where it did not. */
  failure: string | null;
}

/** The closes of an index in one currency, in order; `benchmark.currency` tells where no rates were there to convert them. */
export interface IndexCloses {
  benchmark: ComparedIndex;
  closes: Measured[];
  /** Other indexes that may be asked for. */
  alternates: { code: SeriesCode; name: string }[];
}

export interface BenchmarkParts {
  calendar: Calendar;
  history: MarketHistory;
  rates: RatesByDay;
  provider: SeriesProvider | null;
}

/** Closes of the indexes that portfolios are held against, and the comparison itself (spec: Report rules 4). */
export function createBenchmarkService(context: Context, parts: BenchmarkParts) {
  const { database, clock, config, log } = context;
  const { calendar, history, provider } = parts;
  const system = <T>(why: string, work: (trx: Transaction) => Promise<T>) => database.asSystem(why, work);

  /** What an import put into the price history counts as well; a day's own snapshot stands above it. */
  async function closesOf(code: SeriesCode, from: string): Promise<Measured[]> {
    const imported = await history.closes({ series: code, from, adjusted: false });
    const byDay = new Map(imported.days.map((day, at) => [day, imported.closes[at] ?? Number.NaN]));
    const own = await system('read the closes of an index', (trx) => readCloses(trx, code, from));
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
    const before = (await closesOf(index.code, daysBefore(from, 30))).findLast(({ day }) => day < from);
    const { kept: fit, refused } = plausible(sessions, before?.value ?? null, LARGEST_STEP);
    const known = new Set((await closesOf(index.code, from)).map(({ day }) => day));
    // What is there stays: it may come from a better source.
    const kept = fit.filter(({ day }) => !known.has(day));
    if (refused.length > 0)
      log.error(
        { benchmark: index.code, refused: refused.slice(0, 5) },
        'closes of an index that cannot be were refused',
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

  async function update(index: IndexSeries, from: string, signal: AbortSignal): Promise<BenchmarkUpdate> {
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
    const raw = await closesOf(index.code, daysBefore(from, BEFORE_BOOKS_DAYS));
    const converted = await closesIn(raw, index.currency, currency, parts.rates);
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
    /**
     * What a portfolio in this currency is held against since a day, and the session before it: the index that is named,
     * else the large-cap index of the currency.
     */
    against: closesAgainst,

    /** The closes of an index since a day, in order: those of the daily snapshots and of imports. */
    closes: closesOf,

    /**
     * Fetches the closes of all sessions that have none, for every index: one row an index and day (spec: Resources,
     * Benchmark snapshot). An index that fails holds up no other; a repeat changes nothing.
     */
    async keepUp(signal: AbortSignal): Promise<BenchmarkUpdate[]> {
      const today = istDate(clock.now());
      const books = await system('find the beginning of the books', firstDayOfBooks);
      const earliest = daysBefore(today, AT_MOST_DAYS);
      const usual = daysBefore(today, AT_LEAST_DAYS);
      const wanted = books === null ? usual : daysBefore(books, BEFORE_BOOKS_DAYS);
      const from = wanted > usual ? usual : wanted < earliest ? earliest : wanted;
      const updates: BenchmarkUpdate[] = [];
      for (const index of INDEX_SERIES) {
        signal.throwIfAborted();
        const done = await update(index, from, signal).catch((error: unknown): BenchmarkUpdate => {
          signal.throwIfAborted();
          log.error({ err: error, benchmark: index.code }, 'the closes of an index could not be kept');
          return { benchmark: index.code, changed: 0, missing: 0, failure: 'NOT_KEPT' };
        });
        if (done.failure !== null)
          log.warn({ ...done }, 'the closes of an index could not be fetched; the next run tries again');
        updates.push(done);
      }
      return updates;
    },

    /**
     * A portfolio against an index, by default the large-cap index of its currency (spec: Report rules 4). Nothing is made up: where history lacks, figures are null with their reason.
     * @param standings what the portfolio comes to now.
     * @param lineOf the portfolio's line between two days, from 100.
     */
    async compare(
      wanted: { benchmark: SeriesCode | null; period: Period | null },
      daily: DailyValues,
      standings: Standings,
      lineOf: (from: string, to: string) => Measured[],
    ): Promise<Comparison> {
      const own = daily.days.find(({ value }) => value !== null)?.day ?? istDate(clock.now());
      const { benchmark, closes, alternates } = await closesAgainst(wanted.benchmark, daily.currency, own);
      const periods = PERIODS.map((period) => comparePeriod(period, daily, closes, benchmark));
      const period = wanted.period ?? longestKnown(periods);
      const chosen = periods.find((one) => one.period === period);
      const total = totalReturn(standings);
      return {
        portfolio: daily.portfolio,
        currency: daily.currency,
        benchmark,
        alternates,
        periods,
        total_return_pct: total.value,
        total_return_reason: total.reason,
        period,
        series:
          chosen === undefined || chosen.from === null || chosen.to === null
            ? []
            : comparisonSeries(chosen, lineOf(chosen.from, chosen.to), closes),
        reason: emptyReason(
          daily.days.some(({ value }) => value !== null),
          closes.length > 0,
          benchmark.name,
        ),
      };
    },
  };

  function emptyReason(hasValue: boolean, hasCloses: boolean, name: string): string | null {
    if (!hasValue)
      return 'No value has been recorded yet: one is recorded every hour while Munim runs, once everything you hold has a price.';
    if (hasCloses) return null;
    const import_ = 'or import its closes with npm run import-prices';
    return provider === null
      ? `No close of ${name} is on record, and YAHOO_BASE_URL=off asks nobody: set it, ${import_}.`
      : `No close of ${name} is on record yet: they are fetched every day at ${config.PORTFOLIO_BENCHMARK_FETCH_TIME_IST} Indian time. Wait for that, ${import_}.`;
  }
}

export type BenchmarkService = ReturnType<typeof createBenchmarkService>;

/** Amounts in the currency of a portfolio; null is unknown and has its reason. */
interface Standings {
  total_profit: number | null;
  total_dividends: number | null;
  total_invested: number | null;
  reasons: Partial<Record<string, string>>;
}

/** Total return = (gain + dividends) / invested (spec: Report rules 4), in percentage points. */
function totalReturn(current: Standings): { value: number | null; reason: string | null } {
  const { total_profit: gain, total_dividends: dividends, total_invested: invested, reasons } = current;
  for (const [name, value] of Object.entries({
    total_profit: gain,
    total_dividends: dividends,
    total_invested: invested,
  }))
    if (value === null) return { value: null, reason: reasons[name] ?? 'It is not known.' };
  if (!((invested ?? 0) > 0)) return { value: null, reason: 'Nothing was invested.' };
  return { value: (((gain ?? 0) + (dividends ?? 0)) / (invested ?? 1)) * 100, reason: null };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
