import { type Amount, AMOUNT_ONE, type Fixed, parseFixed } from '../../platform/fixed-point.ts';
import { CHARGE_ROWS, type TradeSide } from './charge-rows.ts';
import type { DerivativeExchange, DerivativeItem, DerivativeKind } from './derivative-row.ts';
import { DERIVATIVE_ROWS, FIRST_DERIVATIVES_DAY, FIRST_EXERCISE_DAY } from './derivative-rows.ts';
import { toPaisa } from './rounding.ts';

/** Charges of an executed order by item, in rupees. */
export interface DerivativeCharges {
  brokerage: Amount;
  stt: Amount;
  exchange: Amount;
  sebi: Amount;
  stamp_duty: Amount;
  gst: Amount;
  total: Amount;
}

/** All that one order bought or sold of one contract, in however many fills. */
export interface DerivativeOrder {
  kind: DerivativeKind;
  exchange: DerivativeExchange;
  side: TradeSide;
  /** YYYY-MM-DD */
  day: string;
  /** Rupees above 0: premium of an option, price of a future, times the quantity. */
  value: Amount;
  /** Rupees an order in place of the table's; of a future no more than its part of the value. */
  brokerage?: Amount;
}

/** The rate of a day and its source. Throws a RangeError before `FIRST_DERIVATIVES_DAY`. */
export function derivativeRate(
  item: DerivativeItem,
  of: { day: string; kind: DerivativeKind; exchange: DerivativeExchange; side: TradeSide },
): { rate: Fixed; source: string; is_verified: boolean } {
  const { day, kind, exchange, side } = of;
  if (day < FIRST_DERIVATIVES_DAY)
    throw new RangeError(
      `Charges of derivatives are known from ${FIRST_DERIVATIVES_DAY} on; there are none for ${day}.`,
    );
  const [found, ...others] = DERIVATIVE_ROWS.filter(
    (row) =>
      row.item === item &&
      (row.kind ?? kind) === kind &&
      (row.exchange ?? exchange) === exchange &&
      (row.side ?? side) === side &&
      row.from <= day &&
      day <= (row.to ?? '9999-99-99'),
  );
  if (found === undefined || others.length > 0)
    throw new Error(
      `${item} of ${kind} ${exchange} ${side} has ${others.length + (found ? 1 : 0)} rows on ${day}`,
    );
  return { rate: parseFixed(found.rate), source: found.source, is_verified: found.is_verified };
}

const least = (one: Amount, other: Amount): Amount => (one < other ? one : other);
/** Whether the tax on services was levied on fees of SEBI. */
const isSebiTaxed = (day: string): boolean =>
  CHARGE_ROWS.some(
    ({ item, from, to, on }) =>
      item === 'gst' && from <= day && day <= (to ?? '9999-99-99') && on?.includes('sebi') === true,
  );

/** Rates of one kind of order on one day. */
interface OrderRates extends Record<DerivativeItem, Fixed> {
  isSebiTaxed: boolean;
}
const known = new Map<string, OrderRates>();
const MOST_KNOWN = 2_000;

function ratesOf(of: Pick<DerivativeOrder, 'day' | 'kind' | 'exchange' | 'side'>): OrderRates {
  const key = `${of.day} ${of.kind} ${of.exchange} ${of.side}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const rate = (item: DerivativeItem) => derivativeRate(item, of).rate;
  const rates: OrderRates = {
    brokerage_flat: rate('brokerage_flat'),
    // Of a future alone: an option costs the same whatever its premium.
    brokerage_part: of.kind === 'FUTURE' ? rate('brokerage_part') : 0n,
    stt: rate('stt'),
    exercise_stt: rate('exercise_stt'),
    exchange: rate('exchange'),
    sebi: rate('sebi'),
    stamp_duty: rate('stamp_duty'),
    gst: rate('gst'),
    isSebiTaxed: isSebiTaxed(of.day),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, rates);
  return rates;
}

/**
 * Charges of an executed order in a future or an option, each rounded half up to the paisa; tax on services is levied on what
 * was rounded. A contract note rounds STT and stamp duty of a whole day to rupees, so that it may differ by up to a rupee.
 * Throws a RangeError before `FIRST_DERIVATIVES_DAY`, and unless the value is above 0.
 */
export function derivativeCharges(order: DerivativeOrder): DerivativeCharges {
  const { value } = order;
  if (value <= 0n) throw new RangeError('An order that was executed has a value above 0.');
  const rates = ratesOf(order);
  const flat = order.brokerage ?? toPaisa(AMOUNT_ONE, rates.brokerage_flat);
  const brokerage = order.kind === 'FUTURE' ? least(flat, toPaisa(value, rates.brokerage_part)) : flat;
  const stt = toPaisa(value, rates.stt);
  const exchange = toPaisa(value, rates.exchange);
  const sebi = toPaisa(value, rates.sebi);
  const stamp_duty = toPaisa(value, rates.stamp_duty);
  const gst = toPaisa(brokerage + exchange + (rates.isSebiTaxed ? sebi : 0n), rates.gst);
  const total = brokerage + stt + exchange + sebi + stamp_duty + gst;
  return { brokerage, stt, exchange, sebi, stamp_duty, gst, total };
}

/**
 * The STT that the holder of an option pays where it is exercised at its expiry, rounded to the paisa.
 * @param value rupees: what it is worth then, its intrinsic value times the quantity; nothing is paid on 0
 * @returns null before `FIRST_EXERCISE_DAY`
 */
export function exerciseTax(day: string, value: Amount): Amount | null {
  if (day < FIRST_EXERCISE_DAY) return null;
  if (value < 0n) throw new RangeError('An option is worth 0 or more.');
  return toPaisa(value, ratesOf({ day, kind: 'OPTION', exchange: 'NSE', side: 'BUY' }).exercise_stt);
}
