import { dayInWords, Decimal, istDate, momentInWords } from '../platform/index.ts';
import { rupees } from './cycle-words.ts';
import { type KeptLook, keptLook, type PlanLook } from './plan-look-view.ts';
import type { PlanOrderView, PlanView } from './plan-view.ts';

/** The part of an order that a look is about. */
type Looked = Pick<
  PlanOrderView,
  | 'order_id'
  | 'side'
  | 'symbol'
  | 'quantity'
  | 'order_kind'
  | 'limit_price'
  | 'reference_price'
  | 'value'
  | 'costs'
>;
type Priced = KeptLook['orders'][number];

/** Prices that are named; the others are counted. */
const MOST_NAMED = 3;

/**
 * A look as it was kept, with the figures that follow from it, of a plan without the orders that are left out; null for none,
 * and for one that cannot be read.
 * @param stored as it stands in the database.
 */
export function lookOf(
  stored: unknown,
  { orders, digest }: { orders: readonly Looked[]; digest: string },
): PlanLook | null {
  return keptLook.isValidSync(stored, { strict: true }) ? figured(stored, orders, digest) : null;
}

function figured(kept: KeptLook, orders: readonly Looked[], digest: string): PlanLook {
  const fills = kept.is_open ? fillsNow(kept, orders) : null;
  const needs = sum(orders, (order) => (order.side === 'BUY' ? mostFor(order) : null));
  const sales_bring = sum(orders, ({ side, value, costs }) =>
    side === 'SELL' ? new Decimal(value).minus(costs) : null,
  );
  const look = { ...kept, fills, needs: needs.toNumber(), sales_bring: sales_bring.toNumber() };
  return { ...look, words: lookWords(look, orders, digest) };
}

const sum = <T>(of: readonly T[], value: (one: T) => Decimal | null): Decimal =>
  of.reduce((total, one) => total.plus(value(one) ?? 0), new Decimal(0));

/** Rupees that a purchase takes: at its limit, with its costs. */
const mostFor = ({ quantity, limit_price, value, costs }: Looked): Decimal =>
  (limit_price === null ? new Decimal(value) : new Decimal(limit_price).times(quantity)).plus(costs);

/**
 * Whether an order would fill at a price: a purchase at its limit or below, a sale at its limit or above, one at the market at
 * any price. @returns null where the price is not known.
 */
export function wouldFill(
  { side, order_kind, limit_price }: Pick<Looked, 'side' | 'order_kind' | 'limit_price'>,
  price: number | null,
): boolean | null {
  if (order_kind === 'MARKET' || limit_price === null) return true;
  if (price === null) return null;
  return side === 'BUY' ? price <= limit_price : price >= limit_price;
}

const priceToday = ({ day, price, priced_at }: Priced, { at }: Pick<KeptLook, 'at'>): number | null =>
  priced_at !== null && day === istDate(new Date(at)) ? price : null;

function fillsNow(look: KeptLook, orders: readonly Looked[]): NonNullable<PlanLook['fills']> {
  const prices = new Map(look.orders.map((one) => [one.order_id, priceToday(one, look)]));
  const found = orders.map((order) => ({
    order,
    fills: wouldFill(order, prices.get(order.order_id) ?? null),
  }));
  const filled = found.filter(({ fills }) => fills === true);
  return {
    orders: filled.length,
    of: orders.length,
    value: sum(filled, ({ order }) => new Decimal(order.value)).toNumber(),
    of_value: sum(orders, ({ value }) => new Decimal(value)).toNumber(),
    unknown: found.filter(({ fills }) => fills === null).length,
  };
}

type Figures = KeptLook & Pick<PlanLook, 'fills' | 'needs' | 'sales_bring'>;

function lookWords(look: Figures, orders: readonly Looked[], digest: string): string[] {
  const { differences, newest_difference: newest } = look;
  return [
    `Read on ${momentInWords(look.at)}.`,
    ...(look.digest === digest ? [] : ['The plan changed after this was read. Refresh it.']),
    ...priceWords(look, orders),
    fundsWords(look),
    ...(look.login === null ? [] : [look.login]),
    ...(differences === 0
      ? []
      : [
          `${differences === 1 ? '1 difference' : `${differences} differences`} with the broker open: ${newest ?? ''}`,
        ]),
  ];
}

