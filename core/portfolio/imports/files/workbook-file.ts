import {
  openWorkbook,
  type SheetRow,
  type Workbook,
  WORKBOOK_LIMITS,
  WorkbookFault,
} from '../../../platform/index.ts';
import type { ImportReading } from '../rows/index.ts';
import { statementOf } from '../statements/index.ts';
import { firstOf } from './first-rows.ts';
import { wholeFile } from './first-bytes.ts';
import { bestOf, type Candidate, type FoundLayout, HEADER_WITHIN, layoutsOf, refusalOf } from './layout.ts';
import type { ImportLimits } from './limits.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import type { ReadOptions } from './read-options.ts';
import { readRows, type RowsRead } from './read-rows.ts';
import { readStatement } from './read-statement.ts';
import { ImportRefusal, type RefusalCode } from './refusal.ts';
import { type FilledRows, MOST_ROWS_WHOLE, sheetOf } from './statement-source.ts';
import { TableRows } from './table.ts';

/**
 * Reads a workbook of Excel. Each of its sheets may hold the table or the statement; sheets with a table of the same format
 * are read one after the other, and the names of the others are told.
 * @param open what opens it, by its format
 */
export async function readWorkbook(
  bytes: AsyncGenerator<Uint8Array>,
  options: ReadOptions,
  limits: ImportLimits,
  open: typeof openWorkbook = openWorkbook,
): Promise<ImportReading> {
  const file = await wholeFile(bytes, WORKBOOK_LIMITS.bytes);
  const workbook = await refusing(() =>
    open(file, { ...WORKBOOK_LIMITS, columns: limits.columns, cellLength: limits.fieldLength }),
  );
  try {
    return await refusing(() => readSheets(workbook, options, limits));
  } catch (error) {
    workbook.close();
    throw error;
  }
}

interface Beginning extends Candidate {
  sheet: number;
}

