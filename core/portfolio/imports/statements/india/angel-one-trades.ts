import { Decimal, orderProvedBy, parseDate } from '../../../../platform/index.ts';
import { exchangeAssetClass } from '../../../../market/instruments/index.ts';
import { kiteSymbol } from '../../../../brokers/statements/index.ts';
import { type Cell, derivativeReason, executionId, NO_ENTRY, segmentOf } from '../../importers/index.ts';
import type { NumberedRow, RawRow, StatedTotal } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, type Table } from '../table.ts';

const WORDS = {
  symbol: 'scripcontract scripname',
  isin: 'isin',
  type: 'buysell',
  buy_price: 'buyprice',
  sell_price: 'sellprice',
  quantity: 'quantity',
  brokerage: 'brokerage',
  gst: 'gst',
  stt: 'stt',
  sebi: 'sebitax',
  exchange_charges: 'exchangeturnovercharges',
  stamp_duty: 'stampduty',
  other: 'othercharges',
  ipft: 'ipftcharges',
  segment: 'segment',
  exchange: 'exchange',
  order: 'orderid',
  number: 'tradeid',
  date: 'date',
};
const REQUIRED = ['symbol', 'type', 'buy_price', 'sell_price', 'quantity', 'number', 'date', 'exchange'];
const CHARGES = ['brokerage', 'gst', 'stt', 'sebi', 'exchange_charges', 'stamp_duty', 'other', 'ipft'];
const CONTRACT = /^(?:OPT|FUT)(?:IDX|STK|CUR|COM|FUT|IRC|BLN|ENR)?\s/i;

/**
 * Angel One's "TradesAndCharges". The price stands under the side of the trade; each row carries its own charges, and rows
 * without a quantity those of a whole order, which go to the order's first trade.
 */
export const angelOneTrades: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'angel-one-trades',
  title: 'Angel One trades',
  broker: 'Angel One',
  notation: { date_order: 'mdy', decimal_mark: '.' },
  currency: 'INR',
  detect: ({ sheets }) => sheets.some((sheet) => findTable(sheet, WORDS, REQUIRED) !== null),
  read: ({ sheets }) => read(sheets),
};

/** A record of the table and what is read of it. */
interface Entry {
  at: number;
  cell: Cell;
  quantity: Decimal | null;
  charges: Decimal | null;
  raw: RawRow<'transactions'>;
}

function read(sheets: readonly Sheet[]): StatementReading {
  const rows: NumberedRow[] = [];
  const totals: StatedTotal[] = [];
  const notes: string[] = [];
  for (const sheet of sheets) {
    const table = findTable(sheet, WORDS, REQUIRED);
    if (table === null) continue;
    const entries = entriesOf(sheet, table);
    shareOrderCharges(entries);
    rows.push(...entries.map(({ at, raw }) => ({ row: at + 1, raw })));
    totals.push(...totalsAbove(sheet, table.header, entries));
    const apart = amountAbove(sheet, table.header, /^total non[- ]trade charges$/i);
    if (apart !== null && !apart.isZero())
      notes.push(`Charges of ${apart.toFixed(2)} that belong to no trade are not imported.`);
  }
  return { type: 'transactions', rows, totals, notes };
}

function entriesOf(sheet: Sheet, { header, columns }: Table): Entry[] {
  const cells = sheet.rows.flatMap((record, at) =>
    at <= header || isBlank(record) ? [] : [{ at, cell: cellIn(record, columns) }],
  );
  const orders = new Set(cells.map(({ cell }) => orderProvedBy(withCentury(cell('date')))));
  // A spreadsheet writes days as its country does: month first, unless a row proves otherwise.
  const order = orders.has('dmy') && !orders.has('mdy') ? 'dmy' : 'mdy';
  return cells.map(({ at, cell }) => {
    const quantity = amountIn(cell('quantity'));
    return { at, cell, quantity, charges: chargesOf(cell), raw: rowOf(cell, quantity, order) };
  });
}

