import { type Context, createHttp, DAY_MS, istDate, OutsideError, PACES } from '../../platform/index.ts';
import { type ImportOptions, type Instruments, ListRefused, UnknownList } from '../instruments/index.ts';
import { outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import { keepListFetch, type ListFetch, readListFetches } from './list-fetch-store.ts';

/** A list that NSE publishes, by the name of its file. */
interface PublishedList {
  name: string;
  path: string;
  index?: ImportOptions['index'];
}

/** What the registry of instruments is filled from, in the order in which each list needs the ones before it. */
const LISTS: readonly PublishedList[] = [
  { name: 'EQUITY_L.csv', path: '/content/equities/EQUITY_L.csv' },
  { name: 'eq_etfseclist.csv', path: '/content/equities/eq_etfseclist.csv' },
  { name: 'symbolchange.csv', path: '/content/equities/symbolchange.csv' },
  // The industries of shares are in this one alone.
  { name: 'ind_nifty500list.csv', path: '/content/indices/ind_nifty500list.csv', index: 'NIFTY500' },
];

/** Shares are listed and renamed every week. */
const KEPT_MS = 7 * DAY_MS;
/** After a failure; without one that is told, since whoever asks has time until tomorrow. */
const ASK_AGAIN_MS = 3_600_000;
const LARGEST_LIST = 8_000_000;
const ACCEPT = /^(text\/(csv|plain)|application\/(csv|octet-stream|vnd\.ms-excel)|$)/i;

/** What bringing the registry up to date did. */
interface ListUpdate {
  /** False where NSE's archive is switched off. */
  isOn: boolean;
  /** Lists that were asked for, and those of them that came. */
  asked: number;
  fetched: number;
  /** Instruments and names that are new. */
  added: number;
  /** The stable code of the first failure; null where all came. */
  failure: QuoteFailure | null;
}

export type ListFetcher = ReturnType<typeof createListFetch>;

/** Fills the registry of instruments from the lists that NSE publishes. Nobody is asked before a job wants it. */
export function createListFetch(
  { clock, config, database, limits, log }: Context,
  instruments: Pick<Instruments, 'importLists'>,
) {
  const baseUrl = config.NSE_ARCHIVE_BASE_URL;
  const http =
    baseUrl === null
      ? null
      : createHttp({
          system: 'NSE archive',
          baseUrl,
          limiter: limits.of('nse-archive', PACES['nse-archive']),
          clock,
          timeoutMs: 20_000,
          maxBytes: LARGEST_LIST,
          retries: 1,
        });
  let asking: Promise<ListUpdate> | null = null;

  const isDue = (asked: ListFetch | undefined): boolean => {
    if (asked === undefined) return true;
    const now = clock.now().getTime();
    const { asked_at, fetched_at } = asked;
    if (fetched_at !== null && now - fetched_at.getTime() < KEPT_MS) return false;
    return now - asked_at.getTime() >= ASK_AGAIN_MS;
  };

  /** @returns what is new, or why the list did not come. */
  async function fetchList(
    { name, path, index }: PublishedList,
    signal: AbortSignal | undefined,
  ): Promise<{ added: number; failure: null } | { added: 0; failure: QuoteFailure }> {
    if (http === null) return { added: 0, failure: 'NOT_FOUND' };
    let bytes: Uint8Array;
    try {
      const { body } = await http.bytes(path, {
        accept: ACCEPT,
        headers: { accept: '*/*', 'accept-language': 'en-IN,en;q=0.9' },
        ...(signal === undefined ? {} : { signal }),
      });
      bytes = body;
    } catch (error) {
      const isGone = error instanceof OutsideError && error.status === 404;
      return { added: 0, failure: isGone ? 'NOT_FOUND' : outsideFailure(error) };
    }
    try {
      const options = index === undefined ? {} : { index, asOf: istDate(clock.now()) };
      const [report] = await instruments.importLists([{ name, bytes }], options);
      return { added: report?.added ?? 0, failure: null };
    } catch (error) {
      if (!(error instanceof UnknownList || error instanceof ListRefused)) throw error;
      log.warn({ err: error, list: name }, 'a list of instruments could not be taken');
      return { added: 0, failure: 'PROVIDER_MALFORMED' };
    }
  }

  async function keepUp(signal: AbortSignal | undefined): Promise<ListUpdate> {
    const update: ListUpdate = { isOn: http !== null, asked: 0, fetched: 0, added: 0, failure: null };
    if (http === null) return update;
    const known = await database.readAsSystem('find which lists were fetched', readListFetches);
    const due = LISTS.filter(({ name }) => isDue(known.get(name)));
    const remember = async (lists: readonly PublishedList[], failure: QuoteFailure | null) =>
      await database.asSystem('remember that lists were asked for', async (trx) => {
        for (const { name } of lists) await keepListFetch(trx, { list: name, at: clock.now(), failure });
      });
    for (const [at, list] of due.entries()) {
      signal?.throwIfAborted();
      update.asked += 1;
      const { added, failure } = await fetchList(list, signal);
      if (signal?.aborted === true) break;
      await remember([list], failure);
      if (failure === null) {
        update.fetched += 1;
        update.added += added;
      } else {
        update.failure ??= failure;
        log.warn({ list: list.name, reason: failure }, 'a list of instruments could not be fetched');
        // The archive is down or wants to be left alone, whichever list it would be asked for.
        if (failure.startsWith('PROVIDER_') && failure !== 'PROVIDER_MALFORMED') {
          await remember(due.slice(at + 1), failure);
          break;
        }
      }
    }
    return update;
  }

  return {
    /**
     * Fetches the lists that are older than a week and fills the registry from them. What fails is told and asked for
     * again by a call an hour later; whoever comes while this process is at it waits for the same answer.
     */
    async keepUpLists(signal?: AbortSignal): Promise<ListUpdate> {
      asking ??= keepUp(signal).finally(() => (asking = null));
      return await asking;
    },
  };
}
