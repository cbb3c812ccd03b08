import { Decimal } from '../../platform/index.ts';
import type { Held } from '../held.ts';
import type { Bucket } from './buckets.ts';

/** A trade that would bring its bucket nearer to its target. Nothing places it. */
export interface PlannedTrade {
  held: Held;
  bucket: string;
  side: 'BUY' | 'SELL';
  quantity: Decimal;
  /** In the portfolio's currency, before costs and taxes. */
  value: Decimal;
}

/** A holding that no trade is suggested for, though its bucket is off. */
export interface LeftOut {
  held: Held;
  bucket: string;
  reason: string;
}

/** What correcting the drift would do. Amounts in the portfolio's currency. */
export interface Plan {
  trades: PlannedTrade[];
  left_out: LeftOut[];
  sells: Decimal;
  buys: Decimal;
  /** What the sells bring beyond what the buys cost: below zero where money that is held is spent. */
  cash_change: Decimal;
  /** The same by the bucket whose money it is; under '' for money that no target names, and where there is none yet. */
  money: ReadonlyMap<string, Decimal>;
  /** Whether nothing that can be traded is above its target, or nothing below it: then there is no trade. */
  lacks: 'SELLS' | 'BUYS' | null;
}

/** Doubles and quotients leave dust: what is nearer than this to the next unit is that unit. */
const DUST = new Decimal('1e-9');
const ZERO = new Decimal(0);
/** Mutual funds are bought and redeemed in thousandths of a unit, everything else in whole ones. */
const FUND_STEP = new Decimal('0.001');
const WHOLE = new Decimal(1);

const isMoney = (held: Held): boolean => held.asset_class === 'Cash';
const stepOf = (held: Held): Decimal => (held.asset_class === 'Mutual Fund' ? FUND_STEP : WHOLE);

interface Movable {
  held: Held;
  value: Decimal;
  bucket: string;
  /** What its bucket would give (or take), of this holding's part. */
  wanted: Decimal;
}

/**
 * Proportional drift correction (spec: Report rules 10). Every bucket above its target gives, every bucket below takes;
 * where one side has less than the other, the other side moves by the same fraction of its drift. Inside a bucket each
 * holding moves by its part of the bucket. Quantities are rounded down (redemptions of funds up to the next thousandth),
 * so that no bucket ends further from its target, nothing is sold that is not held, and the buys never cost more than
 * the sells and the money at hand bring. Money is moved and not traded: what no target names of it is there to be
 * invested. Unlisted holdings and those without a price or rate stay.
 */
