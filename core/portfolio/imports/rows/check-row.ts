import { isNetworth, LONGEST_PRICE_INTERVAL, NETWORTH } from '../../records/index.ts';
import { fieldsOf, type ImportType, isFieldOf } from './fields.ts';
import { RowCells, shown } from './row-cells.ts';
import {
  DAY_OF_ROW,
  type HoldingRow,
  type RawRow,
  type ReadingContext,
  type RowOf,
  type RowOutcome,
  type TransactionRow,
} from './rows.ts';
import { priceByAmount } from './stated-amount.ts';
import { isBonus, isCustom, tradeTypeOf } from './trade-type.ts';
import type { AssetClass } from '../../../market/instruments/index.ts';

const SYMBOL_LENGTH = 64;
/** A fund without a ticker goes by its name, and those are long. */
const FUND_NAME_LENGTH = 128;
const PORTFOLIO_LENGTH = 80;
const NAME_LENGTH = 200;
const SECTOR_LENGTH = 100;
const NOTE_LENGTH = 1000;
const SECURITY_ID_LENGTH = 64;
const EXECUTION_ID_LENGTH = 128;
const COUPONS_A_YEAR = new Map([
  ['1', 1],
  ['2', 2],
  ['4', 4],
  ['12', 12],
  ['annual', 1],
  ['annually', 1],
  ['yearly', 1],
  ['half-yearly', 2],
  ['semi-annual', 2],
  ['semiannual', 2],
  ['quarterly', 4],
  ['monthly', 12],
]);

/** Our own notation: ISO dates, a dot for decimals. For values that were valid once. */
export const OWN_NOTATION: ReadingContext = {
  date_order: null,
  decimal_mark: '.',
  signed_sells: false,
  is_own: true,
  default_asset_class: null,
  default_currency: 'INR',
  is_currency_proved: true,
  last_day: null,
};

/** What a person puts in place of fields, by name; null clears one. */
export type Overrides = Readonly<Record<string, string | number | null>>;

/**
 * Checks one row: its fields as the file has them, with `overrides` in place of some (null or '' clears a field;
 * numbers and text in our own notation). Every problem of the row is reported, each with what is allowed.
 */
export function checkRow<T extends ImportType>(
  type: T,
  row: number,
  raw: RawRow,
  context: ReadingContext,
  overrides: Overrides | null = null,
): RowOutcome<RowOf<T>> {
  if (raw.excluded) return { state: 'excluded', reason: raw.excluded };
  const overridden = overrides === null ? null : new Set(Object.keys(overrides));
  const cells = new RowCells(row, merged(type, raw, overrides), context, overridden);
  if (raw.malformed !== undefined) cells.issue('row', raw.malformed);
  const { undecided } = raw;
  if (undecided !== undefined && overridden?.has(undecided.field) !== true)
    cells.issue(undecided.field, undecided.message);
  // What the row lacks depends on what it is.
  if (undecided?.field === 'type' && cells.hasIssue('type'))
    return { state: 'invalid', issues: cells.issues };
  for (const field of overridden ?? []) {
    if (!isFieldOf(type, field))
      cells.issue(field, `is not a field of ${type}; the fields are ${fieldsOf(type).join(', ')}.`);
  }
  const outcome =
    type === 'transactions' ? agreeing(cells, raw, context, transaction(cells)) : holding(cells);
  if (outcome.state === 'valid' && cells.isCurrencyAssumed) outcome.isCurrencyAssumed = true;
  // The type parameter and the branch above are the same choice, which the compiler cannot follow.
  return outcome as RowOutcome<RowOf<T>>;
}

/** Figures of an amount: a person who enters one of them decides what is right. */
const FIGURES = ['type', 'quantity', 'price', 'fee_tax'] as const;

/** The row with the price that its amount proves; one that contradicts its amount is invalid, whichever is wrong. */
function agreeing(
  cells: RowCells,
  raw: RawRow,
  context: ReadingContext,
  outcome: RowOutcome<TransactionRow>,
): RowOutcome<TransactionRow> {
  if (outcome.state !== 'valid' || FIGURES.some((field) => cells.isOverridden(field))) return outcome;
  const found = priceByAmount(outcome.value, raw, context);
  if ('price' in found) return { state: 'valid', value: { ...outcome.value, price: found.price } };
  const { read, stated } = found.difference;
  cells.issue(
    'price',
    `does not fit: quantity × price comes to ${read}, but the file states ${stated}. Enter the right values.`,
  );
  return { state: 'invalid', issues: cells.issues };
}

