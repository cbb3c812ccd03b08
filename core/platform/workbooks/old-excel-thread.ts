/** The thread in which workbooks of Excel 97 (XLS) are read; old-excel.ts starts it and tells it what to read. */
import { parentPort } from 'node:worker_threads';
import * as XLSX from '@e965/xlsx';
import { lowerThreadPriority } from '../worker-thread.ts';
import { dayOfSerial, decimalOf } from './cell-values.ts';
import type { WorkbookFaultCode } from './fault.ts';
import type { WorkbookLimits } from './limits.ts';
import type { SheetRow } from './sheet-rows.ts';

/** What the thread is asked to read. */
interface OldExcelFile {
  body: Uint8Array;
  limits: WorkbookLimits;
}

/** `more` asks for the next rows. */
export type OldExcelQuestion = OldExcelFile | 'more';

export interface OldExcelSheet {
  name: string;
  rows: SheetRow[];
}

/** Rows travel some at a time, and when they are asked for, so that nobody has to take in a long sheet at once. */
const ROWS_AT_A_TIME = 500;

/** What comes of it: the sheets with their rows, one after the other, or why it cannot be read. */
export type OldExcelAnswer =
  | { sheet: string }
  | { rows: SheetRow[] }
  | { isDone: true }
  | { fault: WorkbookFaultCode; message: string };

class Refused extends Error {
  readonly code: WorkbookFaultCode;
  constructor(code: WorkbookFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Where macros stand in the file. */
const MACROS = /_VBA_PROJECT_CUR|\bVBA\b/;

/** Looks at the parts of the file before any is read: the library would read what is left of one that is cut off. */
function refuseOthers(body: Uint8Array): void {
  const { CFB } = XLSX as unknown as {
    CFB: {
      read(
        body: Uint8Array,
        options: { type: 'buffer' },
      ): { FullPaths: string[]; FileIndex: { size: number; content?: { length: number } }[] };
    };
  };
  const { FullPaths: parts, FileIndex: contents } = CFB.read(body, { type: 'buffer' });
  if (parts.some((part) => MACROS.test(part))) throw new Refused('macros', 'The workbook has macros.');
  if (parts.some((part) => part.endsWith('/EncryptedPackage')))
    throw new Refused('encrypted', 'The workbook has a password.');
  const book = contents[parts.findIndex((part) => /\/(?:workbook|book)$/i.test(part))];
  if (book === undefined)
    throw new Refused('other_format', 'It is a document of Microsoft Office, but not a workbook.');
  if ((book.content?.length ?? 0) < book.size) throw new Refused('broken', 'Its end is missing.');
}

/** A cell as the library gives it: its type, value and number format. */
type Cell = { t: string; v?: string | number | boolean | Date | null; z?: string | number; w?: string };

function* sheetsOf({ body, limits }: OldExcelFile): Generator<OldExcelSheet> {
  const book = XLSX.read(body, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellFormula: false,
    cellHTML: false,
    bookVBA: false,
    WTF: false,
  });
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  const names = book.SheetNames.filter((_, at) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) === 0);
  if (names.length > limits.sheets)
    throw new Refused('too_large', `It has more than ${limits.sheets} sheets.`);
  for (const name of names) {
    const sheet = book.Sheets[name] as
      | { '!data'?: (Cell | undefined)[][]; '!merges'?: XLSX.Range[] }
      | undefined;
    const data = sheet?.['!data'] ?? [];
    fillMerged(data, sheet?.['!merges'] ?? []);
    const rows: SheetRow[] = [];
    for (const [at, cells] of data.entries()) {
      if (cells === undefined) continue;
      const texts = Array.from(cells, (cell) => textOf(cell, isFrom1904, limits));
      while (texts.length > 0 && texts.at(-1) === '') texts.pop();
      if (texts.length > limits.columns)
        throw new Refused('too_many_columns', `A row has more than ${limits.columns} columns.`);
      if (texts.length > 0) rows.push({ number: at + 1, cells: texts });
    }
    yield { name, rows };
  }
}

/** The text of a cell that reaches over several rows stands in each of them. */
function fillMerged(data: (Cell | undefined)[][], merges: readonly XLSX.Range[]): void {
  for (const { s, e } of merges.slice(0, 1000)) {
    const cell = data[s.r]?.[s.c];
    if (cell === undefined || e.r - s.r > 10_000) continue;
    for (let row = s.r + 1; row <= e.r; row++) (data[row] ??= [])[s.c] ??= cell;
  }
}

function textOf(cell: Cell | undefined, isFrom1904: boolean, limits: WorkbookLimits): string {
  if (cell === undefined || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'n') {
    const value = cell.v as number;
    if (cell.z !== undefined && XLSX.SSF.is_date(String(cell.z)))
      return dayOfSerial(value, isFrom1904) ?? decimalOf(String(value));
    return decimalOf(String(value));
  }
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE';
  // An error, such as #N/A, as Excel shows it.
  if (cell.t === 'e') return cell.w ?? '#ERROR';
  const text = cell.v instanceof Date ? cell.v.toISOString() : String(cell.v);
  if (text.length > limits.cellLength)
    throw new Refused('too_large', `A cell has more than ${limits.cellLength} characters.`);
  return text;
}

function answerOf(error: unknown): OldExcelAnswer {
  if (error instanceof Refused) return { fault: error.code, message: error.message };
  const text = error instanceof Error ? error.message : '';
  return /password|encrypt/i.test(text)
    ? { fault: 'encrypted', message: 'The workbook has a password.' }
    : { fault: 'broken', message: 'It is damaged or incomplete.' };
}

function* answersTo(file: OldExcelFile): Generator<OldExcelAnswer> {
  try {
    refuseOthers(file.body);
    for (const { name, rows } of sheetsOf(file)) {
      yield { sheet: name };
      for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
        yield { rows: rows.slice(at, at + ROWS_AT_A_TIME) };
    }
    yield { isDone: true };
  } catch (error) {
    yield answerOf(error);
  }
}

function serve(port: NonNullable<typeof parentPort>): void {
  lowerThreadPriority({ isAwaited: true });
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) console[way] = () => undefined;
  let answers: Iterator<OldExcelAnswer> = [].values();
  port.on('message', (question: OldExcelQuestion) => {
    if (question !== 'more') answers = answersTo(question);
    for (;;) {
      const next = answers.next();
      if (next.done === true) return;
      port.postMessage(next.value);
      if ('rows' in next.value) return;
    }
  });
}

if (parentPort !== null) serve(parentPort);
