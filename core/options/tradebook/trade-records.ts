import { EXPIRY, rupeesOf } from '../records/index.ts';
import type { Fill } from './fill.ts';
import { type CostUnits, recordCosts } from './fill-costs.ts';
import { type Leg, legsOf } from './legs.ts';
import type { Trade } from './trades.ts';

/** How a trade ended that its own fills made flat. */
const SQUARED_OFF = 'SQUARED_OFF';

/** A fill as a record, under its own id. @param tag of the trade that it belongs to, or ended */
export function executionOf(fill: Fill, tag: string, strategy: string, costs: CostUnits | null): object {
  const { fill_id, at, underlying, symbol, instrument, strike, expiry, side, quantity, price, order_id } =
    fill;
  return {
    id: fill_id,
    kind: 'execution',
    at,
    mode: 'LIVE',
    strategy,
    tag,
    underlying,
    symbol,
    instrument,
    strike,
    expiry,
    side,
    quantity,
    price,
    ...(costs === null ? {} : { costs: recordCosts(costs) }),
    order_id,
    source: fill.source,
  };
}

const ofRecord = ({ symbol, instrument, strike, expiry, side, quantity, entry_price }: Leg) => ({
  symbol,
  instrument,
  strike,
  expiry,
  side,
  quantity,
  entry_price,
});

/** The report of a trade that is over, without its id. */
export function closedReportOf(trade: Trade): Record<string, unknown> & { at: string } {
  const { tag, strategy, underlying, opened_at, closed_at, hasExpired, closed, costs } = trade;
  return {
    kind: 'closed_trade',
    at: closed_at ?? trade.last_fill_at,
    mode: 'LIVE',
    strategy,
    tag,
    underlying,
    opened_at,
    exit_reason: hasExpired ? EXPIRY : SQUARED_OFF,
    legs: legsOf(closed).map((leg) => ({ ...ofRecord(leg), exit_price: leg.exit_price })),
    costs: recordCosts(costs),
  };
}

/** The report of a trade that is open, without its id: what it is worth now is in no tradebook. */
export function positionReportOf(trade: Trade): Record<string, unknown> & { at: string } {
  const { tag, strategy, underlying, opened_at, last_fill_at, open } = trade;
  return {
    kind: 'position',
    at: last_fill_at,
    mode: 'LIVE',
    strategy,
    tag,
    underlying,
    state: 'OPEN',
    opened_at,
    legs: legsOf(open).map((leg) => ({ ...ofRecord(leg), last_price: null })),
  };
}

/** The result of the units that are closed, in rupees; null where an exit is unknown. */
export function grossOf({ closed }: Pick<Trade, 'closed'>): number | null {
  let sum = 0n;
  for (const { side, quantity, entry, exit } of closed) {
    if (exit === null) return null;
    const gain = BigInt(exit - entry) * BigInt(quantity);
    sum += side === 'BUY' ? gain : -gain;
  }
  return rupeesOf(Number(sum));
}
