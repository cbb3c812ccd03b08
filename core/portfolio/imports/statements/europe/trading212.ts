import { Decimal, toScale } from '../../../../platform/index.ts';
import { type Cell, headerRow, type HeaderRow } from '../../importers/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';
import { type Unit, unitOf } from '../amounts.ts';
import { markCut } from '../cut-short.ts';
import { LEFT_OUT } from '../left-out.ts';

const WORDS = {
  action: 'action',
  time: 'time',
  isin: 'isin',
  symbol: 'ticker',
  name: 'name',
  id: 'id',
  shares: 'noofshares',
  price: 'priceshare',
  price_currency: 'currencypriceshare',
  rate: 'exchangerate',
  total:
    'total totalgbp totaleur totalusd totalchf totalsek totalpln totalczk totalron totalhuf totaldkk totalnok',
  total_currency: 'currencytotal',
  tax: 'withholdingtax',
  tax_currency: 'currencywithholdingtax',
};
const REQUIRED = ['action', 'time', 'isin', 'symbol', 'shares', 'price', 'price_currency', 'total'];
/** Columns of money that are no charge of the trade; what else has a currency beside it, or in its head, is one. */
const NO_CHARGE =
  /^(?:priceshare|exchangerate|result|total|grosstotal|withholdingtax|merchant|currency(?!conversionfee))/;

/** Money that is no entry. */
const CASH =
  /^(?:deposit|withdrawal|(?:lending )?interest|currency conversion|card |spending|cashback|new card|transfer|result adjustment|fee|stamp duty|tax|refund)/i;

/** A charge of a trade: the column of its amount, and of its currency, or the currency that its head names. */
interface Charge {
  at: number;
  currencyAt: number | null;
  currency: string;
}

interface Row {
  row: number;
  raw: RawRow<'transactions'>;
  kind: 'close' | 'open' | 'other';
  isin: string;
  day: string;
  shares: Decimal | null;
}

/** Trading 212's history: prices in the currency of the share, totals in that of the account, a split as a pair of rows. */
export const trading212: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'trading-212',
  title: 'Trading 212 history',
  broker: 'Trading 212',
  symbolsByIsin: 'all',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const rows = sheet === undefined ? [] : rowsOf(sheet);
    pairSplits(rows);
    withoutRepeatedIds(rows);
    return {
      type: 'transactions',
      rows: rows.map(({ row, raw }): NumberedRow => ({ row, raw })),
      totals: [],
    };
  },
};

function rowsOf(sheet: Sheet): Row[] {
  const table = findTable(sheet, WORDS, REQUIRED);
  if (table === null) return [];
  const header = headerRow(sheet.rows[table.header] ?? []);
  const charges = chargesOf(header);
  const totalHead = header.names[table.columns['total'] ?? -1] ?? '';
  const account = /\(([A-Za-z]{3})\)$/.exec(totalHead)?.[1] ?? '';
  const rows = sheet.rows.flatMap((record, at): Row[] => {
    if (at <= table.header || isBlank(record)) return [];
    const cell = cellIn(record, table.columns);
    const action = cell('action');
    const kind = /^stock split close$/i.test(action)
      ? 'close'
      : /^stock split open$/i.test(action)
        ? 'open'
        : 'other';
    const home = unitOf(cell('total_currency') || account);
    return [
      {
        row: at + 1,
        raw: kind === 'other' ? rowOf(cell, home, record, charges) : bare(cell, 'SPLIT'),
        kind,
        isin: cell('isin') || cell('symbol'),
        day: cell('time').slice(0, 10),
        shares: amountIn(cell('shares')),
      },
    ];
  });
  markCut(rows, sheet.rows, table.header);
  return rows;
}

/** Each amount with a currency in the next column, or in its head: "Stamp duty (GBP)". */
function chargesOf({ names, keys, places }: HeaderRow): Charge[] {
  return keys.flatMap((key, at) => {
    if (key === '' || NO_CHARGE.test(key)) return [];
    const named = /\(([A-Z]{3})\)$/.exec(names[at] ?? '')?.[1] ?? '';
    const currencyAt = places.get(`currency${key}`)?.[0] ?? null;
    return named === '' && currencyAt === null ? [] : [{ at, currencyAt, currency: named }];
  });
}

