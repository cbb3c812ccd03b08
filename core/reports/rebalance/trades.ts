import { Decimal } from '../../platform/index.ts';
import type { Held } from '../held.ts';
import { type Bucket, isMoney, namesMoney } from './buckets.ts';
import { type Lot, type Part, Position } from './position.ts';
import { type NoTrade, planWholeUnits } from './whole-units.ts';

/** A trade that would bring its bucket nearer to its target. Nothing places it. */
interface PlannedTrade {
  held: Held;
  bucket: string;
  side: 'BUY' | 'SELL';
  quantity: Decimal;
  /** In the portfolio's currency, before costs and taxes. */
  value: Decimal;
}

/** A holding that no trade is suggested for, though its bucket is off. */
interface Untraded {
  held: Held;
  bucket: string;
  reason: string;
}

/** What correcting the drift would do. Amounts in the portfolio's currency. */
export interface Plan {
  trades: PlannedTrade[];
  left_out: Untraded[];
  sells: Decimal;
  buys: Decimal;
  /** What the sells bring beyond what the buys cost: below zero where money that is held is spent. */
  cash_change: Decimal;
  /** The same by the bucket whose money it is; under '' where no bucket has money. */
  money: ReadonlyMap<string, Decimal>;
  /** Why there is no trade; null where there is one. */
  none: NoTrade | null;
}

/** A holding that can move. */
interface Movable extends Lot {
  of: Held;
  bucket: string;
}

interface Side extends Part {
  bucket: Bucket;
}

const ZERO = new Decimal(0);

/**
 * Trades in whole units that correct the drift of all buckets together (spec: Report rules 10); see planWholeUnits for
 * what is nearest. Nothing is sold that is not held, and the purchases cost no more than the sales and the money at hand
 * bring. Money is moved and not traded. Unlisted holdings and those without a price or rate stay. The order of buckets
 * and holdings makes no difference.
 */
export function planTrades(of: {
  buckets: readonly Bucket[];
  /** Of everything that could be valued, in the portfolio's currency. */
  total: Decimal;
}): Plan {
  const sides = [...of.buckets]
    .sort((a, b) => byText(a.name, b.name))
    .map((bucket) => sideOf(bucket, of.total.toNumber()));
  const cash = cashOf(sides);
  const left: Untraded[] = [];
  const movable = sides.flatMap((side) => movablesOf(side, cash, left));
  const position = new Position(
    cash.bucket === null ? [...sides, cash] : sides,
    cash,
    cash.bucket === null ? 0 : moneyIn(cash.bucket),
    movable,
    of.total.toNumber(),
  );
  const largest = position.largest();
  const none = planWholeUnits(position);
  const trades = movable.flatMap((one) => tradeOf(one, isAllSold(one, position, largest)));
  const sum = (side: 'BUY' | 'SELL') =>
    trades.reduce((all, one) => (one.side === side ? all.plus(one.value) : all), ZERO);
  const sells = sum('SELL');
  const buys = sum('BUY');
  const cash_change = sells.minus(buys);
  return {
    trades: trades.sort(
      (a, b) =>
        (a.side === b.side ? 0 : a.side === 'SELL' ? -1 : 1) ||
        b.value.comparedTo(a.value) ||
        byText(a.held.symbol, b.held.symbol),
    ),
    left_out: [...left, ...movable.flatMap((one) => notTraded(one, none === null))],
    sells,
    buys,
    cash_change,
    money: moneyMoved(movable, cash.bucket?.name ?? '', cash_change),
    none,
  };
}

/** A bucket that nothing is known of has no drift, and nothing of it moves. */
function sideOf(bucket: Bucket, total: number): Side {
  const values = bucket.holdings.map(({ value }) => value);
  const isUnknown = values.length > 0 && values.every((value) => value === null);
  const sum = [...values]
    .map((value) => value ?? 0)
    .sort((a, b) => a - b)
    .reduce((all, one) => all + one, 0);
  const start = isUnknown ? 0 : sum - (total * bucket.target_pct) / 100;
  return { bucket, start, drift: start };
}

