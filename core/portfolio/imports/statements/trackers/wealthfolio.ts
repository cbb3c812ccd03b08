import { headerKey } from '../../importers/index.ts';
import type { NumberedRow } from '../../rows/index.ts';
import { type Sheet, type StatementFormatOf, StatementRefusal } from '../statement.ts';
import { cellIn, findTable, isBlank } from '../table.ts';
import { markCut } from '../cut-short.ts';
import { isRecord, jsonOf, textIn } from './json.ts';
import { recordsOf } from './wealthfolio-csv.ts';
import { entriesOf, type Value } from './wealthfolio-rows.ts';

const shared = {
  title: 'Wealthfolio activities',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
} as const;

/** Wealthfolio's export of activities, as CSV or JSON: the keys of its own record. */
export const wealthfolio: StatementFormatOf<'text'> = {
  kind: 'text',
  format: 'wealthfolio',
  ...shared,
  detect: ({ text }) => {
    const start = text
      .slice(0, 4000)
      .replace(/^\uFEFF/, '')
      .trimStart();
    const isJson = /^\[\s{0,200}\{/.test(start);
    const head = isJson ? start : (start.split('\n')[0] ?? '');
    if (isJson) return head.includes('"activityType"') && /"(?:accountId|assetSymbol)"/.test(head);
    const names = head.split(',').map(nameOf);
    return names.includes('activityType') && names.some(isOfExport);
  },
  read({ text }) {
    const content = text.replace(/^\uFEFF/, '').trimStart();
    return {
      type: 'transactions',
      rows: content.startsWith('[') ? jsonRows(content) : csvRows(content),
      totals: [],
    };
  },
};

/** Spreadsheets take the quotes away. */
const nameOf = (cell: string): string => cell.trim().replace(/^"|"$/g, '');

/** What an export has, and the table that is imported has not. */
const isOfExport = (name: string): boolean => name === 'accountId' || name === 'assetSymbol';

function rowsOf(row: number, value: Value): NumberedRow[] {
  return entriesOf(value).map((raw) => ({ row, raw }));
}

function csvRows(text: string): NumberedRow[] {
  const records = recordsOf(text);
  const places = new Map((records[0] ?? []).map((name, at) => [name.trim(), at]));
  const rows = records.flatMap((record, at) => {
    if (at === 0 || isBlank(record)) return [];
    return rowsOf(at + 1, (key) => (record[places.get(key) ?? -1] ?? '').trim());
  });
  markCut(rows, records, 0);
  return rows;
}

function jsonRows(text: string): NumberedRow[] {
  const value = jsonOf(text, 'Wealthfolio export');
  if (!Array.isArray(value))
    throw new StatementRefusal('This Wealthfolio export has no list of activities. Export it again.');
  return value.flatMap((one: unknown, at) => {
    const record = isRecord(one) ? one : {};
    const hasSymbol = Object.hasOwn(record, 'symbol');
    return rowsOf(at + 1, (key) => textIn(record, key === 'symbol' && !hasSymbol ? 'assetId' : key));
  });
}

const WORDS = {
  date: 'date',
  symbol: 'symbol',
  instrumentType: 'instrumenttype',
  quantity: 'quantity',
  activityType: 'activitytype type',
  unitPrice: 'unitprice',
  currency: 'currency',
  fee: 'fee',
  amount: 'amount',
  fxRate: 'fxrate',
  subtype: 'subtype',
  comment: 'comment',
  accountName: 'accountname',
};
const REQUIRED = ['date', 'symbol', 'quantity', 'activityType', 'unitPrice', 'currency', 'fee', 'amount'];

/** The table that Wealthfolio imports; people keep their records in it. */
export const wealthfolioTable: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'wealthfolio-table',
  ...shared,
  detect: ({ sheets: [sheet] }) => {
    const table = sheet === undefined ? null : findTable(sheet, WORDS, REQUIRED);
    if (table === null || sheet === undefined) return false;
    const names = (sheet.rows[table.header] ?? []).map((name) => name.trim());
    const isOwn =
      names.includes('activityType') || names.includes('unit_price') || names.includes('unitPrice');
    const keys = names.map(headerKey);
    if (names.some(isOfExport)) return false;
    return isOwn && ['fxrate', 'subtype', 'instrumenttype'].some((key) => keys.includes(key));
  },
  read({ sheets: [sheet] }) {
    return { type: 'transactions', rows: sheet === undefined ? [] : tableRows(sheet), totals: [] };
  },
};

function tableRows(sheet: Sheet): NumberedRow[] {
  const table = findTable(sheet, WORDS, REQUIRED);
  if (table === null) return [];
  const rows = sheet.rows.flatMap((record, at) => {
    if (at <= table.header || isBlank(record)) return [];
    return rowsOf(at + 1, cellIn(record, table.columns));
  });
  markCut(rows, sheet.rows, table.header);
  return rows;
}
