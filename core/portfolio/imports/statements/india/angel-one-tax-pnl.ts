import { Decimal } from '../../../../platform/index.ts';
import { exchangeAssetClass } from '../../../../market/instruments/index.ts';
import { columnsFor, derivativeReason, NO_ENTRY, statedAmount } from '../../importers/index.ts';
import {
  type NumberedRow,
  type RawRow,
  type RealisedLot,
  shown,
  type StatedTotal,
} from '../../rows/index.ts';
import { placeOf, type Section, sectionsOf } from '../sections.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { amountIn, cellIn } from '../table.ts';
import { daysOf, isTotal, lotOf, MATCHED_LOT, lotNotes } from '../tax-lots.ts';

const DIVIDEND = {
  isin: 'isin',
  symbol: 'scripname',
  date: 'dividenddate',
  quantity: 'qty quantity',
  price: 'dividendrate',
  amount: 'dividendamount',
};
const LOT = {
  isin: 'isin',
  symbol: 'scripname',
  quantity: 'qty quantity',
  bought_on: 'buydate transactiondate',
  sold_on: 'selldate',
  cost: 'buyvalue',
  proceeds: 'sellvalue',
  charges: 'chargesandstatutory',
  stt: 'stt',
};
const CHARGE = { words: 'charge', date: 'postingdate', debit: 'debitamount', credit: 'creditamount' };
const REPORT = /equity\+bonds\+sgb trade details|^dividend report$|angel one limited.*tax/i;

/**
 * Angel One's tax P&L: matched sales in several tables, and the dividends. As with every tax report the trades come from
 * elsewhere; this brings the dividends, and the matched lots to compare realised gains with. Its net profit is after
 * charges, so the profit is worked out anew from what was paid and what came.
 */
export const angelOneTaxPnl: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'angel-one-tax-pnl',
  title: 'Angel One tax P&L',
  broker: 'Angel One',
  symbolsByIsin: 'all',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: 'INR',
  detect: ({ sheets }) =>
    sheets.some(({ rows }) => rows.some((record) => record.some((cell) => REPORT.test(cell.trim())))) &&
    sheets.some((sheet) =>
      sectionsOf(sheet, isHeader).some(({ header }) => isDividend(header) || isLot(header)),
    ),
  read: ({ sheets }) => read(sheets),
};

const hasAll = (
  header: Section['header'],
  words: Readonly<Record<string, string>>,
  required: string[],
): boolean => required.every((word) => word in columnsFor(header, words));
const isDividend = (header: Section['header']): boolean =>
  hasAll(header, DIVIDEND, ['isin', 'symbol', 'date', 'quantity', 'amount']);
const isLot = (header: Section['header']): boolean =>
  hasAll(header, LOT, ['symbol', 'quantity', 'bought_on', 'cost', 'proceeds']);
const isCharge = (header: Section['header']): boolean => hasAll(header, CHARGE, ['words', 'debit']);
/** Tables of other things, such as what is still held, have a header with these words too. */
const isHeader = (header: Section['header']): boolean =>
  isCharge(header) || header.keys.some((key) => /^(?:isin|scripname|scripcontract|contract)$/.test(key));

function read(sheets: readonly Sheet[]): StatementReading {
  const rows: RawRow<'transactions'>[] = [];
  const lots: RealisedLot[] = [];
  const totals: StatedTotal[] = [];
  const notes: string[] = [];
  for (const sheet of sheets) {
    for (const section of sectionsOf(sheet, isHeader)) {
      if (isDividend(section.header)) readDividends(section, rows, totals);
      else if (isCharge(section.header)) readCharges(section, notes);
      else readLots(section, rows, lots);
    }
  }
  notes.push(...lotNotes(lots, rows));
  const numbered = rows.map((raw, at): NumberedRow => ({ row: at + 1, raw }));
  return { type: 'transactions', rows: numbered, totals, notes, realised: { ...daysOf(lots), lots } };
}

function readDividends(section: Section, rows: RawRow<'transactions'>[], totals: StatedTotal[]): void {
  const columns = columnsFor(section.header, DIVIDEND);
  let sum = new Decimal(0);
  for (const { at, record } of section.records) {
    const cell = cellIn(record, columns);
    if (isTotal(record)) {
      const stated = amountIn(cell('amount'));
      if (stated === null) continue;
      const agrees = stated.equals(sum);
      totals.push({ what: 'Dividends', stated: stated.toFixed(), read: sum.toFixed(), agrees });
      continue;
    }
    sum = sum.plus(amountIn(cell('amount')) ?? 0);
    const price = cell('price');
    rows.push({
      fields: {
        symbol: cell('symbol'),
        isin: cell('isin'),
        date: cell('date'),
        type: 'DIVIDEND',
        quantity: cell('quantity'),
        price,
        currency: 'INR',
        asset_class: exchangeAssetClass('', cell('isin')),
      },
      ...(price === '' ? { totals: { price: cell('amount') } } : {}),
      ...statedAmount(cell('amount'), 'apart'),
      where: placeOf(section.sheet, at),
    });
  }
}

function readLots(section: Section, rows: RawRow<'transactions'>[], lots: RealisedLot[]): void {
  const columns = columnsFor(section.header, LOT);
  const isTable = isLot(section.header);
  for (const { at, record } of section.records) {
    const cell = cellIn(record, columns);
    const fields = {
      symbol: cell('symbol'),
      date: cell('sold_on') || cell('bought_on'),
      quantity: cell('quantity'),
    };
    const where = placeOf(section.sheet, at);
    if (/^derivative/i.test(section.sheet)) {
      rows.push({ fields, where, excluded: derivativeReason('FO') });
      continue;
    }
    const lot = isTable
      ? lotOf({
          symbol: cell('symbol'),
          isin: cell('isin'),
          bought_on: cell('bought_on'),
          // What was bought and sold on one day has that day only.
          sold_on: cell('sold_on') || cell('bought_on'),
          quantity: cell('quantity'),
          cost: cell('cost'),
          proceeds: cell('proceeds'),
          profit: '',
          charges: [cell('charges'), cell('stt')],
          section: section.title,
        })
      : null;
    if (lot !== null) lots.push(lot);
    if (lot !== null || cell('isin') !== '')
      rows.push({ fields, where, excluded: lot === null ? noLot(section, record) : MATCHED_LOT });
  }
}

function noLot({ title }: Section, record: readonly string[]): string {
  if (isTotal(record)) return NO_ENTRY;
  return `Not a purchase and its sale${title === '' ? '' : `, but a row of the table ${shown(title)}`}. It is not imported.`;
}

function readCharges(section: Section, notes: string[]): void {
  const columns = columnsFor(section.header, CHARGE);
  let sum = new Decimal(0);
  for (const { record } of section.records) {
    const cell = cellIn(record, columns);
    sum = sum.plus(amountIn(cell('debit')) ?? 0).minus(amountIn(cell('credit')) ?? 0);
  }
  if (!sum.isZero()) notes.push(`Charges of ${sum.toFixed(2)} that belong to no trade are not imported.`);
}
