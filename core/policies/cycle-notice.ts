import type { Notice } from '../notifications/index.ts';
import { amountToNumber, dayInWords, fixedToNumber, percentOf } from '../platform/index.ts';
import { type ExecutedOrder, FIRST_INDEX, isLiquidMove } from '../strategies/index.ts';
import type { FinishedSession, PolicyToRun, WrittenCycle } from './cycle/index.ts';
import {
  cycleHeadline,
  cycleSentences,
  rupees,
  type ToldCycle,
  type ToldMove,
  type ToldOrder,
} from './cycle-words.ts';

/** Shares that are named in a sentence; the others are counted. */
const MOST_NAMED = 4;

/** A cycle in a message that is read in ten seconds: what was sold and bought and why, what it cost, where it stands. */
export function cycleNotice(
  policy: Pick<PolicyToRun, 'id' | 'name'>,
  finished: FinishedSession,
  cycle: WrittenCycle,
  nextCycle: string | null,
): Notice {
  const { day } = finished;
  const told = toldCycle(finished);
  const { plan, allocation } = finished.session;
  // A session has one of the two: what came in with a rebalance is part of it.
  const kind = plan === null ? 'contribution' : 'cycle';
  const lines = [
    plan === null
      ? `Invested ${rupees(amountToNumber(allocation?.amount ?? 0n))} of new money in the current targets on ${dayInWords(day)}.`
      : `Rebalanced on ${dayInWords(day)}.`,
    ...cameIn(finished),
    ...cycleSentences(told, MOST_NAMED),
    standing(finished),
    ...(nextCycle === null ? [] : [`Next rebalance: ${dayInWords(nextCycle)}.`]),
  ];
  return {
    kind: 'policy_cycle',
    dedupKey: `policy:${policy.id}:${kind}:${day}`,
    title: `${policy.name} (paper): ${cycleHeadline(told)}`,
    body: lines.join('\n'),
    payload: { policy_id: policy.id, cycle_id: cycle.cycle_id, date: day, status: cycle.status },
  };
}

/** Money of schedules that came in with the session. */
function cameIn({ contributions, session }: FinishedSession): string[] {
  if (contributions.length === 0 || session.flow === null || session.flow.units.length === 0) return [];
  const sum = contributions.reduce((all, { amount }) => all + amount, 0n);
  return [`${rupees(amountToNumber(sum))} came in by schedule.`];
}

function toldCycle({ session, market }: FinishedSession): ToldCycle {
  const { orders, plan, traded } = session;
  const costsOf = ({ charges }: ExecutedOrder) => amountToNumber(charges?.total ?? 0n);
  const taxOf = ({ outcome }: ExecutedOrder) => amountToNumber(outcome?.tax ?? 0n);
  const told: ToldOrder[] = [];
  const moves: ToldMove[] = [];
  let [costs, tax] = [0, 0];
  for (const order of orders) {
    const { side, security, rule, limited_by, rank, quantity, wanted, price } = order;
    const symbol = market.symbol(security);
    if (isLiquidMove(rule)) {
      const value = amountToNumber(quantity * (price ?? 0n));
      moves.push({ rule, symbol, value, costs: costsOf(order), tax: taxOf(order) });
      continue;
    }
    const [is_made, is_whole] = [quantity > 0n, quantity === wanted];
    told.push({ side, symbol, rule, limited_by, rank, is_made, is_whole });
    costs += costsOf(order);
    tax += taxOf(order);
  }
  const ranked = plan?.signals.ranked.length ?? null;
  return { orders: told, moves, ranked, traded: amountToNumber(traded), costs, tax };
}

function standing({ session, performance }: FinishedSession): string {
  const { valuation } = session;
  const { assets, cash } = valuation;
  const gain = (performance.netOfTax / FIRST_INDEX - 1) * 100;
  const below = performance.drawdownPct < 0.05 ? '' : `, ${percent(performance.drawdownPct)} below its peak`;
  const grown = percent(Math.abs(gain));
  const sign = !/[1-9]/.test(grown) ? '' : gain < 0 ? '−' : '+';
  return `Value ${rupees(amountToNumber(assets))}, NAV ₹${fixedToNumber(valuation.navNetOfTax).toFixed(2)} net of tax (${sign}${grown} since the start${below}). Cash ${percent(percentOf(cash, assets) ?? 0)}.`;
}

const percent = (value: number): string => `${value.toLocaleString('en-IN', { maximumFractionDigits: 1 })}%`;