function merged(type: ImportType, raw: RawRow, overrides: Overrides | null): RawRow {
  if (overrides === null) return raw;
  const fields = { ...raw.fields };
  for (const [field, value] of Object.entries(overrides))
    if (isFieldOf(type, field)) fields[field] = value === null ? '' : String(value);
  return { ...raw, fields };
}

function transaction(cells: RowCells): RowOutcome<TransactionRow> {
  const word = cells.value('type');
  const type = word === null ? null : (cells.ownType(word) ?? tradeTypeOf(word));
  if (word !== null && type === 'cash') {
    return {
      state: 'excluded',
      reason: `${shown(word)} is a cash movement. Only trades, dividends and splits are imported.`,
    };
  }
  // What moves units changes the holding: a person has to enter its effect.
  if (word !== null && type === 'custom' && !isCustom(word) && cells.movesUnits())
    cells.issue(
      'type',
      `${shown(word)} changes your units, and its effect is not in the file. Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.`,
    );
  else if (word !== null && type === 'custom') {
    return { state: 'excluded', reason: `${shown(word)} is not a trade, a dividend or a split.` };
  }
  if (cells.hasIssue('type')) return { state: 'invalid', issues: cells.issues };
  if (type === null) {
    cells.issue(
      'type',
      `${word === null ? 'is missing' : `${shown(word)} is not supported`}. Use BUY, SELL, DIVIDEND or SPLIT.`,
    );
  }
  const isin = cells.isin();
  const asset_class = cells.assetClass(isin);
  const symbol = symbolOf(cells, asset_class, isin);
  const date = cells.tradeDay('date');
  const quantity = quantityOf(cells, type);
  // A split moves no money, and a bonus costs nothing.
  const isTransfer = type === 'TRANSFER_IN' || type === 'TRANSFER_OUT';
  const free = type === 'SPLIT' || isTransfer || (word !== null && isBonus(word));
  const stated = cells.perUnit('price', quantity, { required: !free, least: 0 });
  if (isTransfer && stated !== null && stated !== '0') {
    const known = type === 'TRANSFER_IN' ? 'BUY if you know the cost' : 'SELL if you know the price';
    cells.issue('price', `is ${stated}, but a ${type} has no price. Use ${known}.`);
  }
  const price = stated ?? '0';
  if (type === 'DIVIDEND' && stated === '0')
    cells.issue('price', 'is 0. A DIVIDEND needs the amount per unit.');
  // What takes a trade back may give its charge back, too.
  const fee_tax = cells.number('fee_tax', quantity?.startsWith('-') ? {} : { least: 0 }) ?? '0';
  const currency = cells.currency(isin, asset_class, ['price', 'fee_tax']);
  const portfolio = portfolioOf(cells);
  const security_id = cells.text('security_id', SECURITY_ID_LENGTH);
  const note = cells.verbatim('note', NOTE_LENGTH);
  const execution_id = executionOf(cells, date);
  const isTrade = type === 'BUY' || type === 'SELL';
  const executed_at = isTrade ? cells.timeOfTrade('executed_at', 'date') : null;
  if (cells.issues.length > 0 || type === null || symbol === null || date === null || quantity === null) {
    return { state: 'invalid', issues: cells.issues };
  }
  return {
    state: 'valid',
    value: {
      row: cells.row,
      portfolio,
      symbol,
      date,
      type: type as TransactionRow['type'],
      quantity,
      price,
      fee_tax,
      currency,
      isin,
      security_id,
      asset_class,
      note,
      execution_id,
      executed_at,
    },
  };
}

/**
 * Negative quantities are adjustments of trades. A dividend may leave its quantity blank or 0: then the price is the
 * whole amount.
 */
function quantityOf(cells: RowCells, type: string | null): string | null {
  const mayBeZero = type === 'DIVIDEND' || type === 'CASH_IN' || type === 'CASH_OUT';
  const quantity = cells.number('quantity', { required: !mayBeZero });
  if (quantity === null) return mayBeZero && !cells.hasIssue('quantity') ? '0' : null;
  if (quantity === '0' && !mayBeZero) return cells.issue('quantity', 'is 0. Enter a quantity.');
  if (!quantity.startsWith('-')) return quantity;
  if (type === 'SELL' && cells.sellsAreSigned()) return quantity.slice(1);
  if (type === 'BUY' || type === 'SELL' || type === null) return quantity;
  // A broker takes a dividend back under a number of its own; without one a minus is a slip.
  if (type === 'DIVIDEND' && cells.value('execution_id') !== null) return quantity;
  return cells.issue('quantity', `is ${quantity}, but the quantity of a ${type} must be positive.`);
}

