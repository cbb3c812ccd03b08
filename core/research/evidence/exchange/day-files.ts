import {
  archivePaths,
  type FilePrice,
  isZip,
  readBhavcopy,
  unzipFirst,
} from '../../../market/history/index.ts';
import { isSameIssuer } from '../../../market/instruments/index.ts';
import { dayInWords, OutsideError } from '../../../platform/index.ts';
import {
  DocumentNotKept,
  type Documents,
  type EvidenceDocument,
  MalformedDocument,
  type ResearchSubject,
} from '../../port/index.ts';

const LARGEST_FILE = 8_000_000;
const LARGEST_UNPACKED = 32_000_000;
const FILE_TYPES =
  /^(application\/(zip|x-zip-compressed|octet-stream|csv|vnd\.ms-excel)|text\/(csv|plain)|$)/i;

/** A document of the archive for one day; null where it has none. @throws OutsideError, MalformedDocument */
export async function dayDocument(
  documents: Documents,
  paths: readonly string[],
  signal: AbortSignal | undefined,
  isKeptOnly = false,
): Promise<EvidenceDocument | null> {
  for (const path of paths) {
    try {
      // What the exchange published for a day does not change.
      return await documents.get(
        {
          source: 'nse_archive',
          path,
          accept: FILE_TYPES,
          maxBytes: LARGEST_FILE,
          freshForMs: null,
          ...(isKeptOnly ? { isKeptOnly } : {}),
        },
        signal,
      );
    } catch (error) {
      const isAbsent = error instanceof OutsideError && error.status === 404;
      if (!isAbsent && !(error instanceof DocumentNotKept)) throw error;
    }
  }
  return null;
}

/** The fuller file of a session first: it is plain text, and of any year since 2020. */
export function bhavcopyPaths(day: string): string[] {
  return archivePaths(day).toReversed();
}

/** Where the archive keeps the index closes of a day. */
export function indexFilePath(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `/content/indices/ind_close_all_${date}${month}${year}.csv`;
}

/** The prices in a day's file. @throws MalformedDocument for another day's file, a page in its place or one cut short */
export function bhavcopyOf({ body }: EvidenceDocument, day: string): FilePrice[] {
  try {
    const bytes = isZip(body) ? unzipFirst(body, LARGEST_UNPACKED).bytes : body;
    return readBhavcopy(bytes.toString('utf8'), day);
  } catch (cause) {
    throw new MalformedDocument(`The price file of ${dayInWords(day)} cannot be read.`, { cause });
  }
}

/**
 * The row of a share in a day's file, that of the ordinary series where there are several: by the symbol it bore then or
 * bears now, and never one with the ISIN of another company. Funds and bonds stand between the shares.
 */
export function priceOf(prices: readonly FilePrice[], subject: ResearchSubject): FilePrice | null {
  const symbols = new Set([subject.symbol, ...subject.former_symbols].map((one) => one.toUpperCase()));
  const isins = [subject.isin, ...subject.former_isins].filter((one) => one !== null);
  const rows = prices.filter(
    ({ symbol, isin }) =>
      symbols.has(symbol) &&
      (isin === null || isins.length === 0 || isins.some((one) => isSameIssuer(one, isin))),
  );
  return rows.find(({ series }) => series === 'EQ') ?? rows[0] ?? null;
}
