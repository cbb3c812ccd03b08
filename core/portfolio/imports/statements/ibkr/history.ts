import { type FlexRecord, readFlexRecords } from '../../../../brokers/statements/index.ts';
import type { AssetClass } from '../../../../market/instruments/index.ts';
import { Decimal, toScale } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import { type NumberedRow, notUnderstood, type RawRow, type StatedTotal } from '../../rows/index.ts';
import { flexRaw } from './flex-entry-row.ts';
import { ibkrSymbol, shareClass } from './instruments.ts';
import { IbkrPayments } from './payments.ts';
import {
  beginsWithSections,
  cutRowOf,
  dataOf,
  fieldIn,
  hasSection,
  type Sections,
  sectionsOf,
  withoutCut,
} from './sections.ts';
import { LEFT_OUT } from '../left-out.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn } from '../table.ts';
import { isFundName, isOption } from '../us-security.ts';

/** No positions, though they have a quantity. */
const BOOKKEEPING = /^(?:forex|adjustment|fx )/i;
/** Money that is no entry. */
const CASH =
  /deposit|withdraw|interest|\bfees?\b|commission|transfer|sales tax|electronic fund|cash (?:receipt|payment)|debit card|bill pay|market data/i;
const NAME = 'Transaction History';

/**
 * The Transaction History of Interactive Brokers. A price is in the currency of the exchange; the amounts beside it, and
 * dividends, are in the base currency of the account. Nothing has a number.
 */
export const ibkrHistory: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'ibkr-history',
  title: 'Transaction History of Interactive Brokers',
  broker: 'Interactive Brokers',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) =>
    sheet !== undefined && beginsWithSections(sheet.rows) && hasSection(sheet.rows, NAME),
  read({ sheets: [sheet] }) {
    const sections = sheet === undefined ? new Map() : sectionsOf(sheet);
    const base = fieldIn(sections, 'Summary', 'Base Currency').toUpperCase();
    const rows: NumberedRow[] = [];
    const payments = new IbkrPayments();
    const actions: FlexRecord[] = [];
    const currencies = currenciesOf(sections);
    for (const { row, cell: found } of dataOf(sections, NAME, 'date')) {
      const cell: Cell = (word) => (/^-+$/.test(found(word)) ? '' : found(word));
      const type = cell('transactiontype');
      const [symbol, description] = [ibkrSymbol(cell('symbol')), cell('description')];
      const payment = {
        row,
        date: cell('date'),
        currency: base,
        description,
        symbol,
        amount: cell('grossamount'),
      };
      if (/^(?:dividend|payment in lieu)/i.test(type))
        payments.dividend(payment, (_, isin) => ({
          asset_class: classOf(description, isin, currencies.get(symbol) ?? base),
        }));
      else if (/withholding/i.test(type)) payments.tax(payment);
      else if (/^corporate action/i.test(type))
        actions.push(actionOf(row, cell, currencies.get(symbol) ?? base));
      else rows.push({ row, raw: rawOf(type, cell, base) });
    }
    for (const entry of readFlexRecords(actions, { hasIds: false }))
      if ('row' in entry) rows.push({ row: entry.row, raw: flexRaw('transactions', entry, undefined) });
    const all = rows.concat(payments.settle()).toSorted((one, other) => one.row - other.row);
    return {
      type: 'transactions',
      rows: withoutCut(all, sheet === undefined ? null : cutRowOf(sheet)),
      totals: cashAtTheEnd(sections),
    };
  },
};

function rawOf(type: string, cell: Cell, base: string): RawRow {
  const symbol = ibkrSymbol(cell('symbol'));
  const multiplier = amountIn(cell('multiplier'));
  if (isOption(cell('symbol').toUpperCase(), cell('description')) || multiplier?.gt(1) === true)
    return { fields: {}, excluded: LEFT_OUT.option };
  if (/^(?:buy|sell)$/i.test(type)) return tradeOf(/^buy$/i.test(type) ? 'BUY' : 'SELL', symbol, cell, base);
  if (/^(?:assignment|exercise|expiration)/i.test(type)) return { fields: {}, excluded: LEFT_OUT.option };
  const units = amountIn(cell('quantity'));
  const moves = units !== null && !units.isZero();
  const amount = amountIn(cell('netamount')) ?? amountIn(cell('grossamount'));
  if (type === '' && !moves && amount === null) return { fields: {}, excluded: LEFT_OUT.noEntry };
  if (BOOKKEEPING.test(type) || (!moves && CASH.test(type)))
    return { fields: {}, excluded: LEFT_OUT.cash(type) };
  return notUnderstood(type, {
    symbol,
    date: cell('date'),
    quantity: moves ? units.abs().toFixed() : '0',
    price: moves ? cell('price') : (amount?.abs().toFixed() ?? ''),
    currency: base,
  });
}

