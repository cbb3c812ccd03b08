import { Decimal, isNear, toScale } from '../../../../platform/index.ts';
import { notUnderstood, type RawRow } from '../../rows/index.ts';
import { exchangeAssetClass } from '../../../../market/instruments/index.ts';
import { amountIn } from '../table.ts';
import { lastDigit, settled, unitOf } from '../amounts.ts';
import { LEFT_OUT } from '../left-out.ts';

/** A value of an activity by its key in Wealthfolio's record; '' where there is none. */
export type Value = (key: string) => string;

type Raw = RawRow<'transactions'>;
const UNPOSTED = new Set(['DRAFT', 'PENDING', 'VOID', 'VOIDED', 'CANCELLED', 'CANCELED']);
const KINDS = new Set(
  '|STOCK|EQUITY|ETF|ETP|FUND|MUTUALFUND|MUTUAL_FUND|BOND|CASH|FX|METAL|COMMODITY|INDEX|OTHER'.split('|'),
);
/** Money that is no entry. */
const CASH = new Set(
  'DEPOSIT WITHDRAWAL INTEREST FEE TAX CREDIT CONVERSION_IN CONVERSION_OUT FX_CONVERSION CASH'.split(' '),
);
const ZERO = new Decimal(0);

/** The entries of an activity: a dividend that was reinvested is two. */
export function entriesOf(value: Value): Raw[] {
  const status = value('status').toUpperCase();
  if (UNPOSTED.has(status))
    return [
      excluded(`The status is "${value('status').slice(0, 40)}". Only posted activities are imported.`),
    ];
  const type = value('activityType').toUpperCase();
  const kind = value('instrumentType').toUpperCase();
  const symbol = symbolOf(value);
  if (kind === 'OPTION') return [excluded(LEFT_OUT.derivative)];
  if (kind === 'CRYPTO') return [excluded(LEFT_OUT.crypto)];
  if ((status !== '' && status !== 'POSTED') || !KINDS.has(kind))
    return [unknown(value, status !== '' && status !== 'POSTED' ? value('status') : value('instrumentType'))];
  switch (type) {
    case 'BUY':
    case 'SELL':
      return [trade(value, type)];
    case 'DIVIDEND':
      return dividends(value);
    case 'SPLIT':
      return [split(value)];
    case 'TRANSFER_IN':
    case 'ADD_HOLDING':
    case 'TRANSFER_OUT':
    case 'REMOVE_HOLDING':
      return [symbol === '' ? excluded(LEFT_OUT.cash(type)) : transfer(value, type)];
    case 'ADJUSTMENT':
      return [excluded(LEFT_OUT.action(type))];
    default:
      return [CASH.has(type) ? excluded(LEFT_OUT.cash(type)) : unknown(value, value('activityType'))];
  }
}

function unknown(value: Value, word: string): Raw {
  const units = amountIn(value('quantity'));
  const price = per(value, units === null || units.isZero() ? 'amount' : 'unitPrice');
  return notUnderstood(word, { ...fieldsOf(value, ''), quantity: units?.abs().toFixed() ?? '0', price });
}

function excluded(reason: string): Raw {
  return { fields: {}, excluded: reason };
}

/** The ticker; older files have it only within an internal number: SEC:AAPL:XNAS. Cash has a symbol of its own. */
function symbolOf(value: Value): string {
  const symbol = value('assetSymbol') || (/^SEC:([^:]{1,64}):/.exec(value('symbol'))?.[1] ?? value('symbol'));
  return symbol.startsWith('$CASH') ? '' : symbol;
}

function fieldsOf(value: Value, type: string, part = ''): Raw['fields'] {
  const { currency } = unitOf(value('currency'));
  const code = symbolOf(value);
  const place = value('exchangeMic').toUpperCase() || (/:(X[A-Z]{3})$/.exec(value('symbol'))?.[1] ?? '');
  const isIndian = place === 'XNSE' || place === 'XBOM' || /\.(?:NS|BO)$/i.test(code);
  const symbol = isIndian ? code.replace(/\.(?:NS|BO)$/i, '') : code;
  const fields: Raw['fields'] = { type, symbol, date: value('date'), currency };
  const kind = value('instrumentType').toUpperCase();
  if (isIndian) fields.asset_class = exchangeAssetClass(symbol.toUpperCase(), '');
  else if (kind === 'ETF') fields.asset_class = 'ETF';
  else if (kind === 'BOND') fields.asset_class = 'Bond';
  const portfolio = value('accountName');
  if (portfolio !== '') fields.portfolio = portfolio;
  if (value('comment') !== '') fields.note = value('comment');
  if (value('id') !== '' && type !== 'SPLIT' && type !== 'TRANSFER_IN')
    fields.execution_id = `WEALTHFOLIO:${value('id')}${part}`;
  return fields;
}

