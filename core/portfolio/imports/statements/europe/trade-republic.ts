import { Decimal } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import { type Held, ratioOfAddedShares } from '../added-shares.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank } from '../table.ts';
import { lastDigit, settled } from '../amounts.ts';
import { markCut } from '../cut-short.ts';
import { LEFT_OUT } from '../left-out.ts';

const WORDS = {
  date: 'date',
  category: 'category',
  type: 'type',
  asset_class: 'assetclass',
  name: 'name',
  isin: 'symbol',
  shares: 'shares',
  price: 'price',
  amount: 'amount',
  fee: 'fee',
  tax: 'tax',
  currency: 'currency',
  id: 'transactionid',
};
const REQUIRED = [
  'date',
  'category',
  'type',
  'asset_class',
  'isin',
  'shares',
  'price',
  'amount',
  'fee',
  'tax',
  'id',
];
const CATEGORIES = new Set(['TRADING', 'CASH', 'CORPORATE_ACTION', 'DELIVERY']);
const CLASSES = new Set(['', 'STOCK', 'FUND', 'ETF', 'BOND', 'PRIVATE_FUND', 'CASH']);
const ACTIONS =
  /^(?:REDEMPTION|FINAL_MATURITY|WARRANT_EXERCISE|SPIN_?OFF|MERGER|EXCHANGE|RIGHTS?_|SUBSCRIPTION_RIGHTS|TENDER|KNOCK_?OUT)/;
const DELIVERY = /MIGRAT|TRANSFER|DELIVER|INBOUND|OUTBOUND|RECEI/;
/** Money that is no entry. */
const CASH =
  /^(?:CUSTOMER_(?:INPAYMENT|INBOUND|OUTBOUND)|TRANSFER_|INPAYMENT|OUTPAYMENT|INTEREST|CARD_|TAX_|PRE_DETERMINED|EARNINGS|FINAL_MATURITY|BENEFITS_|GIFT|REFERRAL|FEE|SAVEBACK|BONUS_CASH|PAYMENT_|SEPA_|CREDIT|DEBIT|REFUND)/;
const ZERO = new Decimal(0);

/**
 * Trade Republic's transaction export. Amounts are signed and without the fee and the tax beside them; a split row has the
 * shares that it adds.
 */
export const tradeRepublic: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'trade-republic',
  title: 'Trade Republic transaction export',
  broker: 'Trade Republic',
  symbolsByIsin: 'all',
  notation: { date_order: null, decimal_mark: '.' },
  currency: 'EUR',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    return { type: 'transactions', rows: sheet === undefined ? [] : rowsOf(sheet), totals: [] };
  },
};

function rowsOf(sheet: Sheet): NumberedRow[] {
  const table = findTable(sheet, WORDS, REQUIRED);
  if (table === null) return [];
  const entries = sheet.rows.flatMap((record, at) => {
    if (at <= table.header || isBlank(record)) return [];
    return [{ row: at + 1, cell: cellIn(record, table.columns) }];
  });
  const migrated = new Map<string, Decimal>();
  const ids = new Map<string, number>();
  for (const { cell } of entries) {
    ids.set(cell('id'), (ids.get(cell('id')) ?? 0) + 1);
    if (cell('category') !== 'DELIVERY') continue;
    migrated.set(cell('isin'), (migrated.get(cell('isin')) ?? ZERO).plus(amountIn(cell('shares')) ?? 0));
  }
  const held: Held[] = [];
  const rows = entries.map(({ row, cell }): NumberedRow => {
    const raw = rowOf(cell, migrated.get(cell('isin')) ?? ZERO);
    if (
      cell('id') !== '' &&
      ids.get(cell('id')) === 1 &&
      /^(?:BUY|SELL|DIVIDEND)$/.test(raw.fields.type ?? '')
    )
      raw.fields.execution_id = `TR:${cell('id')}`;
    const isSplit = raw.fields.type === 'SPLIT';
    const units = amountIn(cell('shares'));
    if (units !== null && (isSplit || /^(?:BUY|SELL|TRANSFER_IN)$/.test(raw.fields.type ?? '')))
      held.push({ symbol: cell('isin'), date: cell('date'), units, isSplit, raw });
    else if (raw.undecided?.field === 'type')
      held.push({ symbol: cell('isin'), date: cell('date'), units: ZERO, isSplit, raw, isUnknown: true });
    return { row, raw };
  });
  ratioOfAddedShares(held);
  markCut(rows, sheet.rows, table.header);
  return rows;
}

