import {
  type Clock,
  createHttp,
  csvCells,
  type HttpOptions,
  istDate,
  type SharedLimits,
} from '../../platform/index.ts';
import { isinOf } from '../adapters/index.ts';
import { BrokerFailure, brokerFailure } from '../failure.ts';

/** Dhan's numbers of the NSE's shares: an order names its share by nothing else. */
export interface DhanSecurities {
  /** Reads the list where it is not read yet: it is long, and an order that waits for it may come too late. */
  prepare(): Promise<void>;
  /** Null where the list does not know the share, or has more than one it could be. @throws BrokerFailure */
  idOf(share: { symbol: string; isin: string | null }): Promise<string | null>;
  /** The NSE's symbol of a number, or of an ISIN where that is all that is known; null where the list has none. @throws BrokerFailure */
  symbolOf(share: { id: string | null; isin: string | null }): Promise<string | null>;
}

interface Listed {
  id: string;
  symbol: string;
  isin: string | null;
  /** Place of its series in `SERIES`. */
  rank: number;
}

/** Series that shares and ETFs are traded in for delivery, the usual one first; the list has thousands of bonds beside. */
const SERIES = ['EQ', 'BE', 'BZ', 'SM', 'ST', 'SZ'];

/** Columns by their names in the detailed list and in the older compact one. */
const COLUMNS = {
  exchange: ['EXCH_ID', 'SEM_EXM_EXCH_ID'],
  segment: ['SEGMENT', 'SEM_SEGMENT'],
  id: ['SECURITY_ID', 'SEM_SMST_SECURITY_ID'],
  instrument: ['INSTRUMENT', 'SEM_INSTRUMENT_NAME'],
  symbol: ['UNDERLYING_SYMBOL', 'SEM_TRADING_SYMBOL'],
  series: ['SERIES', 'SEM_SERIES'],
  isin: ['ISIN'],
} as const;
type Column = keyof typeof COLUMNS;

/**
 * Reads the list of the NSE's cash segment (`/v2/instrument/NSE_EQ`) once a day and keeps its shares in memory. The numbers
 * that holdings carry are not used: they do not say of which exchange they are.
 */
export function createDhanSecurities(parts: {
  baseUrl: string;
  limits: SharedLimits;
  clock: Clock;
  tuning?: Partial<Pick<HttpOptions, 'timeoutMs' | 'retries' | 'backoffMs' | 'longestPauseMs' | 'timers'>>;
}): DhanSecurities {
  const { baseUrl, clock, limits, tuning } = parts;
  const http = createHttp({
    system: 'Dhan',
    baseUrl,
    limiter: limits.of('dhan/securities', { concurrent: 1, perSecond: 1 }),
    clock,
    timeoutMs: 30_000,
    maxBytes: 100_000_000,
    ...tuning,
  });
  let kept: { day: string; list: Promise<Listed[]> } | null = null;

  async function fetchList(): Promise<Listed[]> {
    try {
      return await http.lines('/v2/instrument/NSE_EQ', { accept: /csv|text\/plain|octet-stream/i }, readList);
    } catch (error) {
      throw brokerFailure(error);
    }
  }

  /** The same for all who ask on one day; what failed is read again by the next. */
  async function listOfToday(): Promise<Listed[]> {
    const day = istDate(clock.now());
    if (kept?.day !== day) {
      const reading = { day, list: fetchList() };
      kept = reading;
      reading.list.catch(() => {
        if (kept === reading) kept = null;
      });
    }
    return await kept.list;
  }

  return {
    async prepare() {
      await listOfToday();
    },
    async idOf({ symbol, isin }) {
      const list = await listOfToday();
      const byIsin = isin === null ? [] : list.filter((one) => one.isin === isin);
      if (byIsin.length > 0) return onlyOne(byIsin);
      // A symbol of another ISIN is another share, or the same after a split: neither is what was asked for.
      return onlyOne(
        list.filter(
          (one) => one.symbol === symbol && (isin === null || one.isin === null || one.isin === isin),
        ),
      );
    },
    async symbolOf({ id, isin }) {
      const list = await listOfToday();
      const found = list.find((one) => (id === null ? isin !== null && one.isin === isin : one.id === id));
      return found?.symbol ?? null;
    },
  };
}

/** The share in the most usual series, where that is one. */
function onlyOne(found: readonly Listed[]): string | null {
  const best = Math.min(...found.map(({ rank }) => rank));
  const ids = new Set(found.filter(({ rank }) => rank === best).map(({ id }) => id));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}

async function readList(chunks: AsyncIterable<string[]>): Promise<Listed[]> {
  let columns: Record<Column, number> | null = null;
  const list: Listed[] = [];
  for await (const lines of chunks)
    for (const line of lines) {
      if (columns === null) columns = columnsOf(line);
      else {
        const listed = shareOf(csvCells(line), columns);
        if (listed !== null) list.push(listed);
      }
    }
  if (list.length === 0)
    throw new BrokerFailure('BROKER_MALFORMED', 'Dhan sent a list of securities without shares.');
  return list;
}

function columnsOf(header: string): Record<Column, number> {
  const names = csvCells(header.replace(/^\uFEFF/, '')).map((name) => name.trim().toUpperCase());
  const place = (column: Column) =>
    names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
  const columns = Object.fromEntries(
    (Object.keys(COLUMNS) as Column[]).map((column) => [column, place(column)]),
  ) as Record<Column, number>;
  const { isin: _, ...needed } = columns;
  if (Object.values(needed).some((at) => at < 0))
    throw new BrokerFailure('BROKER_MALFORMED', 'Dhan sent a list of securities that cannot be read.');
  return columns;
}

function shareOf(cells: readonly string[], columns: Record<Column, number>): Listed | null {
  const cell = (column: Column) => (cells[columns[column]] ?? '').trim();
  const segment = cell('segment').toUpperCase();
  if (cell('exchange').toUpperCase() !== 'NSE' || (segment !== 'E' && segment !== 'NSE_EQ')) return null;
  if (cell('instrument').toUpperCase() !== 'EQUITY') return null;
  const rank = SERIES.indexOf(cell('series').toUpperCase());
  const id = cell('id');
  const symbol = cell('symbol').toUpperCase();
  if (rank < 0 || !/^[1-9]\d{0,11}$/.test(id) || symbol === '') return null;
  return { id, symbol, isin: isinOf(cell('isin')), rank };
}
