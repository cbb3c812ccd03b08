import { announce, type Context, DAY_MS, type DbTransaction } from '../../platform/index.ts';
import type { Calendar, ListedYear } from '../calendar/index.ts';
import { keepListFetch, type ListFetch, readListFetches } from '../lists/index.ts';
import { calendarStage } from './calendar-stage.ts';
import { createHolidaySources, type HolidayFailure, type HolidaySource } from './holiday-sources.ts';
import { keepHolidayList, readHolidayLists } from './holiday-store.ts';
import { failureWords, sourceWords } from './holiday-words.ts';
import { differenceWords, mergeYear } from './merge-list.ts';
import type { CalendarState, CalendarsView } from './view.ts';

/** A request for an exchange's list, and what it brought. */
interface HolidayUpdate {
  exchange: HolidaySource['exchange'];
  years: number[];
  failure: HolidayFailure | null;
}

export type Holidays = ReturnType<typeof createHolidays>;

/** Exchanges announce days at short notice, so a list is read again even if next year's is known. */
const KEPT_MS = 7 * DAY_MS;
/** Once a day while next year's list is due; a failure is repeated with the next run of the day. */
const DAILY_MS = 20 * 3_600_000;
const RETRY_MS = 4 * 3_600_000;
/** NSE publishes the next year's list in December. */
const DUE_FROM = '12-01';

/** Keeps the calendar up with the lists that the exchanges publish; all processes share what one has read. */
export function createHolidays(context: Context, calendar: Calendar) {
  const { clock, database, listener, log } = context;
  const sources = createHolidaySources(context);
  const listName = ({ exchange }: Pick<HolidaySource, 'exchange'>) => `${exchange} holidays`;
  const today = (exchange: HolidaySource['exchange']) => calendar.dateAt(exchange, clock.now());

  /** The calendar takes the stored lists, whichever process read them. */
  async function load(): Promise<void> {
    calendar.learn(
      (await database.readAsSystem('read the lists of holidays', readHolidayLists)).map(asListed),
    );
  }
  const reload = () => {
    void load().catch((error: unknown) =>
      log.warn({ err: error }, 'the lists of holidays could not be read'),
    );
  };
  const stopListening = [listener.on('calendar_changed', reload), listener.onGap(reload)];

  function isDue(source: HolidaySource, asked: ListFetch | undefined): boolean {
    if (!source.isOn) return false;
    if (asked === undefined) return true;
    const age = (at: Date) => {
      const ms = clock.now().getTime() - at.getTime();
      // Written by a clock that was ahead.
      return ms < 0 ? Number.POSITIVE_INFINITY : ms;
    };
    if (asked.fetched_at === null || asked.fetched_at < asked.asked_at)
      return age(asked.asked_at) >= RETRY_MS;
    return age(asked.asked_at) >= (isNextYearDue(source.exchange) ? DAILY_MS : KEPT_MS);
  }

  function isNextYearDue(exchange: HolidaySource['exchange']): boolean {
    const day = today(exchange);
    const year = Number(day.slice(0, 4));
    const { trading, settlement } = calendar.knownUntil(exchange);
    const until = trading < settlement ? trading : settlement;
    return until < (day.slice(5) >= DUE_FROM ? `${year + 1}-12-31` : `${year}-12-31`);
  }

  async function read(source: HolidaySource, signal: AbortSignal | undefined): Promise<HolidayUpdate> {
    const { exchange } = source;
    const day = today(exchange);
    const { years, failure } = await source.read(Number(day.slice(0, 4)), signal);
    signal?.throwIfAborted();
    await database.asSystem('store a list of holidays', async (trx) => {
      // Locks the row of the list, so that two processes merge one after the other.
      await keepListFetch(trx, { list: listName(source), at: clock.now(), failure });
      await store(trx, years, day);
    });
    await load();
    if (failure !== null) log.warn({ exchange, reason: failure }, 'a list of holidays was not read in full');
    return { exchange, years: years.map(({ year }) => year), failure };
  }

  async function store(trx: DbTransaction, years: readonly ListedYear[], day: string): Promise<void> {
    const known = await readHolidayLists(trx);
    // As all processes know it, whatever this one has missed.
    calendar.learn(known.map(asListed));
    for (const list of years) {
      const before = known.find(({ exchange, year }) => exchange === list.exchange && year === list.year);
      await keepHolidayList(trx, mergeYear(calendar, list, before ?? null, day), clock.now());
    }
    if (years.length > 0) await announce(trx, { channel: 'calendar_changed', payload: {} });
  }

  return {
    load,

    /** Requests the lists that are due, one after the other. */
    async keepUp(signal?: AbortSignal): Promise<HolidayUpdate[]> {
      const asked = await database.readAsSystem('find which lists were fetched', readListFetches);
      const updates: HolidayUpdate[] = [];
      for (const source of sources)
        if (isDue(source, asked.get(listName(source)))) updates.push(await read(source, signal));
      return updates;
    },

    /** How far each calendar is known, where its days come from, and what its list contradicts. */
    async read(): Promise<CalendarsView> {
      const { asked, lists } = await database.readAsSystem('read the state of calendars', async (trx) => ({
        asked: await readListFetches(trx),
        lists: await readHolidayLists(trx),
      }));
      calendar.learn(lists.map(asListed));
      const stateOf = (source: HolidaySource): CalendarState => {
        const { exchange, isOn } = source;
        const { trading, settlement } = calendar.knownUntil(exchange);
        const { stage, message } = calendarStage(calendar, exchange, today(exchange));
        const fetch = asked.get(listName(source));
        return {
          exchange,
          trading_until: trading,
          settlement_until: settlement,
          stage,
          message,
          is_read: isOn,
          source: sourceWords(source),
          asked_at: fetch?.asked_at.toISOString() ?? null,
          read_at: fetch?.fetched_at?.toISOString() ?? null,
          failure: failureWords(fetch?.failure ?? null),
          differences: lists
            .filter((list) => list.exchange === exchange)
            .flatMap(({ differences }) => differences)
            .filter(({ date }) => date >= `${today(exchange).slice(0, 4)}-01-01`)
            .map((difference) => differenceWords(exchange, difference)),
        };
      };
      return { items: sources.map(stateOf) };
    },

    close(): void {
      for (const stop of stopListening) stop();
    },
  };
}

const asListed = ({ exchange, year, is_whole, has_settlement, entries }: ListedYear): ListedYear => ({
  exchange,
  year,
  is_whole,
  has_settlement,
  entries,
});
