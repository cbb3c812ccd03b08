import type { Notice } from '../notifications/index.ts';
import { amountToNumber, fixedToNumber } from '../platform/index.ts';
import type { ExecutedOrder } from '../strategies/index.ts';
import type { FinishedSession, PolicyToRun, WrittenCycle } from './cycle/index.ts';

/** Shares that are named in a line; the others are counted. */
const MOST_NAMED = 4;

/** A cycle in a message that is read in ten seconds: what was sold and bought and why, what it cost, where it stands. */
export function cycleNotice(
  policy: Pick<PolicyToRun, 'id' | 'name'>,
  finished: FinishedSession,
  cycle: WrittenCycle,
  nextCycle: string | null,
): Notice {
  const { session, day } = finished;
  const lines = [
    ...tradeLines(finished),
    ...waitingLine(session.orders),
    standing(finished),
    ...(nextCycle === null ? [] : [`Next rebalance: ${dayInWords(nextCycle)}.`]),
  ];
  return {
    kind: 'policy_cycle',
    dedupKey: `policy:${policy.id}:cycle:${day}`,
    title: `${policy.name} (paper): ${headline(session.orders, cycle)}`,
    body: lines.join('\n'),
    payload: { policy_id: policy.id, cycle_id: cycle.cycle_id, date: day, status: cycle.status },
  };
}

function headline(orders: readonly ExecutedOrder[], { status }: WrittenCycle): string {
  if (status === 'NOOP') return 'nothing to trade';
  const count = (side: 'BUY' | 'SELL') =>
    orders.filter((one) => one.side === side && one.quantity > 0n).length;
  const parts = [
    ...(count('SELL') > 0 ? [`sold ${count('SELL')}`] : []),
    ...(count('BUY') > 0 ? [`bought ${count('BUY')}`] : []),
  ];
  return parts.join(', ');
}

function tradeLines({ session, market }: FinishedSession): string[] {
  const named = (side: 'BUY' | 'SELL', verb: string, why: (order: ExecutedOrder) => string): string[] => {
    const made = session.orders.filter((one) => one.side === side && one.quantity > 0n);
    if (made.length === 0) return [];
    const first = made
      .slice(0, MOST_NAMED)
      .map((order) => `${market.symbol(order.security)} (${why(order)})`);
    const more = made.length - first.length;
    return [`${verb} ${first.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
  };
  const costs = session.orders.reduce((sum, { charges }) => sum + (charges?.total ?? 0n), 0n);
  const tax = session.orders.reduce((sum, { outcome }) => sum + (outcome?.tax ?? 0n), 0n);
  const trades = [
    ...named('SELL', 'Sold', whySold),
    ...named('BUY', 'Bought', ({ rank }) => `rank ${rank ?? '?'}`),
  ];
  if (trades.length === 0) return ['All shares it holds are still ranked high enough.'];
  const taxed = tax === 0n ? '' : tax > 0n ? `, tax ${rupees(tax)}` : `, tax ${rupees(-tax)} less`;
  return [...trades, `Traded ${rupees(session.traded)}; costs ${rupees(costs)}${taxed}.`];
}

function whySold({ rule, rank }: ExecutedOrder): string {
  if (rule === 'RANK_EXIT') return `fell to rank ${rank ?? '?'}`;
  if (rule === 'LEFT_UNIVERSE') return 'left the universe';
  if (rule === 'DELISTED') return 'delisted';
  return rule === 'CAP_TRIM' ? 'above its limit' : 'cannot be ranked';
}

/** Orders that wait for the next cycle, and why. */
function waitingLine(orders: readonly ExecutedOrder[]): string[] {
  const waiting = orders.filter(({ limited_by }) => limited_by === 'TURNOVER_BUDGET').length;
  const young = orders.filter(({ limited_by }) => limited_by === 'MIN_HOLDING').length;
  const priceless = orders.filter(({ limited_by }) => limited_by === 'NO_PRICE').length;
  const one = (count: number, single: string, many: string) =>
    count === 1 ? `1 ${single}` : `${count} ${many}`;
  return [
    ...(waiting > 0
      ? [`${one(waiting, 'order waits', 'orders wait')}: a rebalance trades at most a quarter of the value.`]
      : []),
    ...(young > 0 ? [`${one(young, 'share is', 'shares are')} kept: held for less than 31 days.`] : []),
    ...(priceless > 0 ? [`${one(priceless, 'share has', 'shares have')} no price today.`] : []),
  ];
}

function standing({ session, performance }: FinishedSession): string {
  const { valuation } = session;
  const { assets, cash } = valuation;
  const gain = (performance.netOfTax / 10 - 1) * 100;
  const share = assets === 0n ? 0 : Number((cash * 1000n) / assets) / 10;
  const below = performance.drawdownPct < 0.05 ? '' : `, ${percent(performance.drawdownPct)} below its peak`;
  return `Value ${rupees(assets)}, NAV ${nav(valuation.navNetOfTax)} net of tax (${gain < 0 ? '−' : '+'}${percent(Math.abs(gain))} since the start${below}). Cash ${percent(share)}.`;
}

const rupees = (amount: bigint): string =>
  `₹${amountToNumber(amount).toLocaleString('en-IN', { maximumFractionDigits: 0 })}`;
const nav = (value: bigint): string => `₹${fixedToNumber(value).toFixed(2)}`;
const percent = (value: number): string => `${value.toLocaleString('en-IN', { maximumFractionDigits: 1 })} %`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function dayInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
