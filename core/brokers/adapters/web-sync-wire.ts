import { Decimal, toScale } from '../../platform/index.ts';
import type { BrokerHolding, BrokerTrade, Holdings, ExcludedRow, TradePage } from '../adapter.ts';

/** A body that is not what the protocol says. The message names the field, never what stands in it. */
export class Malformed extends Error {
  override name = 'Malformed';
}

type Fields = Readonly<Record<string, unknown>>;

const ASSET_CLASSES: Readonly<Record<string, BrokerHolding['asset_class']>> = {
  EQUITY: 'Indian Equity',
  US_EQUITY: 'US Equity',
  ETF: 'ETF',
  MUTUAL_FUND: 'Mutual Fund',
  BOND: 'Bond',
};
const SKIPPED: Readonly<Record<string, ExcludedRow['reason']>> = {
  FUTURE: 'DERIVATIVE',
  OPTION: 'OPTION',
  COMMODITY: 'DERIVATIVE',
  CURRENCY: 'CURRENCY_TRADE',
};
const STATUSES: Readonly<Record<string, ExcludedRow['reason'] | 'DONE'>> = {
  COMPLETE: 'DONE',
  CANCELLED: 'CANCELLED',
  REJECTED: 'CANCELLED',
  OPEN: 'NOT_COMPLETED',
  PENDING: 'NOT_COMPLETED',
};
/** No account has that much of anything. */
const LARGEST = 1e15;
const SIDES = new Set(['BUY', 'SELL', 'DIVIDEND']);
const PRODUCTS = new Set(['DELIVERY', 'INTRADAY']);

/** What the backend answers to a login: a session, or the wish for a one-time password. */
type LoginAnswer =
  | { kind: 'in'; deviceId: string; account: string | null; expiresAt: Date | null }
  | { kind: 'otp'; otpToken: string };

/** @throws Malformed */
export function readLogin(body: unknown): LoginAnswer {
  const fields = fieldsOf(body, 'a login answer');
  const status = fields['status'];
  if (status === 'otp_required') return { kind: 'otp', otpToken: text(fields, 'otp_token') };
  if (status !== 'ok') throw new Malformed('an unknown login status');
  const expires = optionalText(fields, 'expires_at');
  const expiresAt = expires === null ? null : new Date(expires);
  if (expiresAt !== null && Number.isNaN(expiresAt.getTime()))
    throw new Malformed('an unreadable expires_at');
  return {
    kind: 'in',
    deviceId: text(fields, 'device_id'),
    account: optionalText(fields, 'account'),
    expiresAt,
  };
}

/** @throws Malformed when it is no list of holdings; a single row that cannot be read is left out with its reason. */
export function readHoldings(body: unknown): Holdings {
  const asOf = optionalText(fieldsOf(body, 'holdings'), 'as_of');
  if (asOf !== null && !isDay(asOf)) throw new Malformed('an unreadable as_of');
  const holdings: BrokerHolding[] = [];
  const left_out: ExcludedRow[] = [];
  for (const row of rowsOf(body, 'holdings'))
    readRow(row, left_out, (fields) => {
      const holding = holdingOf(fields, asOf);
      // A position of none is no position.
      if (!new Decimal(holding.quantity).isZero()) holdings.push(holding);
    });
  return { holdings, left_out, as_of: asOf === null ? undefined : { first: asOf, last: asOf } };
}

/** One page of transactions as it came. */
export interface WebPage extends TradePage {
  /** What tells each row from the others: its id, or all of it where it has none. */
  keys: string[];
  pageSize: number;
  /** Rows of all pages together; null where the backend does not say. */
  total: number | null;
  /** Latest day that a row of any kind bears; null where none does. */
  newest: string | null;
}

/**
 * One page of transactions.
 * @param owner names the account in execution ids, so that two accounts never share one.
 * @throws Malformed
 */
export function readTrades(body: unknown, owner: string): WebPage {
  const { page_size: pageSize, total = null } = fieldsOf(body, 'a page of transactions');
  if (typeof pageSize !== 'number' || !Number.isInteger(pageSize) || pageSize < 1)
    throw new Malformed('no readable page_size');
  if (total !== null && (typeof total !== 'number' || !Number.isInteger(total) || total < 0))
    throw new Malformed('no readable total');
  const rows = rowsOf(body, 'transactions');
  const trades: BrokerTrade[] = [];
  const left_out: ExcludedRow[] = [];
  for (const row of rows) readRow(row, left_out, (fields) => void trades.push(tradeOf(fields, owner)));
  const days = rows.map((row) => textOr(row, 'trade_date', '')).filter(isDay);
  return {
    trades,
    left_out,
    keys: rows.map((row) => textOr(row, 'id', JSON.stringify(row))),
    pageSize,
    total,
    newest: days.toSorted().at(-1) ?? null,
  };
}

