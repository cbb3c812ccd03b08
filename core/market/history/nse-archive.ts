import { outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import type { Calendar } from '../calendar/index.ts';
import { isSameIssuer } from '../instruments/index.ts';
import { type Http, OutsideError } from '../../platform/index.ts';
import type { FilePrice } from './price-file.ts';
import { priceLayout } from './price-file.ts';
import { isZip, NotAZip, unzipFirst } from './unzip.ts';
import type { HistoryInstrument, HistoryOutcome, HistoryProvider, RawClose } from './history-provider.ts';

/** All closes of one session, or why there are none. */
type SessionOutcome = { prices: FilePrice[]; failure: null } | { prices: null; failure: QuoteFailure };

export interface NseArchive extends HistoryProvider {
  /** The bhavcopy of a session: every share, ETF, trust and gold bond that NSE traded. Never throws for the outside. */
  session(day: string, signal?: AbortSignal): Promise<SessionOutcome>;
}

const NAME = 'NSE';
/** The old format was published for the last time on this day. */
const LAST_OLD = '2024-07-05';
const LARGEST_UNPACKED = 32_000_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Some of the archive's servers say nothing better than octet-stream. */
const ACCEPT = /^(application\/(zip|x-zip-compressed|octet-stream|csv|vnd\.ms-excel)|text\/(csv|plain)|$)/i;

/** A document that is no bhavcopy of the day: an error page, another day's file, or one cut short. */
class NotABhavcopy extends Error {
  override name = 'NotABhavcopy';
}

/** NSE's archive of bhavcopies: one file a session, in the format of its time, the fuller one where that is missing. */
export function createNseArchive(http: Http, calendar: Calendar): NseArchive {
  async function fetchFile(path: string, day: string, signal: AbortSignal | undefined): Promise<FilePrice[]> {
    const { body } = await http.bytes(path, {
      accept: ACCEPT,
      headers: { accept: '*/*', 'accept-language': 'en-IN,en;q=0.9' },
      ...(signal === undefined ? {} : { signal }),
    });
    const bytes = isZip(body) ? unzipFirst(body, LARGEST_UNPACKED).bytes : body;
    return readBhavcopy(bytes.toString('utf8'), day);
  }

  async function session(day: string, signal?: AbortSignal): Promise<SessionOutcome> {
    let failure: QuoteFailure = 'NOT_FOUND';
    for (const path of archivePaths(day)) {
      try {
        return { prices: await fetchFile(path, day, signal), failure: null };
      } catch (error) {
        if (error instanceof NotABhavcopy || error instanceof NotAZip) failure = 'PROVIDER_MALFORMED';
        else if (error instanceof OutsideError && error.status === 404) continue;
        else return { prices: null, failure: outsideFailure(error) };
      }
    }
    return { prices: null, failure };
  }

  return {
    name: NAME,
    source: 'NSE',
    covers: ({ exchange, asset_class }) => exchange === 'NSE' && asset_class !== 'Index',
    session,
    async closes(instruments, from, to, signal) {
      const found = instruments.map((): RawClose[] => []);
      const outcome = (failure: QuoteFailure | null): HistoryOutcome[] =>
        found.map((closes) => ({ closes, splits: [], failure }));
      if (instruments.length === 0) return [];
      let missing: QuoteFailure | null = null;
      for (const day of calendar.sessionsBetween('NSE', from, to)) {
        const { prices, failure } = await session(day, signal);
        // A file that is not there (yet) says nothing about the next one; a server that is down does.
        if (failure === 'NOT_FOUND' || failure === 'PROVIDER_MALFORMED') missing ??= failure;
        else if (failure !== null) return outcome(failure);
        if (prices === null) continue;
        const bySymbol = ordinaryFirst(prices, ({ symbol }) => symbol);
        const byIsin = ordinaryFirst(prices, ({ isin }) => isin);
        instruments.forEach((instrument, at) => {
          const price = priceOf(instrument, byIsin, bySymbol);
          if (price !== undefined) found[at]?.push({ day, close: price.close });
        });
      }
      return outcome(missing);
    },
  };
}

/** Where the archive keeps a session's file, in the order to try. */
export function archivePaths(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const old = `/content/historical/EQUITIES/${year}/${name}/cm${date}${name}${year}bhav.csv.zip`;
  const udiff = `/content/cm/BhavCopy_NSE_CM_0_0_0_${year}${month}${date}_F_0000.csv.zip`;
  const full = `/products/content/sec_bhavdata_full_${date}${month}${year}.csv`;
  return [day <= LAST_OLD ? old : udiff, full];
}

/** The rows of a bhavcopy. @throws NotABhavcopy when it is none, or not of that day */
export function readBhavcopy(text: string, day: string): FilePrice[] {
  const [header = '', ...lines] = text.split('\n');
  const layout = priceLayout(header.trimEnd(), null);
  if (layout === null || !layout.isExchange) throw new NotABhavcopy('the heading is not that of a bhavcopy');
  const prices: FilePrice[] = [];
  const bad: { line: number; message: string }[] = [];
  lines.forEach((line, at) => {
    if (line.trim() !== '') layout.read(line.trimEnd(), at + 2, prices, bad);
  });
  // The archive answers with the file before it sometimes; a cut file ends within a row.
  if (bad.length > 0 || !text.endsWith('\n')) throw new NotABhavcopy('rows of the bhavcopy cannot be read');
  if (prices.length === 0 || prices.some((price) => price.day !== day))
    throw new NotABhavcopy('the bhavcopy is for another day');
  return prices;
}

function ordinaryFirst(prices: readonly FilePrice[], keyOf: (price: FilePrice) => string | null) {
  const found = new Map<string, FilePrice>();
  for (const price of prices) {
    const key = keyOf(price);
    if (key !== null && (!found.has(key) || price.series === 'EQ')) found.set(key, price);
  }
  return found;
}

/** By ISIN, else by symbol: a share's ISIN changes with its face value, and its symbol with its name. */
function priceOf(
  { isin, symbol }: HistoryInstrument,
  byIsin: ReadonlyMap<string, FilePrice>,
  bySymbol: ReadonlyMap<string, FilePrice>,
): FilePrice | undefined {
  const found = isin === null ? undefined : byIsin.get(isin);
  if (found !== undefined) return found;
  const named = bySymbol.get(symbol);
  const isOther =
    named !== undefined && named.isin !== null && isin !== null && !isSameIssuer(named.isin, isin);
  return isOther ? undefined : named;
}