function tradeOf(side: 'BUY' | 'SELL', symbol: string, cell: Cell, base: string): RawRow {
  const units = amountIn(cell('quantity'))?.abs() ?? null;
  const price = amountIn(cell('price'));
  const gross = amountIn(cell('grossamount'))?.abs() ?? null;
  const fees = (amountIn(cell('commission')) ?? new Decimal(0)).plus(amountIn(cell('transactionfees')) ?? 0);
  const stated = cell('pricecurrency').toUpperCase();
  const comes = units === null || price === null ? null : units.times(price);
  const isBase = gross !== null && comes !== null && gross.minus(comes).abs().lte('0.02');
  const fields = {
    type: side,
    symbol,
    date: cell('date'),
    quantity: units?.toFixed() ?? cell('quantity'),
    price: cell('price'),
    currency: stated === '' ? base : stated,
    asset_class: classOf(cell('description'), null, stated === '' ? base : stated),
  };
  // Older files do not say what the price is in; the amounts are in the base currency.
  if (stated === '' && !isBase && gross !== null) {
    const { price: _, ...rest } = fields;
    const charge = fees.isNegative() || fees.isZero() ? fees.abs() : null;
    const note = charge === null ? { note: `Excludes a rebate of ${fees.toFixed()} ${base}.` } : {};
    const fee_tax = (charge ?? new Decimal(0)).toFixed();
    return { fields: { ...rest, ...note, fee_tax }, totals: { price: gross.toFixed() } };
  }
  if (fields.currency === base) {
    if (!fees.gt(0) || units === null || price === null || units.isZero())
      return {
        fields: { ...fields, fee_tax: fees.abs().toFixed() },
        ...(gross === null ? {} : { stated: { amount: gross.toFixed(), charges: 'apart' } as const }),
      };
    return withRebate(fields, fees, units, price);
  }
  const rate = gross === null || gross.isZero() || comes === null ? null : comes.div(gross);
  if (rate === null && !fees.isZero())
    return {
      fields: {
        ...fields,
        note: `Excludes a commission of ${fees.negated().toFixed()} ${base}, because the trade is in ${fields.currency}.`,
      },
    };
  const own = toScale(fees.times(rate ?? 0));
  if (own.gt(0) && units !== null && price !== null && !units.isZero())
    return withRebate(fields, own, units, price);
  const note = `The commission was ${fees.abs().toFixed()} ${base}; it is converted at the rate of this trade.`;
  return { fields: { ...fields, fee_tax: own.abs().toFixed(), ...(fees.isZero() ? {} : { note }) } };
}

function classOf(name: string, isin: string | null, currency: string): AssetClass {
  return isFundName(name) ? 'ETF' : shareClass(isin, currency);
}

/** A rebate is part of the price, since a charge is never negative. */
function withRebate(
  fields: RawRow['fields'] & { type: 'BUY' | 'SELL' },
  rebate: Decimal,
  units: Decimal,
  price: Decimal,
): RawRow {
  const share = toScale(rebate.div(units));
  const net = fields.type === 'SELL' ? price.plus(share) : Decimal.max(price.minus(share), 0);
  const note = `Traded at ${price.toFixed()}; the price includes a commission rebate of ${rebate.toFixed()}.`;
  return { fields: { ...fields, price: net.toFixed(), fee_tax: '0', note } };
}

function actionOf(row: number, cell: Cell, currency: string): FlexRecord {
  const attributes = {
    assetCategory: 'STK',
    symbol: cell('symbol'),
    description: cell('description'),
    quantity: cell('quantity'),
    reportDate: cell('date'),
    currency,
  };
  return { section: 'CORP', row, attributes };
}

/** In which currency each symbol is traded, where the file says it. */
function currenciesOf(sections: Sections): Map<string, string> {
  const known = new Map<string, string>();
  for (const { cell } of dataOf(sections, NAME, 'date')) {
    const currency = cell('pricecurrency').toUpperCase();
    if (/^[A-Z]{3}$/.test(currency)) known.set(ibkrSymbol(cell('symbol')), currency);
  }
  return known;
}

function cashAtTheEnd(sections: Sections): StatedTotal[] {
  const start = amountIn(fieldIn(sections, 'Summary', 'Starting Cash'));
  const end = amountIn(fieldIn(sections, 'Summary', 'Ending Cash'));
  if (start === null || end === null) return [];
  const read = dataOf(sections, NAME, 'date').reduce(
    (sum, { cell }) => sum.plus(amountIn(cell('netamount')) ?? 0),
    start,
  );
  const agrees = end.minus(read).abs().lte('0.01');
  return [{ what: 'Cash at the end', stated: end.toFixed(), read: read.toFixed(), agrees }];
}