function rowOf(cell: Cell, migrated: Decimal): RawRow<'transactions'> {
  const kind = cell('asset_class');
  const type = cell('type');
  if (kind === 'DERIVATIVE') return excluded(LEFT_OUT.derivative);
  if (kind === 'CRYPTO') return excluded(LEFT_OUT.crypto);
  if (!CATEGORIES.has(cell('category')) || !CLASSES.has(kind)) return unknown(cell);
  const units = amountIn(cell('shares')) ?? ZERO;
  if (cell('category') === 'TRADING' && /^(?:BUY|SAVINGS_PLAN_EXECUTED|SELL)$/.test(type))
    return trade(cell, type === 'SELL' ? 'SELL' : 'BUY', units);
  if (/^(?:DIVIDEND|DISTRIBUTION)$/.test(type)) return dividend(cell);
  if (cell('category') === 'CORPORATE_ACTION') {
    if (type === 'SPLIT') return { fields: fieldsOf(cell, 'SPLIT') };
    return ACTIONS.test(type) ? excluded(LEFT_OUT.action(type)) : unknown(cell);
  }
  if (units.isZero() || cell('isin') === '')
    return cell('category') === 'CASH' && CASH.test(type) ? excluded(LEFT_OUT.cash(type)) : unknown(cell);
  if (
    cell('category') === 'CASH' &&
    /^(?:FINAL_MATURITY|EARNINGS|PRE_DETERMINED_TAX_BASE|INTEREST_PAYMENT)$/.test(type)
  )
    return excluded(LEFT_OUT.cash(type));
  const isDelivery = cell('category') === 'DELIVERY';
  if (isDelivery ? !DELIVERY.test(type) : units.isNegative()) return unknown(cell);
  if (isDelivery && migrated.isZero()) return excluded(LEFT_OUT.movedBack);
  if (units.isNegative()) return excluded(LEFT_OUT.movedOut(type, units.abs().toFixed()));
  if (isDelivery) {
    return { fields: { ...fieldsOf(cell, 'TRANSFER_IN'), quantity: units.toFixed() } };
  }
  return {
    fields: { ...fieldsOf(cell, 'BUY'), quantity: units.toFixed(), price: '0' },
    undecided: {
      field: 'type',
      message: `is not known: "${type.slice(0, 40)}" moved ${units.toFixed()} shares. Enter BUY, with price 0 for shares that you got for nothing.`,
    },
  };
}

/** A kind that is in no table, with its money where it moved no shares. */
function unknown(cell: Cell): RawRow<'transactions'> {
  const units = amountIn(cell('shares')) ?? ZERO;
  const price = units.isZero() ? (amountIn(cell('amount'))?.abs().toFixed() ?? '') : cell('price');
  const word = [
    cell('type') || cell('category'),
    CLASSES.has(cell('asset_class')) ? '' : cell('asset_class'),
  ];
  return notUnderstood(word.join(' ').trim(), {
    ...fieldsOf(cell, ''),
    quantity: units.abs().toFixed(),
    price,
  });
}

function excluded(reason: string): RawRow<'transactions'> {
  return { fields: {}, excluded: reason };
}

function fieldsOf(cell: Cell, type: string): RawRow<'transactions'>['fields'] {
  const isin = cell('isin');
  const fields: RawRow<'transactions'>['fields'] = {
    type,
    symbol: isin,
    isin,
    date: cell('date'),
    currency: cell('currency'),
  };
  if (cell('name') !== '' && type !== 'SPLIT') fields.note = cell('name').slice(0, 200);
  const kind = cell('asset_class');
  if (kind === 'BOND') fields.asset_class = 'Bond';
  // The funds that it sells are traded on exchanges.
  if (kind === 'FUND') fields.asset_class = 'ETF';
  if (kind === 'STOCK' && isin.startsWith('US')) fields.asset_class = 'US Equity';
  return fields;
}

function trade(cell: Cell, side: 'BUY' | 'SELL', units: Decimal): RawRow<'transactions'> {
  const raw: RawRow<'transactions'> = { fields: fieldsOf(cell, side) };
  raw.fields.quantity = cell('shares') === '' ? '' : units.abs().toFixed();
  raw.fields.price = cell('price');
  const [fee, tax] = [amountIn(cell('fee')) ?? ZERO, amountIn(cell('tax')) ?? ZERO];
  const charges = fee.plus(tax).negated();
  if (charges.gt(0)) raw.fields.fee_tax = charges.toFixed();
  else if (charges.isNegative() && !charges.isZero())
    raw.fields.note = `Excludes tax of ${charges.negated().toFixed()} ${cell('currency')} that was given back.`;
  const amount = amountIn(cell('amount'));
  if (amount === null || amount.isZero()) return raw;
  const price = amountIn(cell('price'));
  const priceDigit = lastDigit(cell('price'), '.');
  const gross = settled({ side, units, price, priceDigit, total: amount, charges: ZERO });
  raw.totals = { price: gross.toFixed() };
  if (price !== null) raw.stated = { amount: gross.toFixed(), charges: 'apart' };
  return raw;
}

/** The amount is before tax. What takes a dividend back has a minus, and gives its tax back. */
function dividend(cell: Cell): RawRow<'transactions'> {
  const amount = amountIn(cell('amount'));
  const taken = amount?.isNegative() === true;
  const charges = (amountIn(cell('fee')) ?? ZERO).plus(amountIn(cell('tax')) ?? ZERO).negated();
  const fields = {
    ...fieldsOf(cell, 'DIVIDEND'),
    quantity: taken ? '-1' : '0',
    price: amount?.abs().toFixed() ?? cell('amount'),
  };
  if (taken || charges.gt(0)) return { fields: { ...fields, fee_tax: charges.toFixed() } };
  return { fields };
}
