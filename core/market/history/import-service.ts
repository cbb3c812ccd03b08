import { readActionText, type Announcement, keepActions, type FileAction } from '../actions/index.ts';
import type { Context } from '../../platform/index.ts';
import type { BadPrice, FilePrice } from './price-file.ts';
import { type DataFile, inOrderOfDays, linesAfterHeader, listFiles, openDataFile } from './read-file.ts';
import type { IngestResult, PriceIngest, Take } from './price-ingest.ts';
import { type BookSecurities, createPriceFinder, type FinderOptions } from './price-finder.ts';
import type { Instruments } from '../instruments/index.ts';

export interface PriceImportOptions extends FinderOptions {
  /** What the prices are of in a file that does not say: an index's code or name, or a symbol. */
  symbol?: string | undefined;
  /** Closes that differ from stored ones replace them. */
  replace?: boolean | undefined;
}

export interface FileReport {
  file: string;
  /** Null for a file that holds neither prices nor corporate actions. */
  kind: string | null;
  /** Why it cannot be read at all; null where it can. */
  problem: string | null;
  /** Prices or announcements that were read. */
  rows: number;
  /** The symbols of these rows, and the first and last day of the prices among them. */
  symbols: Set<string>;
  from: string | null;
  to: string | null;
  /** The first of the rows that could not be read, and how many there are. */
  bad: BadPrice[];
  bad_rows: number;
  /** Symbols that are neither in the registry nor in any books, with the number of their prices: left out. */
  unknown: Map<string, number>;
}

export interface PriceImportReport {
  files: FileReport[];
  prices: IngestResult;
  actions: { read: number; added: number; unreadable: number };
  registered: number;
}

/** So many rows that cannot be read are kept by name for each file. */
const MOST_KEPT = 50;
const NOTHING: IngestResult = { rows: 0, added: 0, changed: 0, refused: 0, conflicts: 0, findings: 0 };

