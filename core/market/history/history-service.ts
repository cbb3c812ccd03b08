import type { Calendar } from '../calendar/index.ts';
import { createReadMarketRevision, type Instruments } from '../instruments/index.ts';
import { type Context, istDate, toScale, addDays } from '../../platform/index.ts';
import { createActionFetch } from './action-fetch.ts';
import {
  type ActionKind,
  type DatedAction,
  readDatedActions,
  readShareActions,
  readUnquantifiedActions,
  type ShareAction,
} from '../actions/index.ts';
import { adjustCloses, effectiveRatios, SAME_EVENT_DAYS, type ShareRatio } from './adjust.ts';
import { createCloseJumps } from './close-jumps.ts';
import { readCloseMatrix } from './close-matrix.ts';
import { countedActions } from './counted-actions.ts';
import { readExtent } from './coverage-store.ts';
import { createHistoryFetch } from './fetch-service.ts';
import type { FundDirectory, HistoryProvider } from './history-provider.ts';
import {
  ensureIndexSeries,
  findIndexSeries,
  type PriceSource,
  readExchangesOf,
  readLastClose,
  readNewestCloses,
  readRatios,
  readSeries,
} from './history-store.ts';
import { latestClose, type LatestClose } from './latest-close.ts';
import { type MedianTurnover, readMedianTurnovers } from './turnovers.ts';
import { readRecordedCloses, type RecordedClose } from './recorded-closes.ts';
import type { BookSecurities } from './price-finder.ts';
import { createPriceImport } from './import-service.ts';
import { createPriceIngest, type IngestResult } from './price-ingest.ts';
import { createReview } from './review-service.ts';
import { INDEX_SERIES, type IndexSeries, type SeriesCode } from './series.ts';

/** An instrument of the registry by its id, or an index by its code. */
type SeriesName =
  | { instrumentId: string; series?: undefined }
  | { series: SeriesCode; instrumentId?: undefined };

interface Range {
  /** First and last day, YYYY-MM-DD; without them everything there is. */
  from?: string | undefined;
  to?: string | undefined;
  /** Through splits and bonuses comparable with today's price; true when it is not said. */
  adjusted?: boolean | undefined;
  /** With `adjusted`: only actions with an ex-date up to this day count. Today when it is not given. */
  asOf?: string | undefined;
}

/** A series of daily closes: `closes[n]` is that of `days[n]`. Days without a price are not there. */
interface CloseSeries {
  /** Null for an index of which nothing is stored yet. */
  instrument_id: string | null;
  /** YYYY-MM-DD, ascending. */
  days: string[];
  /** In the currency of the instrument; doubles, for analytics. */
  closes: Float64Array;
  adjusted: boolean;
}

/** A close to be kept, as traded on its day: never adjusted for what came later. */
interface CloseToStore {
  instrument_id: string;
  day: string;
  close: number | string;
}

/** Prices are handed on in lots of about this many. */
const AT_ONCE = 1000;
const EMPTY: Pick<CloseSeries, 'days' | 'closes'> = { days: [], closes: new Float64Array() };

export type MarketHistory = ReturnType<typeof createHistory>;

/** What the history needs beside the stores. */
export interface HistoryDependencies {
  instruments: Pick<Instruments, 'resolver'>;
  calendar: Calendar;
  /** Symbols and ISINs of people's books: price files may name them. */
  securities: BookSecurities;
  /** Who is asked for what the exchange's files lack, the first that covers an instrument; none where that is off. */
  providers: readonly HistoryProvider[];
  /** Where funds are looked up; null where that is switched off. */
  funds: FundDirectory | null;
}

