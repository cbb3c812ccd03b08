import { Decimal, isNear, toScale } from '../../platform/index.ts';
import type { FlexEntry, FlexTrade } from './flex-entry.ts';
import { type FlexFields, flexTime, instrumentOf, excludedCategory, nameOf, quoted } from './flex-fields.ts';

/** Prices have four decimals or more, money two. */
const LAST_DIGIT = '0.0001';
const CENT = '0.01';

/**
 * One execution. A cancelled one becomes a row of the same side with a negative quantity, since what it takes back may
 * stand in an earlier statement. Reports whose trades never have numbers say so by `hasIds: false`.
 */
export function readTrade(
  fields: FlexFields,
  at: { account: string; row: number; hasIds?: boolean },
): FlexEntry {
  const what = nameOf('Trade', fields, 'tradeID', 'transactionID', 'ibExecID', 'execID');
  const here = { row: at.row, what };
  const skipped = excludedCategory(fields);
  if (skipped !== null) return { kind: 'left_out', of: 'trade', ...here, ...skipped };
  if (fields.text('assetCategory') === '')
    fields.problem('row', 'has no asset category. Add assetCategory to the Flex query.');

  const word = fields.text('buySell');
  const cancels = /cancel/i.test(fields.text('transactionType')) || /\bca\b/i.test(word);
  const signed = fields.number('quantity', ['quantity'], { required: true });
  const type = sideOf(word, signed, cancels);
  if (type === null && word !== '') {
    const message = `${quoted(word)} is neither a purchase nor a sale.`;
    return { kind: 'left_out', of: 'trade', ...here, reason: 'UNKNOWN_KIND', message };
  }
  const quantity = signed?.abs() ?? null;
  if (quantity?.isZero()) fields.problem('quantity', 'is 0.');
  const traded = priceOf(fields, quantity);
  if (traded?.isNegative())
    fields.problem('price', `is ${traded.toFixed()}, which is not a valid share price.`);
  const time = fields.time('date', ['tradeDate', 'dateTime', 'reportDate']);
  const currency = fields.currency();
  const instrument = instrumentOf(fields, currency);
  const execution_id = tradeId(fields, cancels);
  const isToldOf = fields.problems.some(({ field }) => field === 'execution_id');
  if (execution_id === '' && at.hasIds !== false && !isToldOf)
    fields.problem(
      'execution_id',
      'is missing. Add tradeID to the Flex query, so that repeated imports are recognised.',
    );

  const { fee, note } = feeOf(fields, currency);
  // A rebate is part of the price, since a charge is never negative.
  const rebate = fee?.isNegative() && !cancels && quantity?.gt(0) ? fee.negated() : null;
  const price = rebate === null ? traded : netPrice(traded, rebate, quantity, type);
  const trade: FlexTrade = {
    account: at.account,
    symbol: instrument.symbol,
    isin: instrument.isin,
    security_id: instrument.security_id,
    type: type ?? 'BUY',
    date: time?.day ?? '',
    quantity: (cancels ? quantity?.negated() : quantity)?.toFixed() ?? '',
    price: price?.toFixed() ?? '',
    fee_tax: rebate === null ? (fee?.toFixed() ?? null) : '0',
    currency,
    asset_class: instrument.asset_class,
    execution_id,
    executed_at: timeOn(time?.day, fields.text('dateTime')),
    note:
      rebate === null
        ? note
        : `Traded at ${traded?.toFixed()}; the price includes a commission rebate of ${rebate.toFixed()}.`,
  };
  return finished(fields, trade, here);
}

/** The time of an execution on its trade date; one of the evening before is of another session, and orders nothing. */
function timeOn(day: string | undefined, text: string): string | null {
  const at = flexTime(text);
  return at !== null && at.day === day ? at.time : null;
}

/** A trade where nothing is wrong, else what there is of it with its problems. */
export function finished(
  fields: FlexFields,
  trade: FlexTrade,
  here: { row: number; what: string },
): FlexEntry {
  if (fields.problems.length === 0) return { kind: 'trade', ...here, trade };
  const { account: _, ...read } = trade;
  const known = Object.entries(read).filter(
    (one): one is [string, string] => one[1] !== null && one[1] !== '',
  );
  return {
    kind: 'unreadable',
    ...here,
    of: 'trade',
    fields: { ...Object.fromEntries(known), ...fields.found },
    problems: fields.problems,
  };
}

