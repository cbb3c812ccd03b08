import { type Contract, optionAt } from './contracts.ts';
import { type Costs, costsOf, sumOf, totalOf } from './costs.ts';
import { CLOSES, compact, momentAt } from './days.ts';
import { ivAt, skewOf, spotAt } from './market.ts';
import { chance } from './random.ts';
import type { Mode, PlannedLeg, Strategy } from './strategies.ts';

export type Rec = Record<string, unknown> & { id: string; kind: string; at: string };
type Side = 'BUY' | 'SELL';

/** One trade from its entry to its exit, perhaps on another day. */
export interface TradePlan {
  strategy: Strategy;
  mode: Mode;
  tag: string;
  opened: { day: string; minute: number };
  closed: { day: string; minute: number };
  bullish: boolean;
}

const TICK = 0.05;
const PATH_MINUTES = 15;
const paisa = (value: number): number => Math.round(value * 100) / 100;
const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');
const signOf = (side: Side): number => (side === 'BUY' ? 1 : -1);

interface Done extends PlannedLeg {
  entry: number;
  entryReference: number;
  exit: number;
  exitReference: number;
}

/** A fill is a tick or two worse than the price that was expected. */
function fillAt(reference: number, side: Side, ...words: string[]): number {
  const ticks = chance('slip', ...words) < 0.6 ? 1 : 2;
  return Math.max(TICK, Math.round((reference + signOf(side) * ticks * TICK) * 20) / 20);
}

function legsOf({ strategy, tag, opened, closed, bullish }: TradePlan): Done[] {
  const spot = spotAt(strategy.underlying, opened.day, opened.minute);
  return strategy.legs(spot, opened.day, bullish).map((leg) => {
    const priceAt = (contract: Contract, at: { day: string; minute: number }) =>
      optionAt(strategy.underlying, contract, at.day, at.minute).price;
    const entryReference = priceAt(leg.contract, opened);
    const exitReference = priceAt(leg.contract, closed);
    return {
      ...leg,
      entryReference,
      exitReference,
      entry: fillAt(entryReference, leg.side, tag, leg.contract.symbol, 'in'),
      exit: fillAt(exitReference, opposite(leg.side), tag, leg.contract.symbol, 'out'),
    };
  });
}

const shared = ({ mode, strategy, tag }: TradePlan) => ({
  mode,
  strategy: strategy.name,
  tag,
  underlying: strategy.underlying,
});

/** What every leg has in records. */
const legFields = ({ contract, side, quantity }: PlannedLeg) => ({ ...contract, side, quantity });

/** What is lost at the worst: the distance of the strikes less what was taken in; null where there is no limit. */
function maxLossOf({ strategy }: TradePlan, legs: readonly Done[]): number | null {
  if (!strategy.hasWings) return null;
  const taken = legs.reduce((sum, { side, entry, quantity }) => sum - signOf(side) * entry * quantity, 0);
  const ofType = (type: string) => legs.filter(({ contract }) => contract.instrument === type);
  const widths = ['CE', 'PE'].map((type) => {
    const strikes = ofType(type).map(({ contract }) => contract.strike);
    return strikes.length < 2 ? 0 : Math.max(...strikes) - Math.min(...strikes);
  });
  const quantity = legs[0]?.quantity ?? 0;
  return Math.max(0, paisa(Math.max(...widths) * quantity - taken));
}

const orderCosts = (legs: readonly Done[], day: string, which: 'entry' | 'exit'): Costs[] =>
  legs.map((leg) =>
    costsOf(which === 'entry' ? leg.side : opposite(leg.side), leg[which] * leg.quantity, day),
  );

/** The fills at the entry, or at the exit: one for each leg, each an order of its own. */
export function executionsOf(plan: TradePlan, which: 'entry' | 'exit'): Rec[] {
  const { day, minute } = which === 'entry' ? plan.opened : plan.closed;
  const legs = legsOf(plan);
  return legs.map((leg, nr) => ({
    id: `sample-fill-${plan.tag}-${which}-${nr + 1}`,
    kind: 'execution',
    at: momentAt(day, minute, nr * 2),
    ...shared(plan),
    ...legFields(leg),
    side: which === 'entry' ? leg.side : opposite(leg.side),
    price: leg[which],
    reference_price: which === 'entry' ? leg.entryReference : leg.exitReference,
    costs: orderCosts(legs, day, which)[nr],
    order_id: `sample-order-${plan.tag}-${which}-${nr + 1}`,
    source: 'sample trader',
  }));
}

