import { exerciseTax } from '../../finance/charges/index.ts';
import { amountToNumber, grouped, parseAmount } from '../../platform/index.ts';
import { expiryMoment, unitsOf } from '../records/index.ts';
import type { Contract } from './contract.ts';
import { type Fill, inOrder } from './fill.ts';
import { addCosts, type CostUnits, NO_COSTS, splitCosts, costsOfFills } from './fill-costs.ts';
import { type Lot, worthAtExpiry } from './legs.ts';
import { tagOf } from './trade-tags.ts';

/** A trade as the fills make it: from flat to flat. */
export interface Trade {
  tag: string;
  strategy: string;
  underlying: string;
  /** UTC */
  opened_at: string;
  last_fill_at: string;
  /** Fills with how many of their units are of this trade, in order of time. */
  fills: { fill: Fill; quantity: number }[];
  /** Closed units, each with its entry and exit; of contracts that expired too. */
  closed: Lot[];
  /** Units that are still open. */
  open: Lot[];
  /** When it was over; null for a trade that is open. */
  closed_at: string | null;
  hasExpired: boolean;
  /** Null where they are unknown for a fill. */
  costs: CostUnits | null;
}

interface Settled {
  /** Rupees of the underlying at an expiry; null where nobody said. */
  (underlying: string, expiry: string): number | null;
}

/**
 * The trades that fills make. Contracts of one underlying and expiry whose positions overlap in time are one trade, from flat to
 * flat over all of them, on however many days; fills that the person gave a tag are the trade of that tag. Within a contract
 * what was opened first is closed first. A fill that closes one trade and opens the next is cut in two.
 * @param fills every fill of each underlying and expiry that is among them
 * @param now by which contracts have expired
 */
export function tradesOf(fills: readonly Fill[], { settled, now }: { settled: Settled; now: Date }): Trade[] {
  const costs = costsOfFills(fills);
  const groups = grouped(fills, ({ expiry, given_tag, underlying }) =>
    given_tag === null ? `${underlying} ${expiry}` : `tag ${given_tag}`,
  );
  const parts = new Map<string, number[]>();
  const all = [...groups.values()].flatMap((group) => walk(group.toSorted(inOrder), parts));
  for (const trade of all) expire(trade, { settled, now: now.toISOString() });
  const tags = new Set<string>();
  const shares = new Map(
    [...parts].map(([id, sizes]) => {
      const whole = costs.get(id) ?? null;
      return [id, whole === null ? null : splitCosts(whole, sizes.map(BigInt))] as const;
    }),
  );
  const used = new Map<string, number>();
  return all.map((trade) => ({
    ...trade,
    tag: tagOf(trade, tags),
    costs: costsOf(trade, shares, used),
  }));
}

type Walked = Omit<Trade, 'tag' | 'costs'>;

/** Goes through the fills of a group in the order of time. @param parts is given how each fill is cut, by its id */
function walk(fills: readonly Fill[], parts: Map<string, number[]>): Walked[] {
  const trades: Walked[] = [];
  let trade: Walked | null = null;
  for (const fill of fills) {
    let rest = fill.quantity;
    while (rest > 0) {
      trade ??= begin(fill, trades);
      const size = fill.given_tag === null ? untilFlat(trade, fill, rest) : rest;
      apply(trade, fill, size);
      const known = parts.get(fill.fill_id);
      if (known === undefined) parts.set(fill.fill_id, [size]);
      else known.push(size);
      rest -= size;
      if (trade.open.length === 0 && fill.given_tag === null) trade = null;
    }
  }
  for (const one of trades) if (one.open.length === 0) one.closed_at = one.last_fill_at;
  return trades;
}

function begin(fill: Fill, trades: Walked[]): Walked {
  const trade: Walked = {
    strategy: fill.strategy,
    underlying: fill.underlying,
    opened_at: fill.at,
    last_fill_at: fill.at,
    fills: [],
    closed: [],
    open: [],
    closed_at: null,
    hasExpired: false,
  };
  trades.push(trade);
  return trade;
}