function holding(cells: RowCells): RowOutcome<HoldingRow> {
  const isin = cells.isin();
  const asset_class = cells.assetClass(isin);
  if (asset_class === null && !cells.hasIssue('asset_class')) {
    cells.issue('asset_class', 'is missing. Choose a default asset class for the import, or add the column.');
  }
  const name = cells.text('name', NAME_LENGTH);
  const symbol = symbolOf(cells, asset_class, isin);
  if (asset_class === 'Mutual Fund' && isin === null && !cells.hasIssue('isin')) {
    cells.issue('isin', 'is missing. A Mutual Fund needs its ISIN to get a price.');
  }
  const quantity = cells.number('quantity', { required: true, least: 0 });
  const avg_buy_price = cells.perUnit('avg_buy_price', quantity, { least: 0 });
  const current_price = cells.knownPerUnit('current_price', quantity);
  const previous_close = cells.knownPrice('previous_close');
  const currency = cells.currency(isin, asset_class, ['avg_buy_price', 'current_price', 'previous_close']);
  const row: HoldingRow = {
    row: cells.row,
    portfolio: portfolioOf(cells),
    symbol: symbol ?? '',
    name,
    asset_class: asset_class as AssetClass,
    currency,
    isin,
    quantity: quantity ?? '',
    avg_buy_price,
    current_price,
    price_date: current_price === null ? null : cells.priceDay('price_date'),
    previous_close,
    sector: cells.text('sector', SECTOR_LENGTH),
    beta: cells.number('beta', { least: -20, most: 20 }),
    target_allocation_pct: cells.number('target_allocation_pct', { least: 0, most: 100, percent: true }),
    maturity_date: cells.date('maturity_date', false),
    face_value: cells.knownPrice('face_value'),
    coupon_rate: cells.number('coupon_rate', { least: 0, most: 100, percent: true }),
    coupon_frequency: couponsAYear(cells),
    price_interval_days: intervalOf(cells),
  };
  if (asset_class !== null && asset_class !== 'Bond') {
    for (const field of ['maturity_date', 'face_value', 'coupon_rate', 'coupon_frequency'] as const) {
      if (row[field] !== null)
        cells.issue(field, `applies only to a Bond, but this is ${asset_class}. Leave it blank.`);
    }
  }
  if (cells.issues.length > 0) return { state: 'invalid', issues: cells.issues };
  if (quantity === '0') return { state: 'excluded', reason: 'The quantity is 0.' };
  return { state: 'valid', value: row };
}

function intervalOf(cells: RowCells): number | null {
  const days = cells.number('price_interval_days', { least: 1, most: LONGEST_PRICE_INTERVAL });
  if (days === null || /^\d+$/.test(days)) return days === null ? null : Number(days);
  return cells.issue('price_interval_days', `is ${shown(days)}. It must be a whole number of days.`);
}

function couponsAYear(cells: RowCells): number | null {
  const word = cells.value('coupon_frequency');
  if (word === null || word === '-') return null;
  const times = COUPONS_A_YEAR.get(word.toLowerCase());
  if (times !== undefined) return times;
  return cells.issue(
    'coupon_frequency',
    `${shown(word)} is not valid. Use the number of coupons per year: 1, 2, 4 or 12.`,
  );
}

/** Tickers are upper case; a fund keeps its name as written. A row with an ISIN alone goes by its ISIN. */
function symbolOf(cells: RowCells, assetClass: AssetClass | null, isin: string | null): string | null {
  const text = cells.value('symbol')?.replace(/\s+/g, ' ') ?? isin;
  if (text === null) return cells.issue('symbol', 'is missing. Enter the ticker or the ISIN.');
  const fund = assetClass === 'Mutual Fund';
  const most = fund ? FUND_NAME_LENGTH : SYMBOL_LENGTH;
  if (text.length > most)
    return cells.issue('symbol', `has ${text.length} characters; the maximum is ${most}.`);
  return fund ? text : text.toUpperCase();
}

function portfolioOf(cells: RowCells): string | null {
  const name = cells.text('portfolio', PORTFOLIO_LENGTH);
  if (!isNetworth(name)) return name;
  return cells.issue('portfolio', `${NETWORTH} is the total of all portfolios. Name one of them.`);
}

/** Spreadsheets turn long numbers into 2.40116E+13; many ids become one, and trades would pass for repeats. */
function executionOf(cells: RowCells, date: string | null): string | null {
  const id = cells.text('execution_id', EXECUTION_ID_LENGTH)?.replace(DAY_OF_ROW, date ?? DAY_OF_ROW) ?? null;
  if (id === null || !/^\d(?:\.\d+)?e\+\d+$/i.test(id)) return id;
  return cells.issue(
    'execution_id',
    `${shown(id)} was shortened by a spreadsheet. Import the broker's original file, or clear this value.`,
  );
}