/** The bucket whose money pays and is paid: where most of it is, else one whose target is money, else one of no name. */
function cashOf(sides: readonly Side[]): Part & { bucket: Bucket | null } {
  const [cash] = sides
    .filter(({ bucket }) => namesMoney(bucket.name) || bucket.holdings.some(isMoney))
    .sort((a, b) => moneyIn(b.bucket) - moneyIn(a.bucket) || b.bucket.target_pct - a.bucket.target_pct);
  return cash ?? { bucket: null, start: 0, drift: 0 };
}

const moneyIn = ({ holdings }: Bucket): number =>
  holdings
    .filter(isMoney)
    .map(({ value }) => value ?? 0)
    .sort((a, b) => a - b)
    .reduce((all, one) => all + one, 0);

function movablesOf(side: Side, cash: Part, left: Untraded[]): Movable[] {
  const { name, holdings } = side.bucket;
  const movable: Movable[] = [];
  for (const of of [...holdings].sort((a, b) => byText(a.symbol, b.symbol) || byText(a.id, b.id))) {
    const { value, quantity } = of;
    const reason =
      value === null
        ? of.reason
        : of.asset_class === 'Unlisted'
          ? 'It is unlisted, so it cannot be traded on a market.'
          : null;
    if (reason !== null) left.push({ held: of, bucket: name, reason });
    if (reason !== null || value === null || value <= 0 || (isMoney(of) && side === cash)) continue;
    const fineness = finenessOf(of);
    movable.push({
      of,
      bucket: name,
      part: side,
      unit: value / quantity / fineness,
      held: new Decimal(quantity).times(fineness).floor().toNumber(),
      value,
      fineness,
      wanted: 0,
      count: 0,
    });
  }
  return movable;
}

/** Units that one is traded in: thousandths of funds, hundredths of money, everything else in whole ones. */
const finenessOf = (held: Held): number =>
  isMoney(held) ? 100 : held.asset_class === 'Mutual Fund' ? 1000 : 1;

/** All of a fund is redeemed to its last digit, but never so that it ends further from the targets. */
function isAllSold(lot: Movable, position: Position, largest: number): boolean {
  if (lot.count === 0 || -lot.count !== lot.held || lot.fineness === 1 || isMoney(lot.of)) return false;
  return position.sellRest(lot, largest);
}

function tradeOf({ of, bucket, count, fineness }: Movable, isAll: boolean): PlannedTrade[] {
  if (count === 0 || isMoney(of)) return [];
  const side = count > 0 ? 'BUY' : 'SELL';
  const quantity = isAll ? new Decimal(of.quantity) : new Decimal(Math.abs(count)).div(fineness);
  return [{ held: of, bucket, side, quantity, value: quantity.times(of.value ?? 0).div(of.quantity) }];
}

function notTraded({ of, bucket, count, wanted, unit, fineness }: Movable, isAnyTraded: boolean): Untraded[] {
  if (count !== 0 || wanted === 0 || isMoney(of)) return [];
  if (Math.abs(wanted) < unit) {
    const least = fineness === 1 ? 'one unit' : 'a thousandth of a unit';
    const reason = `The trade would be less than ${least}.`;
    return [{ held: of, bucket, reason }];
  }
  return isAnyTraded
    ? [{ held: of, bucket, reason: 'Other trades in whole units come closer to your targets.' }]
    : [];
}

/** What each bucket's money gains or loses: the cash bucket has what the others do not. */
function moneyMoved(movable: readonly Movable[], cash: string, change: Decimal): Map<string, Decimal> {
  const money = new Map<string, Decimal>();
  let rest = change;
  for (const { of, bucket, count, unit } of movable) {
    if (count === 0 || !isMoney(of)) continue;
    const amount = new Decimal(count).times(unit);
    money.set(bucket, (money.get(bucket) ?? ZERO).plus(amount));
    rest = rest.minus(amount);
  }
  return money.set(cash, (money.get(cash) ?? ZERO).plus(rest));
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
