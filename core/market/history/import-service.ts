import { readActionText, type Announcement, keepActions, type FileAction } from '../actions/index.ts';
import type { Database } from '../../platform/index.ts';
import type { BadPrice, FilePrice } from './price-file.ts';
import { type DataFile, inOrderOfDays, linesAfterHeader, listFiles, openDataFile } from './read-file.ts';
import { ensureIndexSeries, findIndexSeries } from './history-store.ts';
import type { IngestResult, PriceIngest, Take } from './price-ingest.ts';
import { INDEX_SERIES, indexSeriesOf } from './series.ts';
import {
  type Instruments,
  isIsin,
  type NewInstrument,
  registerInstrument,
  type RegistryExchange,
} from '../instruments/index.ts';

export interface PriceImportOptions {
  /** What the prices are of in a file that does not say: an index's code or name, or a symbol. */
  symbol?: string | undefined;
  /** Where the symbols are listed; NSE when it is not said. */
  exchange?: RegistryExchange | undefined;
  /** Enters symbols that the registry does not know, as the file writes them. */
  register?: boolean | undefined;
  /** Closes that differ from stored ones replace them. */
  replace?: boolean | undefined;
  /** Everything is read and judged and nothing is kept. */
  dryRun?: boolean | undefined;
}

export interface FileReport {
  file: string;
  /** Null for a file that holds neither prices nor corporate actions. */
  kind: string | null;
  /** Why it cannot be read at all; null where it can. */
  problem: string | null;
  /** Prices or announcements that were read. */
  rows: number;
  /** The first of the rows that could not be read, and how many there are. */
  bad: BadPrice[];
  bad_rows: number;
  /** Symbols that the registry does not know, with the number of their prices: left out. */
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
  database: Database,
  instruments: Pick<Instruments, 'resolver'>,
  ingest: PriceIngest,
) {
  /** Whose prices are whose; with `register`, what the registry does not know is entered. */
  async function finder(options: PriceImportOptions) {
    const { exchange = 'NSE', dryRun = false } = options;
    const resolver = await instruments.resolver();
    const indexes = await indexIds(dryRun);
    const byIsin = new Map<string, string>();
    const entered = new Map<string, string | null>();
    let registered = 0;

    async function register(price: FilePrice): Promise<string | null> {
      // A dry run counts it; a number that nobody bears does not go to validation.
      const id = dryRun
        ? ''
        : await database.asSystem('enter an instrument that a price file names', (trx) =>
            registerInstrument(trx, newInstrument(price, exchange)),
          );
      registered += id === null ? 0 : 1;
      return id;
    }

    /** The registry's answer, without waiting: nearly every price is one of these. */
    function known({ symbol, isin, day }: FilePrice): string | null | undefined {
      const before = (isin === null ? undefined : byIsin.get(isin)) ?? entered.get(isin ?? symbol);
      if (before !== undefined) return before;
      const checked = isin !== null && isIsin(isin) ? isin : null;
      const found = resolver.resolve({ symbol, isin: checked, exchange, on: day });
      if (found.outcome === 'FOUND') {
        // Only an ISIN means the same on every day.
        if (isin !== null && found.by === 'ISIN') byIsin.set(isin, found.instrument.id);
        return found.instrument.id;
      }
      const index = indexSeriesOf(symbol);
      if (index !== null) return indexes.get(index.code) ?? null;
      // A symbol that is another company's, or several companies', is not to be entered once more.
      const isNew = found.outcome === 'UNKNOWN' && found.reason === 'NOT_IN_REGISTRY';
      return options.register === true && isNew ? undefined : null;
    }

    return {
      known,
      /** For what `known` does not answer. @returns null where it cannot be entered, '' in a dry run */
      enter: async (price: FilePrice): Promise<string | null> => {
        const id = await register(price);
        entered.set(price.isin ?? price.symbol, id);
        return id;
      },
      registered: () => registered,
    };
  }

  async function importPrices(
    files: readonly DataFile[],
    options: PriceImportOptions,
    reports: Map<DataFile, FileReport>,
    isExchange: boolean,
  ): Promise<{ prices: IngestResult; registered: number }> {
    const { known, enter, registered } = await finder(options);

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
        for (const [id, { day, close }] of inFile) take(id, day, close);
        yield;
      }
    }
    const prices = await ingest.take(feed, {
      source: isExchange ? 'NSE' : 'FILE',
      replace: options.replace,
      dryRun: options.dryRun,
    });
    return { prices, registered: registered() };
  }

  /** The ids of the indexes; a dry run enters none, and leaves those that are not there without one. */
  async function indexIds(dryRun: boolean): Promise<Map<string, string>> {
    return await database.asSystem('enter the series of indexes', async (trx) => {
      const ids = new Map<string, string>();
      for (const series of INDEX_SERIES)
        ids.set(
          series.code,
          dryRun ? ((await findIndexSeries(trx, series)) ?? '') : await ensureIndexSeries(trx, series),
        );
      return ids;
    });
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

function addUp<T extends { [K in keyof T]: number }>(sum: T, more: T): void {
  for (const key of Object.keys(sum) as (keyof T)[]) sum[key] = (sum[key] + more[key]) as T[keyof T];
}

/** What a new instrument is, as far as its ISIN and series tell: funds' begin with INF, the government's with IN0. */
function newInstrument({ symbol, isin, series }: FilePrice, exchange: RegistryExchange): NewInstrument {
  const checked = isin !== null && isIsin(isin) ? isin : null;
  return { exchange, symbol, isin: checked, series, asset_class: classOf(symbol, checked, series, exchange) };
}

function classOf(
  symbol: string,
  isin: string | null,
  series: string | null,
  exchange: RegistryExchange,
): NewInstrument['asset_class'] {
  if (exchange === 'NYSE' || exchange === 'NASDAQ') return 'US Equity';
  if (series === 'GB' || isin?.startsWith('IN0') === true || /^SGB[A-Z]{3}\d\d/.test(symbol)) return 'Bond';
  return isin?.startsWith('INF') === true ? 'ETF' : 'Indian Equity';
}
