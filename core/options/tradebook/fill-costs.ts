import { derivativeCharges, FIRST_DERIVATIVES_DAY } from '../../finance/charges/index.ts';
import { amountToNumber, parseAmount } from '../../platform/index.ts';
import { type Costs, unitsOf } from '../records/index.ts';
import { type Fill, inOrder } from './fill.ts';

const COST_ITEMS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp', 'gst', 'other'] as const;
type CostItem = (typeof COST_ITEMS)[number];
/** Costs by item in ten-thousandths of a rupee. */
export type CostUnits = Readonly<Record<CostItem, number>>;

export const NO_COSTS: CostUnits = { brokerage: 0, stt: 0, exchange: 0, sebi: 0, stamp: 0, gst: 0, other: 0 };

/**
 * Cuts a whole into parts by their weights. The parts are whole numbers and add up to the whole exactly.
 * @param weights 0 or more, whole, not all 0
 */
export function apportion(whole: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0n);
  let passed = 0n;
  let given = 0n;
  return weights.map((weight) => {
    passed += weight;
    const upTo = (2n * BigInt(whole) * passed + sum) / (2n * sum);
    const part = upTo - given;
    given = upTo;
    return Number(part);
  });
}

const unitsOfFill = ({ price, quantity }: Pick<Fill, 'price' | 'quantity'>): bigint =>
  BigInt(unitsOf(price)) * BigInt(quantity);

/**
 * The costs of each fill: those of the file where it has them, else its part, by value, of what its order costs by the dated
 * rates. Null where no rates are known for its day.
 * @param fills all fills of every order that is among them
 */
export function costsOfFills(fills: readonly Fill[]): Map<string, CostUnits | null> {
  const costs = new Map<string, CostUnits | null>();
  const orders = new Map<string, Fill[]>();
  for (const fill of fills) {
    if (fill.costs !== null) {
      costs.set(fill.fill_id, unitsOfCosts(fill.costs));
      continue;
    }
    const { exchange, day, order_id, symbol, side, fill_id } = fill;
    const key = order_id === null ? fill_id : [exchange, day, order_id, symbol, side].join(' ');
    const known = orders.get(key);
    if (known === undefined) orders.set(key, [fill]);
    else known.push(fill);
  }
  for (const order of orders.values()) {
    const parts = costsOfOrder(order.toSorted(inOrder));
    for (const [fill, part] of parts) costs.set(fill.fill_id, part);
  }
  return costs;
}

function costsOfOrder(order: readonly Fill[]): [Fill, CostUnits | null][] {
  const [first] = order;
  if (first === undefined) return [];
  if (first.day < FIRST_DERIVATIVES_DAY) return order.map((fill) => [fill, null]);
  const values = order.map(unitsOfFill);
  const value = values.reduce((one, other) => one + other, 0n);
  const charges = derivativeCharges({
    kind: first.instrument === 'FUT' ? 'FUTURE' : 'OPTION',
    exchange: first.exchange,
    side: first.side,
    day: first.day,
    value: parseAmount(rupeeText(value)),
    ...(first.brokerage === null ? {} : { brokerage: parseAmount(first.brokerage.toFixed(4)) }),
  });
  const whole: CostUnits = {
    ...NO_COSTS,
    brokerage: unitsOf(amountToNumber(charges.brokerage)),
    stt: unitsOf(amountToNumber(charges.stt)),
    exchange: unitsOf(amountToNumber(charges.exchange)),
    sebi: unitsOf(amountToNumber(charges.sebi)),
    stamp: unitsOf(amountToNumber(charges.stamp_duty)),
    gst: unitsOf(amountToNumber(charges.gst)),
  };
  const parts = splitCosts(whole, values);
  return order.map((fill, at) => [fill, parts[at] ?? NO_COSTS]);
}

/** Exact text of ten-thousandths of a rupee. */
function rupeeText(units: bigint): string {
  return `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`;
}

/** Cuts each item by the weights. */
export function splitCosts(whole: CostUnits, weights: readonly bigint[]): CostUnits[] {
  const items = COST_ITEMS.map((item) => [item, apportion(whole[item], weights)] as const);
  return weights.map(
    (_, at) => Object.fromEntries(items.map(([item, parts]) => [item, parts[at] ?? 0])) as CostUnits & object,
  );
}

export function addCosts(one: CostUnits, other: CostUnits): CostUnits {
  return Object.fromEntries(COST_ITEMS.map((item) => [item, one[item] + other[item]])) as CostUnits & object;
}

export const totalOf = (costs: CostUnits): number => COST_ITEMS.reduce((sum, item) => sum + costs[item], 0);

/** As a record has them, in rupees; an item that is 0 is left out, as long as another stays. */
export function recordCosts(costs: CostUnits | null): Costs | null {
  if (costs === null) return null;
  const entries = COST_ITEMS.filter((item) => costs[item] !== 0).map((item) => [item, costs[item] / 10_000]);
  return entries.length === 0 ? { other: 0 } : (Object.fromEntries(entries) as Costs);
}

function unitsOfCosts(costs: Costs): CostUnits {
  return Object.fromEntries(COST_ITEMS.map((item) => [item, unitsOf(costs[item] ?? 0)])) as CostUnits &
    object;
}