/** How the trade stands at a moment. Send one whenever something changes. */
export function positionOf(plan: TradePlan, state: string, day: string, minute: number): Rec {
  const { strategy, opened } = plan;
  const legs = legsOf(plan);
  const now = legs.map((leg) => ({
    ...leg,
    exit: optionAt(strategy.underlying, leg.contract, day, minute).price,
  }));
  return {
    id: `sample-pos-${plan.tag}-${compact(day)}-${minute}`,
    kind: 'position',
    at: momentAt(day, minute, 30),
    ...shared(plan),
    state,
    opened_at: momentAt(opened.day, opened.minute),
    legs: now.map((leg) => ({ ...legFields(leg), entry_price: leg.entry, last_price: leg.exit })),
    margin_used: strategy.margin,
    max_loss: maxLossOf(plan, legs),
    estimated_exit_costs: totalOf(sumOf(orderCosts(now, day, 'exit'))),
    spot: spotAt(strategy.underlying, day, minute),
    iv: ivAt(strategy.underlying, day, minute),
  };
}

/** The best and the worst that the trade stood at, in rupees. It is looked at every quarter of an hour. */
function pathOf({ strategy, opened, closed }: TradePlan, legs: readonly Done[]): number[] {
  const results: number[] = [];
  const last = opened.day === closed.day ? closed.minute : CLOSES;
  for (let minute = opened.minute; minute <= last; minute += PATH_MINUTES)
    results.push(
      legs.reduce((sum, { contract, side, quantity, entry }) => {
        const { price } = optionAt(strategy.underlying, contract, opened.day, minute);
        return sum + signOf(side) * (price - entry) * quantity;
      }, 0),
    );
  results.push(
    legs.reduce((sum, { side, quantity, entry, exit }) => sum + signOf(side) * (exit - entry) * quantity, 0),
  );
  return results.map(paisa);
}

/** By what was won or lost of the premium that was taken in. */
function exitReasonOf(legs: readonly Done[]): string {
  const sum = (of: (leg: Done) => number) => legs.reduce((all, leg) => all + of(leg), 0);
  const taken = sum(({ side, entry, quantity }) => -signOf(side) * entry * quantity);
  const gross = sum(({ side, entry, exit, quantity }) => signOf(side) * (exit - entry) * quantity);
  if (gross > taken * 0.2) return 'PROFIT_TARGET';
  return gross < -taken * 0.2 ? 'STOP_LOSS' : 'TIME_EXIT';
}

/** The finished trade with all that explains it. */
export function closedTradeOf(plan: TradePlan): Rec {
  const { strategy, opened, closed, tag, bullish } = plan;
  const { underlying } = strategy;
  const legs = legsOf(plan);
  const path = pathOf(plan, legs);
  const atEntry = legs.map((leg) => ({
    leg,
    greeks: optionAt(underlying, leg.contract, opened.day, opened.minute),
  }));
  const whole = (name: 'delta' | 'theta' | 'vega') =>
    paisa(atEntry.reduce((sum, { leg, greeks }) => sum + signOf(leg.side) * leg.quantity * greeks[name], 0));
  const slippage = (which: 'entry' | 'exit') =>
    paisa(
      legs.reduce((sum, leg) => {
        const reference = which === 'entry' ? leg.entryReference : leg.exitReference;
        return sum + Math.abs(leg[which] - reference) * leg.quantity;
      }, 0),
    );
  return {
    id: `sample-closed-${tag}`,
    kind: 'closed_trade',
    at: momentAt(closed.day, closed.minute, 20),
    ...shared(plan),
    opened_at: momentAt(opened.day, opened.minute),
    exit_reason: exitReasonOf(legs),
    legs: legs.map((leg) => ({ ...legFields(leg), entry_price: leg.entry, exit_price: leg.exit })),
    costs: sumOf([...orderCosts(legs, opened.day, 'entry'), ...orderCosts(legs, closed.day, 'exit')]),
    margin_used: strategy.margin,
    max_loss: maxLossOf(plan, legs),
    entry_spot: spotAt(underlying, opened.day, opened.minute),
    exit_spot: spotAt(underlying, closed.day, closed.minute),
    entry_iv: ivAt(underlying, opened.day, opened.minute),
    exit_iv: ivAt(underlying, closed.day, closed.minute),
    skew: skewOf(underlying, opened.day),
    mfe: Math.max(0, ...path),
    mae: Math.min(0, ...path),
    slippage_entry: slippage('entry'),
    slippage_exit: slippage('exit'),
    theta: whole('theta'),
    vega: whole('vega'),
    delta: whole('delta'),
    regime: { name: regimeAt(underlying, opened.day) },
    rejected_strategies: [
      { strategy: 'sample_long_straddle', reason: 'volatility is above its mean', score: 0.28 },
    ],
    ai_verdict: bullish ? 'BULLISH' : 'BEARISH',
  };
}

export const regimeAt = (underlying: 'NIFTY' | 'BANKNIFTY', day: string): string =>
  ivAt(underlying, day, 600) > 14 ? 'RANGE_HIGH_VOL' : 'RANGE_LOW_VOL';
