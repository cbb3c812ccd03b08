import type { Calendar } from '../calendar/index.ts';
import type { Instruments } from '../instruments/index.ts';
import { type Context, createHttp, PACES } from '../../platform/index.ts';
import type { QuoteFailure } from '../quotes/index.ts';
import { readPublishedDays } from './fetch-store.ts';
import { createBackfill, type HistoryProgress } from './backfill.ts';
import type { WantedSecurity } from './wanted-security.ts';
import type { IngestResult, PriceIngest } from './price-ingest.ts';
import { createFundEntry } from './fund-entry.ts';
import { fundWord, readFundLookups, type FundName } from './fund-store.ts';
import { type FundDirectory, type HistoryProvider, isTransient } from './history-provider.ts';
import { createNseArchive, type NseArchive } from './nse-archive.ts';
import type { FilePrice } from './price-file.ts';
import { lastFinalSession } from './session-days.ts';

/** What the fetch of one session did. */
interface DayFetch {
  day: string;
  /** Null where nothing was to be had. */
  ingested: IngestResult | null;
  failure: QuoteFailure | 'NO_SESSION' | 'SWITCHED_OFF' | null;
}

/** What keeping up did, over all sessions and wanted instruments. */
export interface HistoryUpdate {
  sessions: DayFetch[];
  /** Wanted instruments that were asked for, and how many of them failed. */
  asked: number;
  failed: number;
  added: number;
}

const LARGEST_ARCHIVE = 8_000_000;
/** Sessions that were missed are fetched from the exchange as long as they are not longer ago. */
const CATCH_UP_SESSIONS = 10;

/** Asks providers for what the history lacks. Nothing is asked before a job or a person wants it. */
export function createHistoryFetch(
  { database, clock, log, config, limits }: Context,
  {
    instruments,
    calendar,
    providers,
    funds,
  }: {
    instruments: Pick<Instruments, 'resolver'>;
    calendar: Calendar;
    providers: readonly HistoryProvider[];
    funds: FundDirectory | null;
  },
  ingest: PriceIngest,
) {
  const archive: NseArchive | null =
    config.NSE_ARCHIVE_BASE_URL === null
      ? null
      : createNseArchive(
          createHttp({
            system: 'NSE archive',
            baseUrl: config.NSE_ARCHIVE_BASE_URL,
            limiter: limits.of('nse-archive', PACES['nse-archive']),
            clock,
            timeoutMs: 20_000,
            maxBytes: LARGEST_ARCHIVE,
          }),
          calendar,
        );
  const fundEntry = funds === null ? null : createFundEntry({ database, clock }, instruments, funds);

  async function fetchDay(day: string, signal?: AbortSignal): Promise<DayFetch> {
    if (!calendar.isSession('NSE', day)) return { day, ingested: null, failure: 'NO_SESSION' };
    if (archive === null) return { day, ingested: null, failure: 'SWITCHED_OFF' };
    const { prices, failure } = await archive.session(day, signal);
    if (failure !== null) return { day, ingested: null, failure };
    const resolver = await instruments.resolver();
    const found = new Map<string, FilePrice>();
    for (const price of prices) {
      const { isin, symbol, series } = price;
      const who = resolver.resolve({ isin, symbol, exchange: 'NSE', on: day });
      if (who.outcome !== 'FOUND') continue;
      if (!found.has(who.instrument.id) || series === 'EQ') found.set(who.instrument.id, price);
    }
    const done = await ingest.take(
      function* feed(take) {
        for (const [id, { close, turnover }] of found) take(id, day, close, turnover);
        yield;
      },
      { source: 'NSE' },
    );
    return { day, ingested: done, failure: null };
  }

  /** The sessions of the last days for which the exchange's own closes are missing. */
  async function missedSessions(): Promise<string[]> {
    const last = lastFinalSession(calendar, 'NSE', clock.now());
    const days = calendar.sessionsBetween(
      'NSE',
      calendar.addSessions('NSE', last, 1 - CATCH_UP_SESSIONS),
      last,
    );
    const there = await database.readAsSystem('find sessions without closes', (trx) =>
      readPublishedDays(trx, days),
    );
    return days.filter((day) => !there.has(day));
  }

  async function complete(
    wanted: readonly WantedSecurity[],
    signal?: AbortSignal,
    tell?: (progress: HistoryProgress) => void,
  ): Promise<Pick<HistoryUpdate, 'asked' | 'failed' | 'added'>> {
    if (providers.length === 0) return { asked: 0, failed: 0, added: 0 };
    const missed = (await fundEntry?.enterFunds(wanted, signal)) ?? 0;
    const backfill = createBackfill({ database, clock }, { instruments, calendar }, ingest, providers);
    const { asked, failed, added } = await backfill.complete(wanted, signal, tell);
    return { asked: asked + missed, failed: failed + missed, added };
  }

  return {
    /** Whether anybody can be asked for the past closes of a security. */
    hasHistoryProvider: providers.length > 0,

    /**
     * Fetches the days that the wanted securities lack, up to ten years back, and nothing else: the quickest way to the
     * value of past days. What fails is told and tried again by the next call.
     * @param tell is called with how many of the questions are answered, as the answers come.
     */
    completeHistories: complete,

    /** Why funds have no past values: those that were looked up and found in no directory, in the same order. */
    async missedFunds(wanted: readonly FundName[]): Promise<(string | null)[]> {
      const words = wanted.map(fundWord);
      const lookups = await database.readAsSystem('read which funds were not found', (trx) =>
        readFundLookups(trx, words),
      );
      return words.map((word) => lookups.get(word)?.failure ?? null);
    },

    /**
     * Fetches the closes of one session of NSE from its archive, for every instrument of the registry. Repeating it
     * changes nothing.
     */
    fetchDay,

    /**
     * Brings the history up to date: the exchange's own closes of the last sessions, then the days that the wanted
     * securities still lack, up to ten years back. What fails is told and tried again by the next call.
     */
    async keepUp(wanted: readonly WantedSecurity[], signal?: AbortSignal): Promise<HistoryUpdate> {
      const update: HistoryUpdate = { sessions: [], asked: 0, failed: 0, added: 0 };
      for (const day of archive === null ? [] : await missedSessions()) {
        signal?.throwIfAborted();
        const done = await fetchDay(day, signal);
        if (done.failure !== null)
          log.warn({ day, reason: done.failure }, 'the closes of a session could not be fetched');
        update.sessions.push(done);
        update.added += done.ingested?.added ?? 0;
        // The archive is down or wants to be left alone: the other sessions come with the next run.
        if (isTransient(done.failure) && done.failure !== 'PROVIDER_MALFORMED') break;
      }
      const { asked, failed, added } = await complete(wanted, signal);
      return { ...update, asked, failed, added: update.added + added };
    },
  };
}
