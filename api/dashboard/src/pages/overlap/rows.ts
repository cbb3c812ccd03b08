/** Rows of a fund's contents, as they are copied out of a factsheet, a spreadsheet or a CSV file. */

export interface FundRow {
  stock_symbol: string;
  isin: string | null;
  weight_pct: number;
}

export interface ReadRows {
  rows: FundRow[];
  /** Lines that are no rows, by their number in the text, with the reason. */
  issues: { line: number; message: string }[];
  /** Of all rows, in percentage points. */
  sum: number;
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const NAME_TITLE = /symbol|stock|company|name|instrument|issuer|security|scrip/i;
const WEIGHT_TITLE = /weight|%|percent|nav|aum|allocation/i;
const TOTAL = /^(grand |sub ?)?total\b/i;

/** Reads one row a line; columns are parted by tabs, semicolons or commas, and named by a first line or not at all. */
export function readRows(text: string): ReadRows {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\uFEFF/, ''));
  const separator = separatorOf(lines);
  const rows: FundRow[] = [];
  const issues: ReadRows['issues'] = [];
  let columns: Columns | null = null;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line, separator);
    if (columns === null && rows.length === 0) {
      columns = columnsOf(cells);
      if (columns !== null) continue;
    }
    const read = columns === null ? guessed(cells) : named(cells, columns);
    const problem = problemOf(read);
    if (problem !== null) issues.push({ line: at + 1, message: problem });
    else if (!TOTAL.test(read.name))
      rows.push({ stock_symbol: read.name, isin: read.isin, weight_pct: read.weight ?? 0 });
  }
  return { rows, issues, sum: Number(rows.reduce((all, { weight_pct }) => all + weight_pct, 0).toFixed(6)) };
}

interface Columns {
  name: number;
  weight: number;
  isin: number;
}

interface Read {
  name: string;
  isin: string | null;
  weight: number | null;
}

function separatorOf(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return ['\t', ';', '|'].find((sign) => first.includes(sign)) ?? ',';
}

/** Cells of a line; one in quotes may hold the separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '"') {
      if (isQuoted && line.charAt(at + 1) === '"') cell += '"';
      isQuoted = !isQuoted;
    } else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell].map((one) => one.trim());
}

/** Where the columns are, when this line names them; null for a row. */
function columnsOf(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => numberOf(cell) !== null)) return null;
  const weight = cells.findIndex((cell) => WEIGHT_TITLE.test(cell));
  const isin = cells.findIndex((cell) => /isin/i.test(cell));
  const name = cells.findIndex((cell, at) => at !== weight && at !== isin && NAME_TITLE.test(cell));
  return weight === -1 || (name === -1 && isin === -1) ? null : { name, weight, isin };
}

function named(cells: readonly string[], columns: Columns): Read {
  const isin = (cells[columns.isin] ?? '').toUpperCase();
  return {
    name: (cells[columns.name] ?? '') || isin,
    isin: ISIN.test(isin) ? isin : null,
    weight: numberOf(cells[columns.weight] ?? ''),
  };
}

/** Without titles: the ISIN is what looks like one, the weight the last number, the name the first that is neither. */
function guessed(cells: readonly string[]): Read {
  const isin = cells.map((cell) => cell.toUpperCase()).find((cell) => ISIN.test(cell)) ?? null;
  const weights = cells.map(numberOf).filter((value) => value !== null);
  const name = cells.find((cell) => cell !== '' && numberOf(cell) === null && cell.toUpperCase() !== isin);
  return { name: name ?? isin ?? '', isin, weight: weights.at(-1) ?? null };
}

function problemOf({ name, weight }: Read): string | null {
  if (name === '') return 'The company is missing.';
  if (weight === null) return `The weight of ${name} is missing.`;
  return weight < 0 ? `The weight of ${name} is below zero. Remove the line.` : null;
}

/** 8.25, 8.25%, 8,25: percentage points; null for anything else. */
function numberOf(cell: string): number | null {
  const text = cell.replace(/\s*%$/, '').replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}