/** The code of an error body `{ error: { code } }`; null where there is none. */
export function errorCodeOf(body: unknown): string | null {
  const error = isFields(body) ? body['error'] : undefined;
  const code = isFields(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : null;
}

/** A text field of a body that may be of any shape. */
export function textOr(body: unknown, name: string, fallback: string): string {
  const value = isFields(body) ? body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** Why a row is not taken; not a fault of the page. */
class Skipped extends Error {
  readonly reason: ExcludedRow['reason'];
  constructor(reason: ExcludedRow['reason']) {
    super(reason);
    this.reason = reason;
  }
}

function readRow(row: unknown, excluded: ExcludedRow[], take: (fields: Fields) => void): void {
  const what = isFields(row) ? textOr(row, 'symbol', 'a row without a symbol').slice(0, 60) : 'a row';
  try {
    take(fieldsOf(row, 'a row'));
  } catch (error) {
    if (error instanceof Skipped) excluded.push({ what, reason: error.reason });
    else if (error instanceof Malformed) excluded.push({ what, reason: 'UNREADABLE' });
    else throw error;
  }
}

function holdingOf(fields: Fields, asOf: string | null): BrokerHolding {
  const { asset_class, currency } = kindOf(fields);
  const quantity = exact(fields, 'quantity');
  if (new Decimal(quantity).lt(0)) throw new Malformed('a quantity below zero');
  const last_price = price(fields, 'last_price');
  return {
    symbol: text(fields, 'symbol'),
    name: optionalText(fields, 'name'),
    isin: isinOf(fields),
    security_id: optionalText(fields, 'security_id'),
    asset_class,
    currency,
    quantity,
    avg_buy_price: price(fields, 'avg_price'),
    last_price,
    previous_close: price(fields, 'previous_close'),
    price_as_of: last_price === null ? null : asOf,
  };
}

function tradeOf(fields: Fields, owner: string): BrokerTrade {
  const { asset_class, currency } = kindOf(fields);
  const status = STATUSES[text(fields, 'status')] ?? 'UNKNOWN_KIND';
  if (status !== 'DONE') throw new Skipped(status);
  const type = text(fields, 'side');
  const product = optionalText(fields, 'product') ?? 'DELIVERY';
  if (!SIDES.has(type) || !PRODUCTS.has(product)) throw new Skipped('UNKNOWN_KIND');
  const date = text(fields, 'trade_date');
  if (!isDay(date)) throw new Malformed('an unreadable trade_date');
  const quantity = exact(fields, 'quantity');
  const paid = exact(fields, 'price');
  if (!new Decimal(quantity).gt(0) || new Decimal(paid).lt(0)) throw new Malformed('a quantity below zero');
  const id = text(fields, 'id');
  const exchange = optionalText(fields, 'exchange');
  const number = optionalText(fields, 'exchange_trade_id');
  return {
    symbol: text(fields, 'symbol'),
    isin: isinOf(fields),
    security_id: optionalText(fields, 'security_id'),
    type: type as BrokerTrade['type'],
    date,
    quantity,
    price: paid,
    fee_tax: optionalExact(fields, 'charges'),
    currency,
    asset_class,
    // The exchange's own number is the same in the broker's files: a file and a sync meet in one row.
    execution_id:
      exchange !== null && number !== null ? `${exchange}:${date}:${number}` : `WEB:${owner}:${id}`,
    is_intraday: product === 'INTRADAY',
  };
}

function kindOf(fields: Fields): { asset_class: BrokerHolding['asset_class']; currency: string } {
  const segment = optionalText(fields, 'segment') ?? 'EQUITY';
  const skipped = SKIPPED[segment];
  if (skipped !== undefined) throw new Skipped(skipped);
  const asset_class = ASSET_CLASSES[segment];
  if (asset_class === undefined) throw new Skipped('UNKNOWN_KIND');
  const currency = optionalText(fields, 'currency') ?? (asset_class === 'US Equity' ? 'USD' : 'INR');
  if (!/^[A-Z]{3}$/.test(currency)) throw new Malformed('an unreadable currency');
  return { asset_class, currency };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldsOf(value: unknown, what: string): Fields {
  if (!isFields(value)) throw new Malformed(`something that is not ${what}`);
  return value;
}

function rowsOf(body: unknown, name: string): readonly unknown[] {
  const rows = fieldsOf(body, name)[name];
  if (!Array.isArray(rows)) throw new Malformed(`no list of ${name}`);
  return rows as readonly unknown[];
}

function text(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === null) throw new Malformed(`no readable ${name}`);
  return value;
}

/** Absent, null and empty are the same: not known. */
function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new Malformed(`no readable ${name}`);
  return value.trim() === '' ? null : value.trim();
}

function isinOf(fields: Fields): string | null {
  const isin = optionalText(fields, 'isin');
  if (isin !== null && !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) throw new Malformed('an unreadable isin');
  return isin;
}

function exact(fields: Fields, name: string): string {
  const value = optionalExact(fields, name);
  if (value === null) throw new Malformed(`no readable ${name}`);
  return value;
}

/** A decimal given as a number or as text, in whatever notation, as plain digits with at most ten places. */
function optionalExact(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  const written = typeof value === 'number' ? String(value) : value;
  if (typeof written !== 'string' || !/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/.test(written))
    throw new Malformed(`no readable ${name}`);
  const figure = toScale(written);
  if (figure.abs().gte(LARGEST)) throw new Malformed(`no plausible ${name}`);
  return figure.toFixed();
}

/** A price that is not above zero is none. */
function price(fields: Fields, name: string): string | null {
  const value = optionalExact(fields, name);
  return value === null || !new Decimal(value).gt(0) ? null : value;
}

function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
  );
}