function rowOf(cell: Cell, quantity: Decimal | null, order: 'dmy' | 'mdy'): RawRow<'transactions'> {
  const symbol = kiteSymbol(cell('symbol'));
  const written = withCentury(cell('date'));
  const day = parseDate(written, order);
  const isSale = /^(?:s|sell|sold|sale)$/i.test(cell('type'));
  const charges = chargesOf(cell);
  const isin = cell('isin');
  const excluded = leftOut(cell, quantity);
  return {
    fields: {
      symbol,
      date: 'problem' in day ? written : day.value,
      type: isSale ? 'SELL' : /^(?:b|buy|bought)$/i.test(cell('type')) ? 'BUY' : cell('type'),
      quantity: cell('quantity'),
      price: cell(isSale ? 'sell_price' : 'buy_price'),
      fee_tax:
        charges?.toFixed() ?? CHARGES.map(cell).find((text) => amountIn(text) === null && text !== '') ?? '',
      currency: 'INR',
      asset_class: exchangeAssetClass(symbol, isin),
      ...(isin === '' ? {} : { isin }),
      ...executionId(cell('exchange'), cell('number')),
    },
    ...(excluded === null ? segmentOf(cell('segment')) : { excluded }),
  };
}

function leftOut(cell: Cell, quantity: Decimal | null): string | null {
  if (cell('quantity') === '' && (cell('type') === '' || cell('date') === '')) return NO_ENTRY;
  if (CONTRACT.test(cell('symbol'))) return derivativeReason('FO');
  return quantity?.isZero() === true && cell('number') === ''
    ? 'Charges of an order whose trades are not in this file.'
    : null;
}

/** Charges that stand in a row of their own go to the order's first trade. */
function shareOrderCharges(entries: readonly Entry[]): void {
  for (const { cell, quantity, charges, raw } of entries) {
    if (quantity?.isZero() !== true || cell('number') !== '' || cell('order') === '') continue;
    const trade = entries.find(
      (other) =>
        !other.raw.excluded &&
        other.cell('order') === cell('order') &&
        other.cell('symbol') === cell('symbol') &&
        other.quantity?.gt(0) === true,
    );
    if (trade === undefined || trade.charges === null || charges === null) continue;
    trade.charges = trade.charges.plus(charges);
    trade.raw.fields.fee_tax = trade.charges.toFixed();
    raw.excluded = `Charges of an order. They are added to its trade in row ${trade.at + 1}.`;
  }
}

/** All columns of charges; null where one of them is no number. */
function chargesOf(cell: Cell): Decimal | null {
  let sum = new Decimal(0);
  for (const word of CHARGES) {
    const text = cell(word);
    if (/^-*$/.test(text)) continue;
    const amount = amountIn(text);
    if (amount === null) return null;
    sum = sum.plus(amount);
  }
  return sum;
}

function totalsAbove(sheet: Sheet, header: number, entries: readonly Entry[]): StatedTotal[] {
  const trades = amountAbove(sheet, header, /^total trades$/i);
  const charges = amountAbove(sheet, header, /^total trade charges$/i);
  const count = entries.filter(({ quantity }) => quantity?.gt(0) === true).length;
  // What was moved from an order to its trade counts once.
  const sum = entries.reduce((total, { cell }) => total.plus(chargesOf(cell) ?? 0), new Decimal(0));
  return [
    ...(trades === null ? [] : [total('Trades, contracts included', trades, new Decimal(count))]),
    ...(charges === null ? [] : [total('Charges of trades, contracts included', charges, sum)]),
  ];
}

function total(what: string, stated: Decimal, read: Decimal): StatedTotal {
  return {
    what,
    stated: stated.toFixed(),
    read: read.toFixed(),
    agrees: stated.minus(read).abs().lte('0.01'),
  };
}

function amountAbove({ rows }: Sheet, header: number, label: RegExp): Decimal | null {
  const record = rows
    .slice(0, header)
    .find((cells) => label.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? ''));
  const at = record?.findIndex((cell) => label.test(cell.trim())) ?? -1;
  return amountIn(record?.slice(at + 1).find((cell) => cell.trim() !== '') ?? '');
}

/** `8/27/26 0:00`, as a spreadsheet saves a day. */
function withCentury(text: string): string {
  return text.replace(/^(\d{1,2}[-/.]\d{1,2}[-/.])(\d{2})(?=$|[ T])/, '$120$2');
}
