import { setImmediate as breath } from 'node:timers/promises';
import {
  type CsvDialect,
  CsvFault,
  csvLineEnd,
  CsvReader,
  decodeText,
  Problem,
} from '../../platform/index.ts';
import { type Layout, layoutOf, NEEDED_COLUMNS, type Word } from './columns.ts';
import type { MonthlyExpiry } from './contract.ts';
import { type Fill, fillIdOf } from './fill.ts';
import { type ReadRow, readRow, type Settlement } from './read-row.ts';

/** Bounds of one file. */
export const LARGEST_TRADEBOOK = 32 * 1024 * 1024;
const MOST_FILLS = 50_000;
const CSV_LIMITS = { columns: 256, fieldLength: 32 * 1024 };
/** The header stands among the first records; what is above it is a title, or an account's particulars. */
const HEADER_WITHIN = 60;
const DELIMITERS = [',', ';', '\t', '|'];
/** Rows that are read before others have their turn. */
const AT_ONCE = 500;

/** A row that was left out, by its number in the file with the first line as 1. */
export interface RowIssue {
  row: number;
  message: string;
}

/** What a file has, before anything is written. */
export interface Reading {
  format: Layout['format'];
  title: string;
  rows: number;
  fills: { row: number; fill: Fill }[];
  settlements: Settlement[];
  issues: RowIssue[];
  /** Reasons of rows that were left out on purpose, each with how many. */
  excluded: Record<string, number>;
  /** Rows of shares and funds, which the portfolio imports. */
  other_rows: number;
  unused_columns: string[];
}

/** What a person says beside the file. */
export interface ReadingOptions {
  /** Of fills whose row names none. */
  strategy: string;
  /** Rupees an executed order; null for the table of charges. */
  brokerage: number | null;
}

const refuse = (code: string, message: string, status = 422): Problem => new Problem(status, code, message);

/**
 * Reads a tradebook with fills of futures and options, from CSV in whatever encoding.
 * @returns null where it is no tradebook at all, by its columns
 * @throws Problem 422 or 413 with a stable code, where it is no text, is too large or has too many fills
 */
export async function readTradebook(
  source: AsyncIterable<Uint8Array>,
  { strategy, brokerage }: ReadingOptions,
  monthlyExpiry: MonthlyExpiry,
): Promise<Reading | null> {
  const text = await textOf(source);
  const table = tableOf(text);
  if (table === null) return null;
  const { layout, records, first } = table;
  const reading: Reading = {
    format: layout.format,
    title: layout.title,
    rows: 0,
    fills: [],
    settlements: [],
    issues: [],
    excluded: {},
    other_rows: 0,
    unused_columns: layout.unused,
  };
  const source_ = layout.format === 'zerodha-fo-tradebook' ? 'Zerodha tradebook' : 'tradebook';
  const repeats = new Map<string, number>();
  const seen = new Set<string>();
  for (let nr = first; nr < records.length; nr += 1) {
    if (nr % AT_ONCE === 0) await breath();
    const record = records[nr] ?? [];
    if (record.filter((cell) => cell.trim() !== '').length < 2 || isHeaderAgain(record, records[first - 1]))
      continue;
    reading.rows += 1;
    const row = readRow(cellOf(record, layout), monthlyExpiry);
    if (!('fill' in row)) {
      note(reading, nr + 1, row);
      continue;
    }
    const known = { ...row.fill, strategy: row.fill.strategy ?? strategy, brokerage, source: source_ };
    const plain = fillIdOf(known, 0);
    const nth = known.trade_number === null ? (repeats.get(plain) ?? 0) : 0;
    repeats.set(plain, nth + 1);
    const fill_id = fillIdOf(known, nth);
    if (seen.has(fill_id)) {
      const reason = 'The fill is in the file more than once.';
      reading.excluded[reason] = (reading.excluded[reason] ?? 0) + 1;
      continue;
    }
    seen.add(fill_id);
    reading.fills.push({ row: nr + 1, fill: { fill_id, ...known } });
    if (reading.fills.length > MOST_FILLS)
      throw refuse(
        'TRADEBOOK_TOO_LONG',
        `This file has more than ${MOST_FILLS.toLocaleString('en-IN')} fills. Split it, for example by quarter, and import the parts.`,
      );
  }
  return reading;
}

/** @throws Problem 422 TRADEBOOK_UNKNOWN_COLUMNS in place of null */
export function needTradebook(reading: Reading | null): Reading {
  if (reading !== null) return reading;
  throw refuse(
    'TRADEBOOK_UNKNOWN_COLUMNS',
    `The columns of this file are not those of a tradebook. ${NEEDED_COLUMNS}.`,
  );
}

async function textOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: string[] = [];
  const rules = {
    maxBytes: LARGEST_TRADEBOOK,
    refuse: (code: string, message: string) => refuse(code, message, code === 'CSV_TOO_LARGE' ? 413 : 422),
  };
  for await (const piece of decodeText(source, rules)) pieces.push(piece);
  return pieces.join('').replace(/^\uFEFF/, '');
}

/** The records of a file and where its rows begin; the delimiter that makes a header is right. */
function tableOf(text: string): { layout: Layout; records: string[][]; first: number } | null {
  const newline = csvLineEnd(text.slice(0, 64 * 1024));
  for (const delimiter of DELIMITERS) {
    const head = recordsOf(text.slice(0, 64 * 1024), { delimiter, newline }, false).slice(0, HEADER_WITHIN);
    for (const [at, record] of head.entries()) {
      const layout = layoutOf(record);
      if (layout !== null)
        return { layout, records: recordsOf(text, { delimiter, newline }, true), first: at + 1 };
    }
  }
  return null;
}

/** @param isWhole false for the beginning of a file: a record that is cut off there is no fault, and left out */
function recordsOf(text: string, dialect: CsvDialect, isWhole: boolean): string[][] {
  const records: string[][] = [];
  const reader = new CsvReader(dialect, CSV_LIMITS);
  try {
    reader.push(text, records);
    reader.end(records);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (isWhole) throw refuse(error.code, error.message);
  }
  return records;
}

function cellOf(record: readonly string[], { columns }: Layout) {
  return (word: Word): string => {
    const at = columns[word];
    return at === undefined ? '' : (record[at] ?? '');
  };
}

/** Files joined end to end repeat their header; it is no entry. */
const isHeaderAgain = (record: readonly string[], header: readonly string[] = []): boolean =>
  record.length === header.length && record.every((cell, at) => cell.trim() === header[at]?.trim());

function note(reading: Reading, row: number, read: Exclude<ReadRow, { fill: unknown }>): void {
  if ('settlement' in read) reading.settlements.push(read.settlement);
  else if ('issue' in read) reading.issues.push({ row, message: read.issue });
  else if ('excluded' in read) reading.excluded[read.excluded] = (reading.excluded[read.excluded] ?? 0) + 1;
  else reading.other_rows += 1;
}