/** How much of a fill belongs to this trade: all of it, unless a part of it makes the whole trade flat. */
function untilFlat(trade: Walked, fill: Fill, rest: number): number {
  let against = 0;
  for (const lot of trade.open) {
    if (lot.contract.symbol !== fill.symbol || lot.side === fill.side) return rest;
    against += lot.quantity;
  }
  return against > 0 && against < rest ? against : rest;
}

function apply(trade: Walked, fill: Fill, size: number): void {
  trade.last_fill_at = fill.at;
  trade.fills.push({ fill, quantity: size });
  let rest = size;
  const price = unitsOf(fill.price);
  for (const lot of trade.open) {
    if (rest === 0) break;
    if (lot.contract.symbol !== fill.symbol || lot.side === fill.side) continue;
    const quantity = Math.min(rest, lot.quantity);
    trade.closed.push({ ...lot, quantity, exit: price });
    lot.quantity -= quantity;
    rest -= quantity;
  }
  trade.open = trade.open.filter(({ quantity }) => quantity > 0);
  if (rest > 0)
    trade.open.push({
      contract: contractOf(fill),
      side: fill.side,
      quantity: rest,
      entry: price,
      exit: null,
      isExpired: false,
    });
}

const contractOf = ({ symbol, underlying, instrument, expiry, strike }: Fill): Contract => ({
  symbol,
  underlying,
  instrument,
  expiry,
  strike,
});

/** Closes what has expired, at what it was settled at where that is known. */
function expire(trade: Walked, { settled, now }: { settled: Settled; now: string }): void {
  const gone = trade.open.filter(({ contract }) => expiryMoment(contract.expiry) <= now);
  if (gone.length === 0) return;
  trade.hasExpired = true;
  trade.open = trade.open.filter((lot) => !gone.includes(lot));
  for (const lot of gone) {
    const price = settled(lot.contract.underlying, lot.contract.expiry);
    trade.closed.push({
      ...lot,
      exit: price === null ? null : worthAtExpiry(lot.contract, price),
      isExpired: true,
    });
  }
  if (trade.open.length > 0) return;
  const last =
    gone
      .map(({ contract }) => expiryMoment(contract.expiry))
      .toSorted()
      .at(-1) ?? now;
  trade.closed_at = last > trade.last_fill_at ? last : trade.last_fill_at;
}

/**
 * What a trade costs: its part of the costs of its fills, and the tax on options that were exercised at their expiry.
 * @param used how many parts of each fill were taken already
 */
function costsOf(
  trade: Walked,
  shares: ReadonlyMap<string, readonly CostUnits[] | null>,
  used: Map<string, number>,
): CostUnits | null {
  let sum: CostUnits | null = NO_COSTS;
  for (const { fill } of trade.fills) {
    const at = used.get(fill.fill_id) ?? 0;
    used.set(fill.fill_id, at + 1);
    const part = shares.get(fill.fill_id)?.[at] ?? null;
    sum = sum === null || part === null ? null : addCosts(sum, part);
  }
  if (sum === null) return null;
  const tax = exerciseCosts(trade);
  return tax === null ? null : addCosts(sum, { ...NO_COSTS, stt: tax });
}

/** The tax of long options that expired in the money, in units; null where its rate is not known. */
function exerciseCosts(trade: Walked): number | null {
  let sum = 0;
  for (const { contract, side, quantity, exit, isExpired } of trade.closed) {
    if (!isExpired || side === 'SELL' || contract.instrument === 'FUT' || exit === null || exit === 0)
      continue;
    const value = BigInt(exit) * BigInt(quantity);
    const tax = exerciseTax(
      contract.expiry,
      parseAmount(`${value / 10_000n}.${String(value % 10_000n).padStart(4, '0')}`),
    );
    if (tax === null) return null;
    sum += unitsOf(amountToNumber(tax));
  }
  return sum;
}
