import { Decimal, parseDate } from '../../../../platform/index.ts';
import {
  type Cell,
  columnsFor,
  derivativeReason,
  NO_ENTRY,
  ZERODHA_DIVIDEND,
  zerodhaDividend,
} from '../../importers/index.ts';
import type { NumberedRow, RawRow, RealisedLot, StatedTotal } from '../../rows/index.ts';
import { placeOf, type Section, sectionsOf } from '../sections.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { amountIn, cellIn } from '../table.ts';
import { isTotal, lotOf, lotSum, MATCHED_LOT, UNREAD_LOT, lotNotes } from '../tax-lots.ts';
import { kiteSymbol } from '../../../../brokers/statements/index.ts';

const LOT = {
  symbol: 'symbol',
  isin: 'isin',
  bought_on: 'entrydate',
  sold_on: 'exitdate',
  quantity: 'quantity',
  cost: 'buyvalue',
  proceeds: 'sellvalue',
  profit: 'profit',
};
const CHARGES = {
  brokerage: 'brokerage',
  exchange: 'exchangetransactioncharges',
  ipft: 'ipft',
  sebi: 'sebicharges',
  cgst: 'cgst',
  sgst: 'sgst',
  igst: 'igst',
  stamp_duty: 'stampduty',
  stt: 'stt',
};
const LOT_REQUIRED = ['symbol', 'bought_on', 'sold_on', 'quantity', 'cost', 'proceeds', 'profit'];
const DEBIT = { words: 'particulars', date: 'postingdate', debit: 'debit', credit: 'credit' };
const TITLE = /tradewise exits from/i;
const PERIOD = /tradewise exits from\s+(\d{4}-\d\d-\d\d)\s+to\s+(\d{4}-\d\d-\d\d)/i;
const DERIVATIVES = /^(?:f&o|currency|commodity|futures|options)/i;

/**
 * Zerodha Console's tax P&L. Its sales are matched with their purchases, so it never brings trades: the tradebook does,
 * and both would count twice. It brings the dividends, and the matched lots to compare realised gains with.
 */
export const zerodhaTaxPnl: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'zerodha-tax-pnl',
  title: 'Zerodha tax P&L',
  broker: 'Zerodha',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: 'INR',
  detect: ({ sheets }) =>
    sheets.some(
      (sheet) =>
        sheet.rows.some((record) => record.some((cell) => TITLE.test(cell))) &&
        sectionsOf(sheet, isLotHeader).length > 0,
    ),
  read: ({ sheets }) => read(sheets),
};

const isLotHeader = (header: Section['header']): boolean =>
  LOT_REQUIRED.every((word) => word in columnsFor(header, LOT));

const isDividendHeader = (header: Section['header']): boolean =>
  ['symbol', 'date', 'quantity', 'price', 'amount'].every(
    (word) => word in columnsFor(header, ZERODHA_DIVIDEND),
  );

const isDebitHeader = (header: Section['header']): boolean =>
  ['words', 'date', 'debit'].every((word) => word in columnsFor(header, DEBIT));

function read(sheets: readonly Sheet[]): StatementReading {
  const rows: RawRow<'transactions'>[] = [];
  const lots: RealisedLot[] = [];
  const totals: StatedTotal[] = [];
  const notes: string[] = [];
  for (const sheet of sheets) {
    for (const section of sectionsOf(
      sheet,
      (header) => isLotHeader(header) || isDividendHeader(header) || isDebitHeader(header),
    )) {
      if (isLotHeader(section.header)) readLots(section, rows, lots);
      else if (isDividendHeader(section.header)) readDividends(section, rows, totals);
      else readDebits(section, rows, notes);
    }
  }
  totals.push(...profits(sheets, lots));
  const period = sheets
    .flatMap(({ rows: records }) => records.flat())
    .map((cell) => PERIOD.exec(cell))
    .find((found) => found !== null);
  notes.push(...lotNotes(lots, rows));
  const numbered = rows.map((raw, at): NumberedRow => ({ row: at + 1, raw }));
  return {
    type: 'transactions',
    rows: numbered,
    totals,
    notes,
    realised: { from: period?.[1] ?? null, to: period?.[2] ?? null, lots },
  };
}