function bare(cell: Cell, type: string): RawRow<'transactions'> {
  const { currency } = unitOf(cell('price_currency'));
  const fields: RawRow<'transactions'>['fields'] = {
    type,
    symbol: cell('symbol') || cell('isin'),
    date: cell('time').slice(0, 10),
    currency,
  };
  if (cell('isin') !== '') fields.isin = cell('isin');
  return { fields };
}

function rowOf(
  cell: Cell,
  home: Unit,
  record: readonly string[],
  charges: readonly Charge[],
): RawRow<'transactions'> {
  const action = cell('action');
  const units = amountIn(cell('shares'));
  const side = /\b(buy|sell)$/i.exec(action)?.[1]?.toUpperCase();
  if (side === 'BUY' || side === 'SELL') return trade(cell, side, home, record, charges);
  if (/^dividend/i.test(action)) return dividend(cell, home);
  if (units === null || units.isZero()) {
    if (CASH.test(action)) return { fields: {}, excluded: LEFT_OUT.cash(action) };
    const price = amountIn(cell('total'))?.abs().div(home.per).toFixed() ?? '';
    return notUnderstood(action, {
      ...bare(cell, '').fields,
      currency: home.currency,
      quantity: '0',
      price,
    });
  }
  if (/^transfer in$/i.test(action)) {
    const raw = bare(cell, 'TRANSFER_IN');
    raw.fields.quantity = cell('shares');
    return raw;
  }
  if (/^transfer out$/i.test(action))
    return { fields: {}, excluded: LEFT_OUT.movedOut(action, units.abs().toFixed()) };
  const raw = bare(cell, 'BUY');
  raw.fields.quantity = cell('shares');
  raw.fields.price = '0';
  raw.undecided = {
    field: 'type',
    message: `is not known: "${action.slice(0, 40)}" moved ${units.toFixed()} shares. Enter BUY with price 0 for shares that you got for nothing.`,
  };
  return raw;
}

function trade(
  cell: Cell,
  side: 'BUY' | 'SELL',
  home: Unit,
  record: readonly string[],
  charges: readonly Charge[],
): RawRow<'transactions'> {
  const unit = unitOf(cell('price_currency'));
  const raw = bare(cell, side);
  raw.fields.executed_at = cell('time');
  raw.fields.quantity = cell('shares');
  const price = amountIn(cell('price'));
  raw.fields.price = price === null ? cell('price') : toScale(price.div(unit.per)).toFixed();
  if (cell('id') !== '') raw.fields.execution_id = `T212:${cell('id')}`;
  const paid = { here: new Decimal(0), home: new Decimal(0) };
  for (const { at, currencyAt, currency } of charges) {
    const amount = amountIn(record[at] ?? '')?.abs();
    if (amount === undefined || amount.isZero()) continue;
    const of = unitOf(currencyAt === null ? currency : (record[currencyAt] ?? ''));
    if (of.currency === unit.currency) paid.here = paid.here.plus(amount.div(of.per));
    else if (of.currency === home.currency) paid.home = paid.home.plus(amount.div(of.per));
    else
      raw.undecided = {
        field: 'fee_tax',
        message: `is not known: a charge is in ${of.currency}, but the price is in ${unit.currency}. Enter all charges in ${unit.currency}.`,
      };
  }
  settle(raw, cell, side, unit, home, paid);
  return raw;
}

/** Turns charges of the account's currency into the share's by the rate of the row, and states what it moved. */
function settle(
  raw: RawRow<'transactions'>,
  cell: Cell,
  side: 'BUY' | 'SELL',
  unit: Unit,
  home: Unit,
  paid: { here: Decimal; home: Decimal },
): void {
  const total = amountIn(cell('total'))?.abs().div(home.per) ?? null;
  const gross =
    amountIn(cell('shares'))
      ?.times(amountIn(cell('price')) ?? 0)
      .div(unit.per) ?? null;
  const rate = unit.currency === home.currency ? new Decimal(1) : rateOf(cell('rate'), unit);
  const sign = side === 'BUY' ? -1 : 1;
  // Without a rate, what moved less the charges, and the price, tell it.
  const before = total?.plus(paid.home.times(sign)) ?? null;
  const told = rate ?? (before?.gt(0) === true && gross?.gt(0) === true ? gross.div(before) : null);
  if (told === null && !paid.home.isZero()) {
    raw.undecided = {
      field: 'fee_tax',
      message: `is not known: it is ${paid.home.toFixed()} ${home.currency}, but the price is in ${unit.currency}, and the file states no exchange rate. Enter it in ${unit.currency}.`,
    };
    return;
  }
  const charges = paid.here.plus(paid.home.times(told ?? 1));
  if (!charges.isZero()) raw.fields.fee_tax = toScale(charges).toFixed();
  if (total === null || rate === null) return;
  // A total of two decimals proves nothing where one cent is more than one of the other currency.
  const slack = rate
    .times('0.005')
    .plus(total.times(unit.currency === home.currency ? 0 : rateDigit(cell('rate'))));
  if (slack.lte('0.011'))
    raw.stated = {
      amount: total.times(rate).toDecimalPlaces(2).toFixed(),
      charges: 'included',
    };
}