export function createPriceImport(
  context: Pick<Context, 'database' | 'clock'>,
  instruments: Pick<Instruments, 'resolver'>,
  ingest: PriceIngest,
  securities: BookSecurities,
) {
  const find = createPriceFinder(context, instruments, securities);

  async function importPrices(
    files: readonly DataFile[],
    options: PriceImportOptions,
    reports: Map<DataFile, FileReport>,
    isExchange: boolean,
  ): Promise<{ prices: IngestResult; registered: number }> {
    const { known, enter, registered, exchanges } = await find(options, isExchange);

    async function* feed(take: Take): AsyncIterable<void> {
      for (const file of files) {
        const report = reports.get(file);
        if (file.layout?.of !== 'prices' || report === undefined) continue;
        const { layout } = file.layout;
        const inFile = new Map<string, FilePrice>();
        for await (const { from, lines } of linesAfterHeader(file.path)) {
          const prices: FilePrice[] = [];
          const bad: BadPrice[] = [];
          lines.forEach((line, at) => {
            const text = line.endsWith('\r') ? line.slice(0, -1) : line;
            if (text !== '') layout.read(text, from + at, prices, bad);
          });
          noteBad(report, bad);
          report.rows += prices.length;
          for (const price of prices) {
            noteDay(report, price);
            let id = known(price);
            if (id === undefined) id = await enter(price);
            if (id === null || id === '') {
              if (id === null) report.unknown.set(price.symbol, (report.unknown.get(price.symbol) ?? 0) + 1);
            } else if (isExchange) {
              const other = inFile.get(id);
              // A share in two series on one day: the ordinary one is meant.
              if (other === undefined || price.series === 'EQ') inFile.set(id, price);
            } else take(id, price.day, price.close);
          }
          yield;
        }
        for (const [id, { day, close, turnover }] of inFile) take(id, day, close, turnover);
        yield;
      }
    }
    const prices = await ingest.take(feed, {
      source: isExchange ? 'NSE' : 'FILE',
      replace: options.replace,
      dryRun: options.dryRun,
      entered: exchanges,
    });
    return { prices, registered: registered() };
  }

  async function importActions(
    file: DataFile,
    options: PriceImportOptions,
    report: FileReport,
  ): Promise<PriceImportReport['actions']> {
    if (file.layout?.of !== 'actions') return { read: 0, added: 0, unreadable: 0 };
    const found: FileAction[] = [];
    for await (const { from, lines } of linesAfterHeader(file.path)) {
      const bad: BadPrice[] = [];
      for (const [at, line] of lines.entries()) {
        const text = line.trimEnd();
        if (text !== '' && file.layout.of === 'actions') file.layout.layout.read(text, from + at, found, bad);
      }
      noteBad(report, bad);
    }
    report.rows += found.length;
    for (const { symbol } of found) report.symbols.add(symbol);
    const resolver = await instruments.resolver();
    const exchange = options.exchange ?? file.layout.layout.exchange ?? 'NSE';
    const announcements = found.map(({ symbol, purpose, ex_date, record_date, face_value }): Announcement => {
      const who = resolver.resolve({ symbol, exchange, on: ex_date });
      return {
        exchange,
        symbol,
        instrument_id: who.outcome === 'FOUND' ? who.instrument.id : null,
        ex_date,
        record_date,
        raw: purpose,
        source: exchange,
        actions: readActionText(purpose, face_value),
      };
    });
    for (const { symbol, instrument_id } of announcements)
      if (instrument_id === null) report.unknown.set(symbol, (report.unknown.get(symbol) ?? 0) + 1);
    const added = await ingest.inTransaction(options.dryRun === true, async (client) => {
      const fresh = await keepActions(client, announcements);
      await ingest.settle(client);
      return fresh.added;
    });
    const read = announcements.flatMap(({ actions }) => actions);
    return {
      read: read.length,
      added,
      unreadable: read.filter(({ status }) => status === 'UNREADABLE').length,
    };
  }

  return {
    /**
     * Imports files and folders of prices and of corporate actions: exchange files (bhavcopies in their three forms, zipped
     * or not), `date,symbol,close`, `date,close` with `symbol` given, and one column a symbol. Rows that cannot be read and
     * symbols nobody knows are left out and told; importing the same again changes nothing.
     * @throws Error for a path that does not exist.
     */
    async importFiles(
      paths: readonly string[],
      options: PriceImportOptions = {},
      done: (report: FileReport) => void = () => undefined,
    ): Promise<PriceImportReport> {
      const all: DataFile[] = [];
      for (const file of await listFiles(paths)) all.push(await openDataFile(file, options.symbol ?? null));
      const files = inOrderOfDays(all);
      const reports = new Map(
        files.map((file): [DataFile, FileReport] => [
          file,
          {
            file: file.name,
            problem: file.problem,
            kind:
              file.layout === null
                ? null
                : file.layout.of === 'actions'
                  ? 'corporate actions'
                  : file.layout.layout.kind,
            rows: 0,
            symbols: new Set(),
            from: null,
            to: null,
            bad: [],
            bad_rows: 0,
            unknown: new Map(),
          },
        ]),
      );
      const result: PriceImportReport = {
        files: [...reports.values()],
        prices: { ...NOTHING },
        actions: { read: 0, added: 0, unreadable: 0 },
        registered: 0,
      };
      // Actions first: they explain the moves of the prices.
      for (const file of files) {
        const report = reports.get(file);
        if (file.layout?.of !== 'actions' || report === undefined) continue;
        addUp(result.actions, await importActions(file, options, report));
      }
      for (const isExchange of [true, false]) {
        const some = files.filter(
          ({ layout }) => layout?.of === 'prices' && layout.layout.isExchange === isExchange,
        );
        if (some.length === 0) continue;
        const { prices, registered } = await importPrices(some, options, reports, isExchange);
        addUp(result.prices, prices);
        result.registered += registered;
      }
      for (const report of result.files) done(report);
      return result;
    },
  };
}

function noteBad(report: FileReport, bad: readonly BadPrice[]): void {
  report.bad_rows += bad.length;
  if (report.bad.length < MOST_KEPT) report.bad.push(...bad.slice(0, MOST_KEPT - report.bad.length));
}

function noteDay(report: FileReport, { symbol, day }: FilePrice): void {
  report.symbols.add(symbol);
  if (report.from === null || day < report.from) report.from = day;
  if (report.to === null || day > report.to) report.to = day;
}

function addUp<T extends { [K in keyof T]: number }>(sum: T, more: T): void {
  for (const key of Object.keys(sum) as (keyof T)[]) sum[key] = (sum[key] + more[key]) as T[keyof T];
}