function per(value: Value, key: string): string {
  const { per: units } = unitOf(value('currency'));
  const amount = units === 1 ? null : amountIn(value(key));
  return amount === null ? value(key) : toScale(amount.div(units)).toFixed();
}

function trade(value: Value, type: 'BUY' | 'SELL'): Raw {
  const raw: Raw = { fields: fieldsOf(value, type) };
  Object.assign(raw.fields, {
    quantity: value('quantity'),
    price: per(value, 'unitPrice'),
    fee_tax: per(value, 'fee'),
  });
  const [units, price, total] = [
    amountIn(value('quantity')),
    amountIn(value('unitPrice')),
    amountIn(value('amount')),
  ];
  if (units === null || total === null || total.isZero()) return raw;
  const charges = amountIn(value('fee')) ?? ZERO;
  const priceDigit = lastDigit(value('unitPrice'), '.');
  // Its amounts leave the fee out; what people typed may have it in.
  const gross = settled({ side: type, units, price, priceDigit, total, charges });
  if (price === null || price.isZero())
    raw.totals = { price: toScale(total.div(unitOf(value('currency')).per)).toFixed() };
  else raw.stated = { amount: gross.div(unitOf(value('currency')).per).toFixed(), charges: 'apart' };
  return raw;
}

/** The amount of a dividend, where it has one, else its rate on the units; reinvested, it buys at that price. */
function dividends(value: Value): Raw[] {
  const [units, price, amount] = [
    amountIn(value('quantity')),
    amountIn(value('unitPrice')),
    amountIn(value('amount')),
  ];
  const isRated = units?.gt(0) === true && price?.gt(0) === true;
  const isReinvested = value('subtype').toUpperCase() === 'DRIP' && isRated;
  const raw: Raw = { fields: { ...fieldsOf(value, 'DIVIDEND'), fee_tax: per(value, 'fee') } };
  if (amount !== null && !amount.isZero()) {
    raw.fields.quantity = '0';
    raw.fields.price = per(value, 'amount');
    if (
      isRated &&
      !isNear(units.times(price), amount, units.times(lastDigit(value('unitPrice'), '.')).plus('0.02'))
    )
      raw.undecided = {
        field: 'price',
        message: `is not known: quantity × price comes to ${units.times(price).toFixed()}, but the amount is ${amount.toFixed()}. Enter the whole dividend.`,
      };
  } else {
    raw.fields.quantity = value('quantity');
    raw.fields.price = per(value, 'unitPrice');
  }
  if (!isReinvested) return [raw];
  const bought: Raw = {
    fields: { ...fieldsOf(value, 'BUY', ':B'), quantity: value('quantity'), price: per(value, 'unitPrice') },
  };
  return [raw, bought];
}

/** The ratio stands where other activities have their amount. */
function split(value: Value): Raw {
  const ratio = amountIn(value('amount'));
  const raw: Raw = { fields: fieldsOf(value, 'SPLIT') };
  if (ratio?.gt(0) === true) raw.fields.quantity = ratio.toFixed();
  else
    raw.undecided = {
      field: 'quantity',
      message:
        'is not known: the file does not state the ratio of the split. Enter the new shares per old share, like 2 for a 2-for-1 split.',
    };
  return raw;
}

/** Units that come with what they cost are a purchase; without it, units of unknown cost. */
function transfer(value: Value, type: string): Raw {
  const units = amountIn(value('quantity'))?.abs().toFixed() ?? value('quantity');
  if (type === 'TRANSFER_OUT' || type === 'REMOVE_HOLDING') return excluded(LEFT_OUT.movedOut(type, units));
  const isPriced = amountIn(value('unitPrice'))?.gt(0) === true;
  if (!isPriced) return { fields: { ...fieldsOf(value, 'TRANSFER_IN'), quantity: units } };
  return {
    fields: {
      note: 'Transferred in.',
      ...fieldsOf(value, 'BUY'),
      quantity: units,
      price: per(value, 'unitPrice'),
      fee_tax: per(value, 'fee'),
    },
  };
}
