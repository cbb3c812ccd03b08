import { EXCHANGES } from '../calendar/index.ts';
import { withTimeOf } from '../../platform/index.ts';
import type { FileReport, PriceImportOptions, PriceImportReport } from './import-service.ts';

interface Importer {
  importFiles(
    paths: readonly string[],
    options: PriceImportOptions,
    done: (report: FileReport) => void,
  ): Promise<PriceImportReport>;
}

/** What the command line says beyond its own usage. */
export const PRICE_IMPORT_HELP = [
  '  Files and folders (.csv, .zip) of:',
  '    NSE bhavcopies: cm…bhav.csv, sec_bhavdata_full_….csv and BhavCopy_NSE_CM_….csv',
  '    date,symbol,close          other columns are ignored; an ISIN or a code of AMFI in place of the symbol',
  '    NAVAll.txt                 the NAVs of AMFI',
  '    date,close                 with --symbol; also for an index: NIFTY50, NIFTY500, SP500',
  '    date,INFY,TCS,…            one column per symbol',
  '    SYMBOL,…,PURPOSE,EX_DATE   corporate actions; they adjust prices when read, never when stored',
  '  --symbol NAME    symbol of the prices in a file without symbols',
  '  --exchange NAME  where the symbols are listed: NSE (default), BSE, NYSE, NASDAQ',
  '  --register       add symbols that neither a portfolio nor the instrument registry has',
  '  --replace        replace stored closes that differ',
  '  --dry-run        show what would be done and store nothing',
];

/** The words of the command line, or null where they make no sense. */
export function priceImportWords(
  args: readonly string[],
): { paths: string[]; options: PriceImportOptions } | null {
  const paths: string[] = [];
  const options: PriceImportOptions = {};
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--register') options.register = true;
    else if (word === '--replace') options.replace = true;
    else if (word === '--dry-run') options.dryRun = true;
    else if (word === '--symbol' || word === '--exchange') {
      at += 1;
      const value = (args[at] ?? '').trim();
      if (value === '' || value.startsWith('--')) return null;
      if (word === '--symbol') options.symbol = value;
      else {
        options.exchange = EXCHANGES.find((name) => name === value.toUpperCase());
        if (options.exchange === undefined) return null;
      }
    } else if (word.startsWith('--')) return null;
    else paths.push(word);
  }
  return paths.length === 0 ? null : { paths, options };
}

/** What the reader calls a list of corporate actions. */
const ACTIONS = 'corporate actions';
/** So many files, rows and symbols that need a look are named; of the rest only the number is said. */
const MOST_NAMED = 20;

/**
 * Imports the files and says what was done.
 * @returns whether every row was taken. Securities of a bhavcopy that the registry does not know are nobody's loss.
 */
export async function importPriceFiles(
  importer: Importer,
  { paths, options }: { paths: readonly string[]; options: PriceImportOptions },
  say: (line: string) => void,
): Promise<boolean> {
  const reports: FileReport[] = [];
  const { prices, actions, registered } = await withTimeOf('job', () =>
    importer.importFiles(paths, options, (report) => reports.push(report)),
  );
  if (reports.length === 0) {
    say('The folder has no .csv or .zip file.');
    return false;
  }
  const isOdd = (report: FileReport) => report.kind === null || report.bad_rows > 0;
  const named = reports.length <= MOST_NAMED ? reports : reports.filter(isOdd).slice(0, MOST_NAMED);
  for (const report of named) for (const line of linesOf(report)) say(line);
  if (reports.length > named.length)
    say(
      `… ${reports.length - named.length} more files; ${reports.filter(isOdd).length} of all files have problems.`,
    );
  const ofActions = ({ kind }: FileReport) => kind === ACTIONS;
  const unpriced = unknownOf(reports.filter((report) => !ofActions(report)));
  if (unpriced.size > 0)
    say(
      `Excluded, neither in a portfolio nor in the registry: ${listed(unpriced)}. Use --register to add them.`,
    );
  const unlinked = unknownOf(reports.filter(ofActions));
  if (unlinked.size > 0)
    say(`Corporate actions stored for symbols not in the registry yet: ${listed(unlinked)}.`);
  if (registered > 0) say(`${registered} instruments added to the registry.`);
  if (actions.read > 0)
    say(
      `Corporate actions: ${actions.read} read, ${actions.added} new, ${actions.unreadable} could not be understood.`,
    );
  if (prices.rows > 0)
    say(
      `Prices: ${prices.rows} read, ${prices.added} new, ${prices.changed} replaced, ${prices.refused} rejected, ` +
        `${prices.conflicts} differ from stored ones; ${prices.findings} new findings.`,
    );
  if (options.dryRun === true) say('Dry run: nothing was stored.');
  const isUnknownToUs = reports.some(({ kind, unknown: left }) => !isExchangeFile(kind) && left.size > 0);
  return !reports.some(isOdd) && prices.refused === 0 && !isUnknownToUs;
}

/** Exchanges list more than the registry: what it does not know of theirs is expected. */
function isExchangeFile(kind: string | null): boolean {
  return kind !== null && (/bhavcopy|AMFI/.test(kind) || kind === ACTIONS);
}

function listed(symbols: ReadonlyMap<string, number>): string {
  const most = [...symbols].toSorted((a, b) => b[1] - a[1]).slice(0, MOST_NAMED);
  const more = symbols.size > most.length ? ` and ${symbols.size - most.length} more` : '';
  return `${most.map(([symbol, rows]) => `${symbol} (${rows})`).join(', ')}${more}`;
}

function linesOf({ file, kind, problem, rows, bad, bad_rows }: FileReport): string[] {
  if (kind === null) return [`${file}: ${problem ?? 'neither prices nor corporate actions'}; excluded.`];
  return [
    `${file} (${kind}): ${rows} rows${bad_rows === 0 ? '' : `, ${bad_rows} excluded`}.`,
    ...bad.slice(0, MOST_NAMED).map(({ line, message }) => `  line ${line}: ${message}`),
    ...(bad_rows > MOST_NAMED ? [`  … and ${bad_rows - MOST_NAMED} more.`] : []),
  ];
}

function unknownOf(reports: readonly FileReport[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { unknown } of reports)
    for (const [symbol, rows] of unknown) all.set(symbol, (all.get(symbol) ?? 0) + rows);
  return all;
}
