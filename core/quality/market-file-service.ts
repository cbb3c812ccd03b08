import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Identity } from '../identity/index.ts';
import { type Instruments, ListRefused, readListBytes, UnknownList } from '../market/instruments/index.ts';
import {
  indexSeriesOf,
  isZip,
  type MarketFileKind,
  marketFileKind,
  type MarketHistory,
  unzipFirst,
} from '../market/index.ts';
import { invalid, Problem, withTimeOf, workFolder } from '../platform/index.ts';
import type { ClosePricingService } from '../portfolio/prices/index.ts';
import { LARGEST_MARKET_FILE, type MarketFile, type MarketFileForm } from './market-file-view.ts';
import { ownerOnly } from './owner-only.ts';

interface MarketFileSources {
  history: Pick<MarketHistory, 'importFiles'>;
  instruments: Pick<Instruments, 'importLists'>;
  users: Pick<Identity['users'], 'ensureOwner'>;
  closes: Pick<ClosePricingService, 'priceEverybody'>;
}

/** Symbols and rows that are named. */
const MOST_NAMED = 20;
const SAMPLE = 64 * 1024;
const NOTHING = {
  symbols: 0,
  from: null,
  to: null,
  excluded_rows: 0,
  excluded: [],
  excluded_symbols: 0,
  added: 0,
  changed: 0,
  rejected: 0,
  conflicts: 0,
  registered: 0,
};

/** Files of closes, index levels, corporate actions and exchange lists that a person sends: all people share what they bring. */
export function createMarketFiles({ history, instruments, users, closes }: MarketFileSources) {
  async function ofPrices(
    at: string,
    kind: Exclude<MarketFileKind, 'list'>,
    { symbol, isPreview }: MarketFileForm & { isPreview: boolean },
  ): Promise<MarketFile> {
    const named = symbol ?? indexSeriesOf(path.parse(at).name)?.code;
    if (kind === 'single prices' && named === undefined)
      throw invalid([
        {
          field: 'symbol',
          message:
            'The file does not say whose prices it holds. Enter a symbol, an ISIN, or an index: NIFTY50, NIFTY500 or SP500.',
        },
      ]);
    const { files, prices, actions, registered } = await withTimeOf('job', () =>
      history.importFiles([at], { symbol: named, dryRun: isPreview }),
    );
    const [report] = files;
    if (report === undefined || report.kind === null) throw unknownFile(path.basename(at));
    // New closes may price holdings, old or new.
    if (!isPreview) await withTimeOf('job', () => closes.priceEverybody());
    const excluded = [...report.unknown]
      .map(([one, rows]) => ({ symbol: one, rows }))
      .toSorted((one, other) => other.rows - one.rows);
    const isActions = kind === 'corporate actions';
    return {
      ...NOTHING,
      file: report.file,
      kind: isActions ? kind : 'prices',
      title: report.kind,
      is_imported: !isPreview,
      rows: report.rows,
      symbols: report.symbols.size,
      from: report.from,
      to: report.to,
      // Announcements are kept even for symbols that are not yet in the registry.
      excluded_rows: isActions ? 0 : excluded.reduce((sum, { rows }) => sum + rows, 0),
      excluded: isActions ? [] : excluded.slice(0, MOST_NAMED),
      excluded_symbols: isActions ? 0 : excluded.length,
      issues: report.bad.slice(0, MOST_NAMED),
      issue_count: report.bad_rows,
      added: isActions ? actions.added : prices.added,
      changed: prices.changed,
      rejected: prices.refused,
      conflicts: prices.conflicts,
      registered,
    };
  }

  async function ofList(at: string, { index, as_of, isPreview }: MarketFileForm & { isPreview: boolean }) {
    const list = { name: path.basename(at), bytes: unpacked(await readFile(at)) };
    const { kind, rows, issues } = readListBytes(list.bytes);
    if (kind === 'index list' && (index === undefined || as_of === undefined))
      throw invalid([
        {
          field: index === undefined ? 'index' : 'as_of',
          message: 'An index list does not name its index or its date. Enter both.',
        },
      ]);
    const [done] = isPreview
      ? []
      : await withTimeOf('job', () => instruments.importLists([list], { index, asOf: as_of }));
    const problems = (done?.issues ?? issues).filter(({ level }) => level === 'error');
    return {
      ...NOTHING,
      file: list.name,
      kind: 'list' as const,
      title: kind,
      is_imported: !isPreview,
      rows: rows.length,
      issues: problems.slice(0, MOST_NAMED).map(({ line, message }) => ({ line, message })),
      issue_count: problems.length,
      added: done?.added ?? 0,
      changed: done?.changed ?? 0,
    };
  }

  return {
    /**
     * Reads a file of market data, and stores it unless it is only looked at. The same file again changes nothing.
     * @throws 403 OWNER_ONLY; 413 MARKET_FILE_TOO_LARGE; 422 MARKET_FILE_UNKNOWN, or VALIDATION_ERROR for what the file
     *   does not say itself.
     */
    async take(
      userId: string,
      file: { name: string; stream: Readable },
      options: MarketFileForm & { isPreview: boolean },
    ): Promise<MarketFile> {
      await ownerOnly(users, userId);
      const folder = await mkdtemp(workFolder(tmpdir(), 'market-file'));
      try {
        const at = path.join(folder, plainName(file.name));
        await pipeline(file.stream, bounded, createWriteStream(at));
        const kind = marketFileKind(await beginningOf(at));
        if (kind === null) throw unknownFile(file.name);
        return kind === 'list' ? await ofList(at, options) : await ofPrices(at, kind, options);
      } catch (error) {
        if (error instanceof UnknownList || error instanceof ListRefused)
          throw new Problem(422, 'MARKET_FILE_UNKNOWN', error.message, { cause: error });
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

export type MarketFiles = ReturnType<typeof createMarketFiles>;

/** The name of a file without folders; its ending says how it is packed. */
function plainName(name: string): string {
  const plain = path.basename(name.replaceAll('\\', '/')).replace(/[^\p{L}\p{N} ._-]/gu, '_');
  return /^[._ ]*$/.test(plain) ? 'file.csv' : plain.slice(-120);
}

async function* bounded(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
  let length = 0;
  for await (const piece of source) {
    length += piece.length;
    if (length > LARGEST_MARKET_FILE)
      throw new Problem(
        413,
        'MARKET_FILE_TOO_LARGE',
        'The file is larger than 64 MB. Import it with npm run import-prices.',
      );
    yield piece;
  }
}

async function beginningOf(at: string): Promise<string> {
  const handle = await open(at);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    const head = buffer.subarray(0, bytesRead);
    return isZip(head) ? unpacked(await readFile(at)).toString('utf8', 0, SAMPLE) : head.toString('utf8');
  } finally {
    await handle.close();
  }
}

/** @throws 422 MARKET_FILE_UNKNOWN for an archive that cannot be read. */
function unpacked(bytes: Buffer): Buffer {
  if (!isZip(bytes)) return bytes;
  try {
    return unzipFirst(bytes, LARGEST_MARKET_FILE * 4).bytes;
  } catch (error) {
    throw new Problem(422, 'MARKET_FILE_UNKNOWN', 'The archive cannot be read. Download it again.', {
      cause: error,
    });
  }
}

function unknownFile(name: string): Problem {
  return new Problem(
    422,
    'MARKET_FILE_UNKNOWN',
    `${name} holds no prices, corporate actions or list of an exchange. Supported are bhavcopies, date,symbol,close, ` +
      'date,close with a symbol, one column per symbol, lists of corporate actions, and NSE’s lists of instruments and indexes.',
  );
}