function readLots(section: Section, rows: RawRow<'transactions'>[], lots: RealisedLot[]): void {
  const columns = columnsFor(section.header, { ...LOT, ...CHARGES });
  for (const { at, record } of section.records) {
    const cell = cellIn(record, columns);
    const fields = { symbol: cell('symbol'), date: cell('sold_on'), quantity: cell('quantity') };
    const where = placeOf(section.sheet, at);
    if (DERIVATIVES.test(section.title) || !('isin' in columns)) {
      rows.push({ fields, where, excluded: derivativeReason('FO') });
      continue;
    }
    const lot = lotOf({
      symbol: kiteSymbol(cell('symbol')),
      isin: cell('isin'),
      bought_on: cell('bought_on'),
      sold_on: cell('sold_on'),
      quantity: cell('quantity'),
      cost: cell('cost'),
      proceeds: cell('proceeds'),
      profit: cell('profit'),
      charges: Object.keys(CHARGES).map(cell),
      section: section.title,
    });
    if (lot !== null) lots.push(lot);
    rows.push({
      fields,
      where,
      excluded: lot !== null ? MATCHED_LOT : isTotal(record) ? NO_ENTRY : UNREAD_LOT,
    });
  }
}

function readDividends(section: Section, rows: RawRow<'transactions'>[], totals: StatedTotal[]): void {
  const columns = columnsFor(section.header, ZERODHA_DIVIDEND);
  let sum = new Decimal(0);
  for (const { at, record } of section.records) {
    const cell: Cell = cellIn(record, columns);
    const where = placeOf(section.sheet, at);
    if (/^total dividend/i.test(cell('symbol'))) {
      const stated = amountIn(cell('amount'));
      if (stated !== null)
        totals.push({
          what: 'Dividends',
          stated: stated.toFixed(),
          read: sum.toFixed(),
          agrees: stated.equals(sum),
        });
      continue;
    }
    const raw = zerodhaDividend(cell);
    if (!raw.excluded) sum = sum.plus(amountIn(cell('amount')) ?? 0);
    rows.push({ ...raw, where });
  }
}

function readDebits(section: Section, rows: RawRow<'transactions'>[], notes: string[]): void {
  const columns = columnsFor(section.header, DEBIT);
  let sum = new Decimal(0);
  for (const { at, record } of section.records) {
    const cell = cellIn(record, columns);
    if ('problem' in parseDate(cell('date'), 'dmy')) continue;
    sum = sum.plus(amountIn(cell('debit')) ?? 0).minus(amountIn(cell('credit')) ?? 0);
    rows.push({
      fields: { date: cell('date'), note: cell('words').slice(0, 1000) },
      where: placeOf(section.sheet, at),
      excluded:
        'A charge or credit of the account, not of a trade. Only trades, dividends and splits are imported.',
    });
  }
  if (!sum.isZero())
    notes.push(
      `Other debits less credits come to ${sum.toFixed(2)} (${section.title || section.sheet}). They are not imported.`,
    );
}

/** The profits that the summary names for shares, beside the lots of their sections. */
function profits(sheets: readonly Sheet[], lots: readonly RealisedLot[]): StatedTotal[] {
  const kinds: readonly [label: RegExp, what: string, section: RegExp][] = [
    [/^intraday/i, 'Intraday profit', /^equity\b.*intraday/i],
    [/^short term profit/i, 'Short-term profit of shares', /^equity\b.*short term/i],
    [/^long term profit/i, 'Long-term profit of shares', /^equity\b.*long term/i],
  ];
  return sheets.flatMap((sheet) => {
    if (!sheet.rows.some((record) => record.some((cell) => /realized profit breakdown/i.test(cell))))
      return [];
    return kinds.flatMap(([label, what, section]): StatedTotal[] => {
      const record = sheet.rows.find((cells) => cells.some((cell) => label.test(cell.trim())));
      const at = record?.findIndex((cell) => label.test(cell.trim())) ?? -1;
      const stated = amountIn(record?.slice(at + 1).find((cell) => cell.trim() !== '') ?? '');
      if (stated === null) return [];
      const read = lotSum(lots.filter((lot) => section.test(lot.section)));
      return [{ what, stated: stated.toFixed(), read: read.toFixed(), agrees: stated.equals(read) }];
    });
  });
}