/** Daily closes by instrument and index. They belong to nobody: what is read here is the same for everybody. */
export function createHistory(
  context: Context,
  { instruments, calendar, providers, funds, securities }: HistoryDependencies,
) {
  const { database, clock } = context;
  const today = () => istDate(clock.now());
  const readRevision = createReadMarketRevision(database);
  const ingest = createPriceIngest(database.systemPool, calendar, instruments);

  return {
    ...createPriceImport(context, instruments, ingest, securities),
    ...createReview(database, ingest),
    ...createHistoryFetch(context, { instruments, calendar, providers, funds }, ingest),
    ...createActionFetch(context, instruments, ingest),

    /**
     * The daily closes of an instrument or an index, adjusted for splits and bonuses unless that is not wanted.
     * An unknown instrument or an empty index gives an empty series.
     */
    async closes(wanted: SeriesName & Range): Promise<CloseSeries> {
      const { adjusted = true, asOf = today() } = wanted;
      return await database.readAsSystem('read a series of daily closes', async (trx) => {
        const id = wanted.instrumentId ?? (await findIndexSeries(trx, known(wanted.series)));
        if (id === null) return { instrument_id: null, ...EMPTY, adjusted };
        const series = (await readSeries(trx, [id], wanted.from ?? null, wanted.to ?? null)).get(id) ?? EMPTY;
        if (!adjusted) return { instrument_id: id, ...series, adjusted };
        const ratios = (await readRatios(trx, [id])).get(id) ?? [];
        const closes = adjustCloses(series.days, series.closes, ratios, asOf);
        return { instrument_id: id, days: series.days, closes, adjusted };
      });
    },

    /** `closes` of many instruments in one go, by instrument id; one without any close is not there. */
    async closesOf(
      instrumentIds: readonly string[],
      { from, to, adjusted = true, asOf = today() }: Range = {},
    ): Promise<Map<string, CloseSeries>> {
      return await database.readAsSystem('read many series of daily closes', async (trx) => {
        const all = await readSeries(trx, instrumentIds, from ?? null, to ?? null);
        const ratios = adjusted ? await readRatios(trx, instrumentIds) : new Map<string, never>();
        return new Map(
          [...all].map(([id, { days, closes }]) => [
            id,
            {
              instrument_id: id,
              days,
              closes: adjusted ? adjustCloses(days, closes, ratios.get(id) ?? [], asOf) : closes,
              adjusted,
            },
          ]),
        );
      });
    },

    /** The closes of an instrument from day to day as they were traded, exact, each with where it came from. */
    async recordedCloses(instrumentId: string, from: string, to: string): Promise<RecordedClose[]> {
      return await database.readAsSystem('read closes with their sources', (trx) =>
        readRecordedCloses(trx, instrumentId, from, to),
      );
    },

    /** Median daily turnovers up to a day, by instrument id. @see readMedianTurnovers */
    async medianTurnovers(
      instrumentIds: readonly string[],
      onOrBefore: string,
    ): Promise<Map<string, MedianTurnover>> {
      return await database.readAsSystem('read what is traded on a median day', (trx) =>
        readMedianTurnovers(trx, instrumentIds, onOrBefore),
      );
    },

    /** The splits, bonuses and consolidations that count for instruments, oldest first, by instrument id. */
    async ratiosOf(instrumentIds: readonly string[]): Promise<Map<string, ShareRatio[]>> {
      return await database.readAsSystem('read the ratios of corporate actions', async (trx) => {
        const all = await readRatios(trx, instrumentIds);
        return new Map([...all].map(([id, ratios]) => [id, effectiveRatios(ratios)]));
      });
    },

    /**
     * What changes the shares of instruments, and of symbols that the registry does not know: splits, bonuses and
     * consolidations, the nearest source of each, and announcements of mergers and demergers, by ex-date.
     */
    async shareActions(instrumentIds: readonly string[], symbols: readonly string[]): Promise<ShareAction[]> {
      return await database.readAsSystem('read what changes shares', (trx) =>
        readShareActions(trx, instrumentIds, symbols),
      );
    },

    /** Jumps of the closes of instruments as they were traded: a split, a demerger, or news that moved the price. */
    closeJumps: createCloseJumps(database, readRevision),

    /**
     * The closes of many instruments on given days, as they were traded, in one array: `closes[n * days.length + d]`, NaN
     * where none is stored. A million come in half a second, and nobody else is held up by it.
     * @param days YYYY-MM-DD, ascending.
     */
    async closeMatrix(instrumentIds: readonly string[], days: readonly string[]): Promise<Float64Array> {
      const client = await database.systemPool.connect();
      let isSound = false;
      try {
        const closes = await readCloseMatrix(client, instrumentIds, days);
        isSound = true;
        return closes;
      } finally {
        // What broke off in the middle of a COPY is nothing to go on with.
        client.release(!isSound);
      }
    },

    /**
     * Corporate actions on instruments with ex-dates from one day to another, both included, oldest first. An action that
     * several exchanges or sources announced comes once.
     */
    async datedActions(
      instrumentIds: readonly string[],
      kinds: readonly ActionKind[],
      { from, to }: { from: string; to: string },
    ): Promise<DatedAction[]> {
      // An exchange may have announced the action for a day outside of the span, and then the provider's row does not count.
      const span = { from: addDays(from, -SAME_EVENT_DAYS), to: addDays(to, SAME_EVENT_DAYS) };
      const actions = await database.readAsSystem('read dated corporate actions', (trx) =>
        readDatedActions(trx, instrumentIds, kinds, span),
      );
      return countedActions(actions).filter(({ ex_date }) => from <= ex_date && ex_date <= to);
    },

    /** The first and the last day on which any of some instruments has a close; null where none has. */
    async extentOf(instrumentIds: readonly string[]): Promise<{ first: string; last: string } | null> {
      return await database.readAsSystem('read how far closes reach', (trx) =>
        readExtent(trx, instrumentIds),
      );
    },

    /** Differs whenever a close, a corporate action, a member of an index or its level was written since. */
    changeStamp: () => readRevision('prices'),

    /** The first raw close on a day or in the ten days after it; null where nothing is stored. */
    async firstClose(
      instrumentId: string,
      onOrAfter: string,
    ): Promise<{ day: string; close: number } | null> {
      return await database.readAsSystem('read a first close', async (trx) => {
        const { days, closes } =
          (await readSeries(trx, [instrumentId], onOrAfter, addDays(onOrAfter, 10))).get(instrumentId) ??
          EMPTY;
        const [day, close] = [days[0], closes[0]];
        return day === undefined || close === undefined ? null : { day, close };
      });
    },

    /** The newest raw close up to a day; null where nothing is stored. */
    async lastClose(
      wanted: SeriesName,
      onOrBefore = today(),
    ): Promise<{ day: string; close: number; source: PriceSource } | null> {
      return await database.readAsSystem('read a last close', async (trx) => {
        const id = wanted.instrumentId ?? (await findIndexSeries(trx, known(wanted.series)));
        return id === null ? null : await readLastClose(trx, id, onOrBefore);
      });
    },

    /**
     * The newest closes of instruments as prices of today, by instrument id: in today's shares, with the close of the
     * session before. One without any close is not there.
     */
    async latestCloses(instrumentIds: readonly string[]): Promise<Map<string, LatestClose>> {
      return await database.asSystem('read the newest closes', async (trx) => {
        const now = clock.now();
        const newest = await readNewestCloses(trx, instrumentIds, today());
        const ids = [...newest.keys()];
        const [exchanges, ratios, unquantified] = [
          await readExchangesOf(trx, ids),
          await readRatios(trx, ids),
          await readUnquantifiedActions(trx, ids),
        ];
        const found = new Map<string, LatestClose>();
        for (const [id, closes] of newest) {
          const facts = {
            ...(exchanges.get(id) ?? { exchange: null }),
            closes,
            ratios: ratios.get(id) ?? [],
            unquantified: unquantified.get(id) ?? [],
          };
          const latest = latestClose(facts, calendar, now, today());
          if (latest !== null) found.set(id, latest);
        }
        return found;
      });
    },

    /** The instrument id under which an index's closes are stored; it is made when it is not there. */
    async seriesId(series: SeriesCode): Promise<string> {
      return await database.asSystem('enter the series of an index', (trx) =>
        ensureIndexSeries(trx, known(series)),
      );
    },

    /**
     * Takes in closes as they were traded; those of one instrument in the order of their days. They pass price validation:
     * what it refuses is not stored and listed in `findings`. A day that is stored keeps its close, unless the source is a
     * better one (MANUAL, NSE, FILE, MFAPI, YAHOO in this order) or `replace` is set. The same again changes nothing.
     */
    async store(
      rows: readonly CloseToStore[],
      options: { source: PriceSource; replace?: boolean },
    ): Promise<IngestResult> {
      return await ingest.take(function* feed(take) {
        for (const [at, { instrument_id, day, close }] of rows.entries()) {
          take(instrument_id, day, typeof close === 'number' ? toScale(close).toFixed() : close);
          if (at % AT_ONCE === 0) yield;
        }
      }, options);
    },
  };
}

function known(code: SeriesCode): IndexSeries {
  const found = INDEX_SERIES.find((series) => series.code === code);
  if (found === undefined) throw new RangeError(`There is no index series ${code}.`);
  return found;
}