export function planTrades(of: {
  buckets: readonly Bucket[];
  /** Held, but named by no target: only its money moves. */
  outside: readonly Held[];
  /** Of everything that could be valued, in the portfolio's currency. */
  total: Decimal;
}): Plan {
  const left: LeftOut[] = [];
  const give: Movable[] = [];
  const take: Movable[] = [];
  for (const bucket of of.buckets) {
    const movable = movableOf(bucket, left);
    const value = sum(bucket.holdings.map(valueOf));
    const need = of.total.times(bucket.target_pct).div(100).minus(value);
    const most = sum(movable.map((one) => one.value));
    const wanted = Decimal.min(need.abs(), need.isNegative() ? most : need);
    // A holding without worth has no part of its bucket.
    if (wanted.isZero() || most.isZero()) continue;
    for (const one of movable)
      (need.isNegative() ? give : take).push({ ...one, wanted: wanted.times(one.value).div(most) });
  }
  for (const held of of.outside.filter(isMoney)) {
    const value = valueOf(held);
    if (value.gt(0)) give.push({ held, value, bucket: '', wanted: value });
  }
  const offered = sum(give.map(({ wanted }) => wanted));
  const asked = sum(take.map(({ wanted }) => wanted));
  const moved = Decimal.min(offered, asked);
  const fractionOf = (side: Decimal): Decimal => (side.isZero() ? ZERO : moved.div(side));

  const trades: PlannedTrade[] = [];
  const money = new Map<string, Decimal>();
  const pay = (bucket: string, amount: Decimal) =>
    void money.set(bucket, (money.get(bucket) ?? ZERO).plus(amount));
  const trade = (one: Movable, side: 'BUY' | 'SELL', amount: Decimal): Decimal => {
    if (isMoney(one.held)) {
      pay(one.bucket, side === 'SELL' ? amount.negated() : amount);
      return amount;
    }
    const unit = one.value.div(one.held.quantity);
    const step = stepOf(one.held);
    const exact = amount.div(unit).div(step);
    // A sliver of a fund more, so that what is to be bought is not missed by a paisa.
    const isFundSold = side === 'SELL' && step.eq(FUND_STEP) && exact.gte(1);
    const steps = isFundSold ? exact.minus(DUST).ceil() : exact.plus(DUST).floor();
    // All of a fund is redeemed to its last digit.
    const isAll = side === 'SELL' && step.eq(FUND_STEP) && amount.plus(DUST).gte(one.value);
    const most = isAll ? new Decimal(one.held.quantity) : steps.times(step);
    const quantity = side === 'SELL' ? Decimal.min(most, one.held.quantity) : most;
    if (quantity.gt(0)) {
      const value = quantity.times(unit);
      trades.push({ held: one.held, bucket: one.bucket, side, quantity, value });
      return value;
    }
    if (amount.gt(DUST))
      left.push({
        held: one.held,
        bucket: one.bucket,
        reason: `Less than ${step.eq(WHOLE) ? 'one unit' : 'a thousandth of a unit'} would have to be ${side === 'SELL' ? 'sold' : 'bought'}.`,
      });
    return ZERO;
  };
  const given = sum(give.map((one) => trade(one, 'SELL', one.wanted.times(fractionOf(offered)))));
  // What rounding kept from being sold cannot be spent.
  const fraction = asked.isZero() ? ZERO : Decimal.min(given, moved).div(asked);
  const taken = sum(take.map((one) => trade(one, 'BUY', one.wanted.times(fraction))));
  sellLess(trades, given.minus(taken), left);

  const total = (side: 'BUY' | 'SELL') =>
    sum(trades.filter((one) => one.side === side).map(({ value }) => value));
  const sells = total('SELL');
  const buys = total('BUY');
  const cash_change = sells.minus(buys);
  // What rounding leaves over lies with the rest of the money.
  pay(purseOf(of), cash_change.minus(sum([...money.values()])));
  return {
    trades: trades.sort((a, b) =>
      a.side === b.side ? b.value.comparedTo(a.value) : a.side === 'SELL' ? -1 : 1,
    ),
    left_out: left,
    sells,
    buys,
    cash_change,
    lacks: offered.isZero() ? 'SELLS' : asked.isZero() ? 'BUYS' : null,
    money,
  };
}

/** The bucket that most of the money is in. */
function purseOf(of: { buckets: readonly Bucket[]; outside: readonly Held[] }): string {
  const purses = [
    ...of.buckets.map(({ name, holdings }) => ({ name, holdings })),
    { name: '', holdings: of.outside },
  ].map(({ name, holdings }) => ({ name, value: sum(holdings.filter(isMoney).map(valueOf)) }));
  return purses.reduce((most, one) => (one.value.gt(most.value) ? one : most), { name: '', value: ZERO })
    .name;
}

/** What rounding kept from being bought need not be sold: whole units of it stay, of the smallest sells first. */
function sellLess(trades: PlannedTrade[], spare: Decimal, left: LeftOut[]): void {
  let rest = spare;
  const sells = trades.filter(({ side }) => side === 'SELL').sort((a, b) => a.value.comparedTo(b.value));
  for (const sell of sells) {
    const unit = sell.value.div(sell.quantity);
    const step = stepOf(sell.held);
    const needed = sell.quantity.minus(rest.div(unit)).div(step).minus(DUST).ceil().times(step);
    const kept = sell.quantity.minus(Decimal.max(needed, 0));
    if (!kept.gt(0)) continue;
    sell.quantity = sell.quantity.minus(kept);
    sell.value = sell.quantity.times(unit);
    rest = rest.minus(kept.times(unit));
    if (sell.quantity.gt(0)) continue;
    trades.splice(trades.indexOf(sell), 1);
    left.push({
      held: sell.held,
      bucket: sell.bucket,
      reason: 'What it would bring is less than one unit of what is to be bought.',
    });
  }
}

function movableOf(bucket: Bucket, left: LeftOut[]): Omit<Movable, 'wanted'>[] {
  const movable: Omit<Movable, 'wanted'>[] = [];
  for (const held of bucket.holdings) {
    const reason =
      held.value === null
        ? held.reason
        : held.asset_class === 'Unlisted'
          ? 'It is unlisted: no market takes or gives units of it.'
          : null;
    if (reason !== null) left.push({ held, bucket: bucket.name, reason });
    else movable.push({ held, value: valueOf(held), bucket: bucket.name });
  }
  return movable;
}

const valueOf = ({ value }: Held): Decimal => new Decimal(value ?? 0);

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((all, one) => all.plus(one), ZERO);
}