function priceWords(look: Figures, orders: readonly Looked[]): string[] {
  const of = new Map(look.orders.map((one) => [one.order_id, one]));
  const priced = orders.flatMap((order) => {
    const one = of.get(order.order_id);
    return one === undefined || one.price === null ? [] : [{ order, one, price: one.price }];
  });
  const today = priced.filter(({ one }) => priceToday(one, look) !== null);
  const moments = today.flatMap(({ one }) => (one.priced_at === null ? [] : [one.priced_at])).toSorted();
  const { fills } = look;
  const state =
    fills === null
      ? 'the market is closed.'
      : fills.unknown > 0 && fills.unknown === fills.of
        ? 'none is from today.'
        : `${fills.orders} of ${counted(fills.of, 'order')} would fill (${rupees(fills.value)} of ${rupees(fills.of_value)})${fills.unknown === 0 ? '' : `, ${fills.unknown} without a price from today`}.`;
  const moved = priced
    .flatMap(({ order, one, price }) => {
      const isOld = priceToday(one, look) === null;
      const part = order.reference_price === null ? null : moveOf(price, order.reference_price);
      const old =
        isOld && one.day !== null ? ` on ${dayInWords(one.day)}` : isOld ? ' at an unknown time' : '';
      const words = `${order.symbol} ${paise(price)}${old}${part === null ? '' : `, ${moveWords(part)}`}`;
      return [{ words, size: part?.abs().toNumber() ?? 0 }];
    })
    .toSorted((a, b) => b.size - a.size);
  const unknown = orders.length - priced.length;
  const rest = [
    ...(moved.length > MOST_NAMED ? [`${moved.length - MOST_NAMED} more closer to theirs`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'has' : 'have'} no price`] : []),
  ];
  const named = [...moved.slice(0, MOST_NAMED).map(({ words }) => words), ...rest];
  const [read, oldest] = [momentInWords(look.at), momentInWords(moments[0] ?? look.at)];
  return [
    `${oldest === read ? 'Prices' : `Prices from ${oldest} on`}: ${state}`,
    ...(named.length === 0 ? [] : [`${named.join('; ')}.`]),
  ];
}

/** Percentage points by which a price lies above its reference. */
const moveOf = (price: number, reference: number): Decimal =>
  new Decimal(price).minus(reference).times(100).div(reference);

function moveWords(move: Decimal): string {
  const size = move.abs().toFixed(1);
  return size === '0.0' ? 'at its reference' : `${size}% ${move.gt(0) ? 'above' : 'below'} its reference`;
}

function fundsWords({ funds, funds_reason, needs, sales_bring: sales }: Figures): string {
  if (funds === null) return `The account’s money could not be read: ${funds_reason ?? ''}`;
  if (needs === 0) return `The account has ${rupees(funds)}; the plan buys nothing.`;
  const short = new Decimal(needs).minus(funds);
  const rest = short.lte(0)
    ? ''
    : sales <= 0
      ? ` It is short by ${rupees(short.toNumber())}.`
      : short.lte(sales)
        ? ` Its sales bring about ${rupees(sales)}.`
        : ` Even with about ${rupees(sales)} of sales it is short by ${rupees(short.minus(sales).toNumber())}.`;
  return `The account has ${rupees(funds)}; the plan needs up to ${rupees(needs)}${sales > 0 ? ' before its sales’ money' : ''}.${rest}`;
}

const paise = (price: number): string =>
  `₹${price.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The look of a plan without the orders that are left out. */
export const lookWithout = (
  { look, orders, digest }: PlanView,
  leftOut: readonly string[],
): PlanLook | null =>
  look &&
  figured(
    look,
    orders.filter(({ order_id }) => !leftOut.includes(order_id)),
    digest,
  );