async function readSheets(
  workbook: Workbook,
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  const beginnings: Beginning[] = [];
  const firstRows: FilledRows[] = [];
  for (const [sheet, name] of workbook.sheets.entries()) {
    const rows = await firstOf(workbook.rows(sheet), HEADER_WITHIN);
    if (rows.length === 0) continue;
    firstRows.push({ name, rows });
    beginnings.push({
      sheet,
      dialect: { delimiter: ',', newline: '\n' },
      records: rows.map(({ cells }) => cells),
      numbers: rows.map(({ number }) => number),
      refusal: null,
    });
  }
  await yieldToEventLoop();
  const statement = statementOf('tables', { sheets: firstRows.map(sheetOf) });
  if (statement !== null) {
    const sheets: FilledRows[] = [];
    for (const { sheet } of beginnings) sheets.push(await wholeSheet(workbook, sheet));
    workbook.close();
    return await readStatement(statement, { sheets }, options, limits);
  }
  await yieldToEventLoop();
  const found = beginnings.flatMap((one) =>
    layoutsOf(one).map((layout): FoundSheet => ({ ...layout, sheet: one.sheet })),
  );
  const best = bestOf(found, options.type);
  if (best === null) throw refusalOf(beginnings, beginnings.length > 0);
  const chosen = sameFormat(found, best);
  const rows = rowsOf(workbook, chosen, limits);
  try {
    return await readRows(rows, best.layout, options, notesOn(workbook, beginnings, chosen));
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
}

interface FoundSheet extends FoundLayout {
  sheet: number;
}

/** The best layout of each sheet that has one of the same format, in the order of the sheets. */
function sameFormat(found: readonly FoundSheet[], best: FoundSheet): FoundSheet[] {
  const { format, type } = best.layout.importer;
  const bySheet = new Map<number, FoundSheet>([[best.sheet, best]]);
  for (const one of found) {
    const { importer } = one.layout;
    if (importer.format !== format || importer.type !== type || bySheet.has(one.sheet)) continue;
    bySheet.set(one.sheet, one);
  }
  return [...bySheet.values()].toSorted((one, other) => one.sheet - other.sheet);
}

/** The rows of several sheets, numbered through; where there are several, each tells its sheet. */
async function* rowsOf(
  workbook: Workbook,
  chosen: readonly FoundSheet[],
  limits: ImportLimits,
): AsyncGenerator<RowsRead> {
  let above = 0;
  try {
    for (const { sheet, layout } of chosen) {
      const table = new TableRows(layout, limits);
      let last = 0;
      for await (const records of refusingRows(workbook.rows(sheet))) {
        const rows = records.flatMap(({ number, cells }) => {
          const row = table.rowOf(number, cells);
          last = number;
          if (row === null) return [];
          if (chosen.length === 1) return [row];
          const where = `sheet ${workbook.sheets[sheet] ?? ''}, row ${number}`;
          return [{ row: above + number, raw: { ...row.raw, where } }];
        });
        yield { rows, characters: 0 };
      }
      above += last;
    }
  } finally {
    workbook.close();
  }
}

function notesOn(
  workbook: Workbook,
  beginnings: readonly Beginning[],
  chosen: readonly FoundSheet[],
): string[] {
  const read = new Set(chosen.map(({ sheet }) => sheet));
  const others = beginnings
    .filter(({ sheet }) => !read.has(sheet))
    .map(({ sheet }) => workbook.sheets[sheet] ?? '');
  if (others.length === 0) return [];
  return [
    `Not read, because they hold something else: ${others.length === 1 ? 'sheet' : 'sheets'} ${others.join(', ')}.`,
  ];
}

async function wholeSheet(workbook: Workbook, sheet: number): Promise<FilledRows> {
  const read: SheetRow[] = [];
  for await (const rows of workbook.rows(sheet)) {
    read.push(...rows);
    if ((read.at(-1)?.number ?? 0) > MOST_ROWS_WHOLE)
      throw new ImportRefusal(
        'CSV_TOO_MANY_ROWS',
        `This statement has more than ${MOST_ROWS_WHOLE.toLocaleString('en-IN')} rows. Export a shorter period and import the parts.`,
      );
  }
  return { name: workbook.sheets[sheet] ?? '', rows: read };
}

const SAVE_AS_CSV =
  'Open it in Excel or LibreOffice, choose "Save as", type CSV (UTF-8), and upload that file.';

const WORDS: Readonly<Record<WorkbookFault['code'], (fault: WorkbookFault) => [RefusalCode, string]>> = {
  encrypted: () => [
    'CSV_IS_EXCEL',
    'This workbook has a password. Remove the password in Excel (File, Info, Protect Workbook), save the workbook, and upload it again.',
  ],
  macros: () => [
    'CSV_IS_EXCEL',
    'This workbook contains macros, which Munim does not open. In Excel choose "Save as", type Excel Workbook (.xlsx), and upload that file.',
  ],
  archive: () => ['CSV_IS_ARCHIVE', 'This is a ZIP archive. Unpack it and upload the files inside.'],
  damaged: () => ['CSV_IS_ARCHIVE', 'This workbook or archive is damaged or cut off. Download it again.'],
  other_format: ({ message }) => ['CSV_IS_EXCEL', `${message} ${SAVE_AS_CSV}`],
  too_large: ({ message }) => [
    'CSV_TOO_LARGE',
    `This workbook is too large: ${lowerFirst(message)} Export a shorter period, or save the sheet as CSV.`,
  ],
  too_many_columns: ({ message }) => [
    'CSV_TOO_MANY_COLUMNS',
    `${message} Delete the columns that are not needed.`,
  ],
  broken: ({ message }) => [
    'CSV_IS_EXCEL',
    `This workbook cannot be read: ${lowerFirst(message)} Download it again, or open it in Excel and save it again.`,
  ],
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOfFault(error);
  }
}

async function* refusingRows(rows: AsyncGenerator<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  try {
    yield* rows;
  } catch (error) {
    throw refusalOfFault(error);
  }
}

function refusalOfFault(error: unknown): unknown {
  if (!(error instanceof WorkbookFault)) return error;
  const [code, message] = WORDS[error.code](error);
  return new ImportRefusal(code, message, { cause: error });
}
