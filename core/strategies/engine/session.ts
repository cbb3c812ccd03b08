import { dayInWords } from '../../platform/dates.ts';
import { GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import { type Amount, type Fixed, fixedToDecimal, fixedToNumber } from '../../platform/fixed-point.ts';
import { Decimal } from '../../platform/money.ts';
import type { StrategyConfig } from '../config.ts';
import { sessionOnOrAfter } from '../panel/index.ts';
import type { RankedSecurities } from '../signals/index.ts';
import { type Contribution, type Flow, takeContributions } from './contributions.ts';
import { applyActions, type LedgerEvent, pricesOf2018 } from './corporate-actions.ts';
import { type ExecutedOrder, execute, type FillPrice } from './execution.ts';
import { withoutFund } from './liquid-sweep.ts';
import type { PolicyMarket } from './market.ts';
import { isLiquidMove } from './orders.ts';
import { type Allocation, planContribution, type Targets } from './plan-contribution.ts';
import type { PlannedOrder } from './planned-order.ts';
import { type Plan, planRebalance } from './planner.ts';
import type { TaxFacts } from './ledger-state.ts';
import type { PolicyLedger } from './policy-ledger.ts';
import type { Position } from './position.ts';
import { fixedOfClose, scaledOfClose } from './scaled-close.ts';
import { type Valuation, valuationOf } from './valuation.ts';

/** A share without a close for so many sessions counts as suspended. */
const SUSPENDED_AFTER = 5;

/** What happens on a session. */
export interface SessionTask {
  /** Index of the session. */
  at: number;
  isRebalance: boolean;
  /** The last session of the financial year, on which its tax is paid. */
  isYearEnd: boolean;
  /** Rupees that the policy begins with; they come in before the trades. */
  deposit?: Amount | undefined;
  /** Money of its schedule, which comes in after that and before the trades. */
  contributions?: readonly Contribution[];
  /** Money that came in before this session and is still to be put into the current targets. */
  pendingAllocation?: Amount;
  /** What the newest rebalance ranked highest; null before the first. Asked for where money is put into it at once. */
  targets?: Targets | null;
  /** What the strategy says on a rebalance, where it is worked out already. */
  signals?: RankedSecurities | undefined;
  /** Whether its morning was gone through before, so that fills of it could be booked. */
  isOpened?: boolean;
}

export interface Session {
  /** Null on days without any, and where contributions could not be taken. */
  flow: Flow | null;
  plan: Plan | null;
  /** Money that is put into the current targets; null on a rebalance, which takes it with the rest. */
  allocation: Allocation | null;
  orders: ExecutedOrder[];
  events: LedgerEvent[];
  valuation: Valuation;
  /** Bought and sold, without what was moved into the liquid fund or out of it. */
  traded: Amount;
}

/** What the tax of a ledger on this market rests on. @param at the session that is under way. */
export function taxFacts(market: PolicyMarket, at: () => number): TaxFacts {
  const { days } = market.panel;
  const index = sessionOnOrAfter(days, GRANDFATHERED_ON);
  const known = days[index] === GRANDFATHERED_ON ? pricesOf2018(market, index, at) : () => null;
  return {
    legalKind: (security) => market.legalKinds[security] ?? null,
    priceOf2018(security) {
      const found = known(security);
      return found === null
        ? null
        : { price: fixedToDecimal(found.price), splits: new Decimal(found.splits) };
    },
  };
}

/** A session whose orders are planned and not yet filled. */
export type BegunSession = Pick<Session, 'flow' | 'plan' | 'allocation' | 'events'>;

/**
 * One session of a policy: corporate actions in the morning, then the closes, then, on a rebalance, the plan and its fills
 * at the close, the tax of a year that ends, and the valuation. Backtests go through here in one go; policies on paper begin
 * and end it, with a look at quotes between.
 */
export function runSession(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  task: SessionTask,
): Session {
  return endSession(market, ledger, task, beginSession(market, ledger, config, task));
}

/** Everything of a session up to its plan. */
export function beginSession(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  task: SessionTask,
): BegunSession {
  const { at, isRebalance, isOpened = false } = task;
  const day = market.day(at);
  const events = isOpened ? [] : openSession(market, ledger, at);
  markToClose(market, ledger, at, events);
  const flow = takeMoney(ledger, task, day);
  if (isRebalance)
    return { flow, events, plan: planAt(market, ledger, config, at, task.signals), allocation: null };
  return { flow, events, plan: null, allocation: allocationOf(market, ledger, config, task, flow) };
}

/** The morning of a session: the tax of its financial year, and the corporate actions of the day. */
export function openSession(market: PolicyMarket, ledger: PolicyLedger, at: number): LedgerEvent[] {
  ledger.tax.enter(market.day(at));
  return applyActions(market, ledger, at);
}

/** Plans a rebalance at the closes of a session. @param signals where they are worked out already. */
export function planAt(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  at: number,
  signals?: RankedSecurities,
): Plan {
  return planRebalance(market, ledger, config, at, (security) => market.close(security, at), signals);
}

/** Fills the orders of a session, at their reference prices unless told, pays the tax of a year that ends, and values. */
export function endSession(
  market: PolicyMarket,
  ledger: PolicyLedger,
  { at, isYearEnd }: SessionTask,
  begun: BegunSession,
  fillPrice: FillPrice = referencePrice,
): Session {
  const day = market.day(at);
  const { flow, plan, allocation } = begun;
  // Money for the targets is no cycle of its own for the liquid fund: nothing is redeemed for it, or swept after it.
  const ordered = plan ?? (allocation === null ? null : { orders: allocation.orders, liquid: null });
  const orders = ordered === null ? [] : execute(market, ledger, ordered, day, fillPrice);
  const liquid = plan?.liquid ?? null;
  const events = liquid === null ? begun.events : [...begun.events, ...withoutFund(market, liquid)];
  if (isYearEnd) ledger.payTax();
  let traded = 0n;
  for (const { quantity, price, rule } of orders) if (!isLiquidMove(rule)) traded += quantity * (price ?? 0n);
  return { flow, plan, allocation, orders, events, valuation: valuationOf(ledger, day), traded };
}

const referencePrice = ({ price }: PlannedOrder): Fixed | null => price;

/** The capital first, then what the schedule brings: that of the first session is valued with the capital. */
function takeMoney(
  ledger: PolicyLedger,
  { deposit, contributions = [] }: SessionTask,
  day: string,
): Session['flow'] {
  let flow: Session['flow'] = null;
  if (deposit !== undefined) {
    const before = valuationOf(ledger, day);
    ledger.deposit(deposit);
    flow = { before, after: valuationOf(ledger, day), units: [] };
  }
  return contributions.length === 0 ? flow : (takeContributions(ledger, contributions, day) ?? flow);
}

/** Puts money for the current targets into them; null where none came in. */
function allocationOf(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  { at, contributions = [], targets = null, pendingAllocation = 0n }: SessionTask,
  flow: Session['flow'],
): Allocation | null {
  let amount = pendingAllocation;
  if (flow !== null && flow.units.length > 0)
    for (const one of contributions)
      if (one.allocationMode === 'buy_only_current_targets') amount += one.amount;
  if (amount === 0n) return null;
  return planContribution(market, ledger, config, at, (security) => market.close(security, at), {
    amount,
    targets,
  });
}

/**
 * Takes the closes of a session; a share that has none keeps its last one, and the sessions are counted.
 * @param events gets what happened.
 */
function markToClose(market: PolicyMarket, ledger: PolicyLedger, at: number, events: LedgerEvent[]): void {
  const day = market.day(at);
  for (const position of ledger.positions.values()) {
    const { security, missed, pricedOn } = position;
    const close = market.closeAt(security, at);
    if (!Number.isNaN(close)) {
      const scaled = scaledOfClose(close);
      if (missed >= SUSPENDED_AFTER)
        events.push(told(security, 'RESUMED', `Trading again after ${missed} sessions without a close.`));
      if (pricedOn < day && isUnlikely(position, close, scaled))
        events.push(told(security, 'UNEXPLAINED_MOVE', unlikelyMove(position, close)));
      position.priceAt(close, scaled, day);
      continue;
    }
    position.missed += 1;
    const valued = `Valued at its last close, from ${dayInWords(pricedOn)}.`;
    if (market.isDelisted(security, at) && !market.isDelisted(security, at - 1))
      events.push(told(security, 'DELISTED', `No longer listed. ${valued}`));
    else if (position.missed === SUSPENDED_AFTER)
      events.push(told(security, 'SUSPENDED', `No close for ${SUSPENDED_AFTER} sessions. ${valued}`));
  }
}

/** Shares move in bands: a close that halved or doubled over night is a split or bonus that nobody announced to Munim. */
function isUnlikely(position: Position, close: number, scaled: number): boolean {
  const before = position.scaledPrice;
  // Exact, as scaled prices are small.
  if (scaled + before >= 0) return scaled * 20 < before * 11 || scaled * 11 > before * 20;
  const exact = fixedOfClose(close);
  return exact * 20n < position.price * 11n || exact * 11n > position.price * 20n;
}

function unlikelyMove({ price, pricedOn }: Position, close: number): string {
  const [from, to] = [fixedToNumber(price), fixedToNumber(fixedOfClose(close))];
  return `From ₹${from} (${dayInWords(pricedOn)}) to ₹${to} without a known split or bonus. If there was one, gains and ranks here are wrong.`;
}

const told = (security: number, kind: LedgerEvent['kind'], message: string): LedgerEvent => ({
  security,
  kind,
  message,
  amount: null,
});