/** What the last digit of a rate stands for. */
function rateDigit(text: string): Decimal {
  return new Decimal(10).pow(-(/\.(\d*)$/.exec(text)?.[1]?.length ?? 0));
}

/** How much of the share's currency one of the account's is. */
function rateOf(text: string, unit: Unit): Decimal | null {
  const rate = amountIn(text);
  return rate?.gt(0) === true ? rate.div(unit.per) : null;
}

/** What a dividend states of one share is what arrived: the tax beside it comes on top. */
function dividend(cell: Cell, home: Unit): RawRow<'transactions'> {
  const raw = bare(cell, 'DIVIDEND');
  const unit = unitOf(cell('price_currency'));
  const price = amountIn(cell('price'));
  const shares = amountIn(cell('shares'));
  const of = unitOf(cell('tax_currency') || cell('price_currency'));
  const tax = amountIn(cell('tax'))?.abs().div(of.per) ?? new Decimal(0);
  const isPriced = price !== null && shares?.gt(0) === true && unit.currency !== '';
  const net = isPriced ? price.times(shares).div(unit.per) : amountIn(cell('total'))?.div(home.per);
  const { currency } = isPriced ? unit : home;
  raw.fields.currency = currency;
  raw.fields.quantity = isPriced ? cell('shares') : '0';
  if (net === undefined) raw.fields.price = cell('price');
  else raw.totals = { price: net.plus(tax).toFixed() };
  if (tax.isZero()) return raw;
  if (of.currency === currency) raw.fields.fee_tax = toScale(tax).toFixed();
  else {
    raw.undecided = {
      field: 'fee_tax',
      message: `is not known: ${tax.toFixed()} ${of.currency} were withheld, but the dividend is in ${currency}. Enter the tax in ${currency}.`,
    };
    if (net !== undefined) raw.totals = { price: net.toFixed() };
  }
  return raw;
}

/** A split closes what was held and opens what it became. */
function pairSplits(rows: readonly Row[]): void {
  const keyOf = ({ isin, day }: Row) => `${isin}\n${day}`;
  const closed = new Map<string, Row>();
  for (const one of rows) {
    if (one.kind !== 'close') continue;
    one.raw.undecided = ratioUnknown();
    if (!closed.has(keyOf(one))) closed.set(keyOf(one), one);
  }
  for (const one of rows) {
    if (one.kind !== 'open') continue;
    const other = closed.get(keyOf(one));
    if (other?.shares?.gt(0) !== true || one.shares?.gt(0) !== true) {
      one.raw.undecided = ratioUnknown();
      continue;
    }
    closed.delete(keyOf(one));
    one.raw.fields.quantity = toScale(one.shares.div(other.shares)).toFixed();
    other.raw = { fields: {}, excluded: LEFT_OUT.otherHalf(one.row) };
  }
}

function ratioUnknown(): NonNullable<RawRow<'transactions'>['undecided']> {
  return {
    field: 'quantity',
    message:
      'is not known: the other half of this split is not in the file. Enter the new shares per old share, like 2 for a 2-for-1 split.',
  };
}

function withoutRepeatedIds(rows: readonly Row[]): void {
  const counts = new Map<string, number>();
  for (const { raw } of rows) {
    const id = raw.fields.execution_id;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const { raw } of rows)
    if ((counts.get(raw.fields.execution_id ?? '') ?? 0) > 1) delete raw.fields.execution_id;
}
