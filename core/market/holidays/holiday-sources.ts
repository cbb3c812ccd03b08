import { type Context, createHttp, PACES } from '../../platform/index.ts';
import { createNseSession } from '../actions/index.ts';
import { outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import { readNseLists } from './nse-list.ts';
import { readNysePage } from './nyse-list.ts';
import type { ListFault, ReadList } from './read-list.ts';

/** Codes of a reading that brought nothing, or not everything. */
export type HolidayFailure = QuoteFailure | ListFault;

/** An exchange that publishes its holidays. */
export interface HolidaySource {
  exchange: 'NSE' | 'NYSE';
  /** The setting with its address. */
  setting: 'NSE_SITE_BASE_URL' | 'NYSE_BASE_URL';
  isOn: boolean;
  /** Years from a year on. Never throws for what the outside does. */
  read(
    fromYear: number,
    signal?: AbortSignal,
  ): Promise<{ years: ReadList['years']; failure: HolidayFailure | null }>;
}

const HOLIDAYS = '/api/holiday-master';
const PAGE = '/markets/hours-calendars';
const LARGEST = 4_000_000;

export function createHolidaySources(context: Pick<Context, 'clock' | 'config' | 'limits'>): HolidaySource[] {
  return [nse(context), nyse(context)];
}

type Sources = Pick<Context, 'clock' | 'config' | 'limits'>;
const silent = async () => ({ years: [], failure: null });

function nse({ clock, config, limits }: Sources): HolidaySource {
  const baseUrl = config.NSE_SITE_BASE_URL;
  const named = { exchange: 'NSE', setting: 'NSE_SITE_BASE_URL' } as const;
  if (baseUrl === null) return { ...named, isOn: false, read: silent };
  const http = createHttp({
    system: 'NSE',
    baseUrl,
    limiter: limits.of('nse-site', PACES['nse-site']),
    clock,
    timeoutMs: 20_000,
    maxBytes: LARGEST,
    retries: 1,
  });
  const session = createNseSession(http, baseUrl);
  const ask = async (type: string, signal: AbortSignal | undefined) =>
    (
      await session.ask(
        async (headers) =>
          await http.json(HOLIDAYS, {
            query: { type },
            headers,
            accept: /json/i,
            ...(signal === undefined ? {} : { signal }),
          }),
        signal,
      )
    ).body;
  return {
    ...named,
    isOn: true,
    async read(fromYear, signal) {
      let trading: unknown;
      try {
        trading = await ask('trading', signal);
      } catch (error) {
        return { years: [], failure: outsideFailure(error) };
      }
      try {
        const { years, fault } = readNseLists(trading, await ask('clearing', signal), fromYear);
        return { years, failure: fault };
      } catch (error) {
        const failure = outsideFailure(error);
        return { years: readNseLists(trading, null, fromYear).years, failure };
      }
    },
  };
}

function nyse({ clock, config, limits }: Sources): HolidaySource {
  const baseUrl = config.NYSE_BASE_URL;
  const named = { exchange: 'NYSE', setting: 'NYSE_BASE_URL' } as const;
  if (baseUrl === null) return { ...named, isOn: false, read: silent };
  const http = createHttp({
    system: 'NYSE',
    baseUrl,
    limiter: limits.of('nyse', PACES.nyse),
    clock,
    timeoutMs: 20_000,
    maxBytes: LARGEST,
    retries: 1,
  });
  return {
    ...named,
    isOn: true,
    async read(fromYear, signal) {
      try {
        const { body } = await http.text(PAGE, {
          accept: /html/i,
          ...(signal === undefined ? {} : { signal }),
        });
        const { years, fault } = readNysePage(body, fromYear);
        return { years, failure: fault };
      } catch (error) {
        return { years: [], failure: outsideFailure(error) };
      }
    },
  };
}