/** BUY or SELL by the broker's word, "BUY (Ca.)" among them, else by the sign; a cancellation has the other sign. */
function sideOf(word: string, quantity: Decimal | null, cancels: boolean): 'BUY' | 'SELL' | null {
  if (/^buy\b/i.test(word)) return 'BUY';
  if (/^sell\b/i.test(word)) return 'SELL';
  if (word !== '' || quantity === null) return null;
  return quantity.isNegative() === cancels ? 'BUY' : 'SELL';
}

/**
 * Price of one share. Where the money of the trade is given it proves the price: within a percent the money is right, beyond
 * it the row contradicts itself.
 */
function priceOf(fields: FlexFields, quantity: Decimal | null): Decimal | null {
  const hasPrice = fields.text('tradePrice', 'price') !== '';
  const money = fields.number('price', ['tradeMoney', 'proceeds'])?.abs() ?? null;
  const isMoney = money !== null && !money.isZero() && quantity !== null && !quantity.isZero();
  if (!hasPrice && isMoney && fields.text('tradeMoney') !== '') return toScale(money.div(quantity));
  const price = fields.number('price', ['tradePrice', 'price'], { required: true });
  if (price === null || !isMoney) return price;
  const come = price.times(quantity);
  if (come.minus(money).abs().lte(quantity.times(LAST_DIGIT).plus(CENT))) return price;
  if (isNear(come, money)) return toScale(money.div(quantity));
  fields.problem(
    'price',
    `does not fit: quantity × price comes to ${come.toDecimalPlaces(2).toFixed()}, but the file states ${money.toFixed()}. Enter the right values.`,
  );
  return price;
}

function netPrice(
  price: Decimal | null,
  rebate: Decimal,
  quantity: Decimal | null,
  type: 'BUY' | 'SELL' | null,
): Decimal | null {
  if (price === null || quantity === null) return null;
  const share = toScale(rebate.div(quantity));
  return type === 'SELL' ? price.plus(share) : Decimal.max(price.minus(share), 0);
}

/** Commission and taxes as a charge. What is in another currency than the trade cannot be added to it. */
function feeOf(fields: FlexFields, currency: string): { fee: Decimal | null; note: string | null } {
  const commission = fields.number('fee_tax', ['ibCommission', 'commission']);
  const taxes = fields.number('fee_tax', ['taxes', 'tax']);
  const paidIn = fields.text('ibCommissionCurrency', 'commissionCurrency').toUpperCase() || currency;
  if (commission !== null && !commission.isZero() && paidIn !== currency) {
    const amount = commission.negated().toFixed();
    return {
      fee: null,
      note: `Excludes a commission of ${amount} ${paidIn}, because the trade is in ${currency}.`,
    };
  }
  if (commission === null && taxes === null) return { fee: null, note: null };
  const sum = new Decimal(commission ?? 0).plus(taxes ?? 0);
  return { fee: sum.isZero() ? sum.abs() : sum.negated(), note: null };
}

/**
 * The number of an execution is the broker's own and never used again, so day and exchange are not needed to tell two
 * apart. Each kind of number says which it is, for they are counted apart; and what takes an execution back or puts
 * another in its place may carry its number.
 */
function tradeId(fields: FlexFields, cancels: boolean): string {
  const kinds = [
    ['TRADE', ['tradeID']],
    ['TXN', ['transactionID']],
    ['EXEC', ['ibExecID', 'execID']],
  ] as const;
  const [kind, names] = kinds.find(([, some]) => fields.text(...some) !== '') ?? ['', []];
  const number = fields.id(...names);
  if (number === '') return '';
  const corrects = /correct/i.test(fields.text('transactionType'));
  return `IBKR:${kind}:${number}${cancels ? ':CANCEL' : corrects ? ':CORRECT' : ''}`.slice(0, 128);
}
