/** Words of policies: what they are, what a rebalance came to, and why each order was made or not. */
import { day, money, percent } from '../../../../../charts/index.ts';
import type { Cycle, Policy, PolicyDay, PolicyOrder, PolicyTrade } from '../../api/types.ts';

interface Look {
  label: string;
  color: string;
}

/** Where every index of performance, and the NAV of a policy, begins. */
const BASE = 10;

export const PAPER: Look & { meaning: string } = {
  label: 'PAPER',
  color: 'grape',
  meaning: 'It trades on paper only: no order goes to a broker and no money moves.',
};

export const LIVE: Look & { meaning: string } = {
  label: 'LIVE',
  // white on it can be read in both schemes
  color: 'red.9',
  meaning: 'It trades with a broker. Each of its plans waits for your approval.',
};

export const STATUSES: Readonly<Record<Policy['status'], Look & { meaning: string }>> = {
  ACTIVE: { label: 'Active', color: 'teal', meaning: 'It rebalances by itself on its days.' },
  PAUSED: {
    label: 'Paused',
    color: 'orange',
    meaning: 'It does not trade. Resume it to let it rebalance again.',
  },
  RETIRED: { label: 'Retired', color: 'gray', meaning: 'It ended for good. Its history stays.' },
};

const CYCLE_STATUSES: Readonly<Record<Cycle['status'], Look>> = {
  SIGNALS: { label: 'Ranking', color: 'ink' },
  PLANNED: { label: 'Planned', color: 'ink' },
  PENDING_APPROVAL: { label: 'Waits for approval', color: 'orange' },
  APPROVED: { label: 'Approved', color: 'ink' },
  EXECUTING: { label: 'Trading', color: 'ink' },
  EXECUTED: { label: 'Done', color: 'teal' },
  PARTIAL: { label: 'Partly done', color: 'orange' },
  FAILED: { label: 'Failed', color: 'red' },
  EXPIRED: { label: 'Expired', color: 'gray' },
  REJECTED: { label: 'Rejected', color: 'red' },
  NOOP: { label: 'Nothing to trade', color: 'gray' },
};

/** A session that had failed and was no rebalance: its cycle ended without a ranking. */
export const onlyValued = ({ status, ranked }: Pick<Cycle, 'status' | 'ranked'>): boolean =>
  status === 'NOOP' && ranked === null;

/** Whether a cycle is no rebalance but the purchases with contributed money. */
export const isNewMoney = ({ cycle_type }: Pick<Cycle, 'cycle_type'>): boolean =>
  cycle_type === 'CONTRIBUTION_ALLOCATION';

/** What became of a cycle. */
export const cycleLook = (cycle: Pick<Cycle, 'status' | 'ranked'>): Look =>
  onlyValued(cycle) ? { label: 'Valued, no rebalance', color: 'gray' } : CYCLE_STATUSES[cycle.status];

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });
export const navText = (value: number): string => money(value, 'INR', { digits: 2 });

/** Percentage points gained since the start, net of costs and tax; null before the first session. */
export const sinceStart = (row: Pick<PolicyDay, 'performance_index_net_of_tax'> | null): number | null =>
  row === null ? null : (row.performance_index_net_of_tax / BASE - 1) * 100;

const count = (of: number, noun: string): string =>
  `${of.toLocaleString('en-IN')} ${of === 1 ? noun : `${noun}s`}`;

/** Cycles of a policy that trades of which the sums are planned. */
const UNDER_WAY: readonly Cycle['status'][] = ['PENDING_APPROVAL', 'APPROVED', 'EXECUTING'];

/** What a rebalance of a policy that trades wants while it is under way, and what was filled once it is over. */
function liveCycleText(cycle: Cycle): string {
  const { orders_made, buy_value, sell_value, swept_value, costs } = cycle;
  const { label } = cycleLook(cycle);
  const swept = swept_value > 0 ? [`${rupees(swept_value)} cash to the liquid fund`] : [];
  if (orders_made === 0) return [label, ...swept].join(', ');
  const isPlanned = UNDER_WAY.includes(cycle.status);
  const [buy, sell] = isPlanned ? ['to buy', 'to sell'] : ['bought', 'sold'];
  const parts = [
    isPlanned ? count(orders_made, 'order') : `${count(orders_made, 'order')} filled`,
    ...(buy_value > 0 ? [`${buy} ${rupees(buy_value)}`] : []),
    ...(sell_value > 0 ? [`${sell} ${rupees(sell_value)}`] : []),
    ...swept,
    `costs ${rupees(costs)}`,
  ];
  return `${label}: ${parts.join(', ')}`;
}

/** What a rebalance came to: `7 orders, bought ₹2,50,000, sold ₹40,000, costs ₹420`. */
export function cycleText(cycle: Cycle): string {
  const { status, failure, orders_made, buy_value, sell_value, swept_value, redeemed_value, costs } = cycle;
  if (status === 'FAILED') return failure ?? 'Failed for an unknown reason.';
  if (cycle.mode === 'LIVE') return liveCycleText(cycle);
  const isQuiet = swept_value === 0 && redeemed_value === 0;
  if (orders_made === 0 && isQuiet) return cycleLook(cycle).label;
  return [
    orders_made === 0 ? cycleLook(cycle).label : count(orders_made, 'order'),
    ...(buy_value > 0 ? [`bought ${rupees(buy_value)}`] : []),
    ...(sell_value > 0 ? [`sold ${rupees(sell_value)}`] : []),
    ...(swept_value > 0 ? [`${rupees(swept_value)} cash to the liquid fund`] : []),
    ...(redeemed_value > 0 ? [`${rupees(redeemed_value)} cash from the liquid fund`] : []),
    `costs ${rupees(costs)}`,
  ].join(', ');
}

/** What somebody is told who asked for a rebalance. */
export function ranText(cycle: Cycle): string {
  if (onlyValued(cycle))
    return `The session of ${day(cycle.cycle_date)} is valued. No rebalance was due, so nothing was traded.`;
  const on = `Rebalance of ${day(cycle.cycle_date)}`;
  const words = cycleText(cycle);
  return `${on}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
}

/** Who asked for a rebalance. */
export const requestedText = (by: string): string =>
  by === 'scheduler' || by.startsWith('job:') ? 'On schedule' : 'On request';

const GROUPS = ['sold', 'bought', 'waiting', 'kept', 'left'] as const;
export type OrderGroup = (typeof GROUPS)[number];

/** What the orders of a plan have in common, in the order in which they are read. */
export const GROUP_WORDS: Readonly<Record<OrderGroup, { title: string; meaning: string }>> = {
  sold: { title: 'Sold', meaning: 'Completed sales.' },
  bought: { title: 'Bought', meaning: 'Completed purchases.' },
  waiting: {
    title: 'Waiting',
    meaning: 'Wanted, but not possible this time. The next rebalance looks at them again.',
  },
  kept: { title: 'Kept', meaning: 'Shares that stay as they are because a rule protects them.' },
  left: {
    title: 'Not bought',
    meaning: 'Ranked high enough, but a limit or the price of one share kept them out.',
  },
};

const WAITS: ReadonlySet<PolicyOrder['limited_by']> = new Set(['TURNOVER_BUDGET', 'NO_PRICE', 'CASH']);

/** Where an order of a plan stands. */
export function groupOf({
  side,
  quantity,
  limited_by,
  rule,
}: Pick<PolicyOrder, 'side' | 'quantity' | 'limited_by' | 'rule'>): OrderGroup {
  if (quantity > 0) return side === 'SELL' ? 'sold' : 'bought';
  if (WAITS.has(limited_by)) return 'waiting';
  return side === 'SELL' || rule === 'TOP_UP' ? 'kept' : 'left';
}

const byRank = (one: PolicyOrder, other: PolicyOrder): number =>
  (one.rank ?? Number.POSITIVE_INFINITY) - (other.rank ?? Number.POSITIVE_INFINITY) ||
  (one.symbol < other.symbol ? -1 : 1);

/** The orders of a plan by group, the best rank first; groups without one are left out. */
export const groupsOf = (orders: readonly PolicyOrder[]): { group: OrderGroup; orders: PolicyOrder[] }[] =>
  GROUPS.map((group) => ({
    group,
    orders: orders.filter((order) => groupOf(order) === group).sort(byRank),
  })).filter(({ orders: own }) => own.length > 0);

/** Where the price of a trade is from. */
export const PRICE_SOURCES: Readonly<Record<PolicyTrade['price_source'], string>> = {
  QUOTE: 'current price',
  REFERENCE: 'price of the plan',
  BROKER: 'Broker',
};

/** When it trades next, or why it does not. */
export function nextText({
  next_cycle_date: next,
  status,
}: Pick<Policy, 'next_cycle_date' | 'status'>): string {
  if (next !== null) return day(next);
  return status === 'PAUSED'
    ? 'Not while paused'
    : status === 'RETIRED'
      ? 'None, it is retired'
      : 'Not known yet';
}

/** What a policy is worth, in a sentence. */
export function standingText(policy: Policy): string {
  const { name, mode, starts_on, initial_capital, latest_equity: row } = policy;
  if (row === null && mode === 'LIVE')
    return `From ${day(starts_on)}, ${name} trades with ${rupees(initial_capital)} of your account. Each plan waits for your approval.`;
  if (row === null)
    return `${name} begins on ${day(starts_on)} with ${rupees(initial_capital)} and buys its first shares at a close of that day or later.`;
  const gain = sinceStart(row) ?? 0;
  return `${rupees(row.total_value)} on ${day(row.date)}: ${percent(gain, { plus: true })} since ${day(starts_on)}, after costs and tax.`;
}

/** What was filled after the close that the figures are of; null where nothing was. */
export function sinceCloseText({ since_close: since }: Pick<Policy, 'since_close'>): string | null {
  if (since === null) return null;
  const parts = [
    ...(since.bought > 0 ? [`${rupees(since.bought)} bought`] : []),
    ...(since.sold > 0 ? [`${rupees(since.sold)} sold`] : []),
  ];
  return `Since that close: ${count(since.orders, 'order')} filled, ${parts.join(', ')}. The next close values them.`;
}

/**
 * A policy as the books of one of its modes have it: their first session, their capital, and what is known of the mode that it
 * is in now.
 */
export function booksOf(policy: Policy, mode: Policy['mode']): Policy {
  const isNow = policy.mode === mode;
  const isLive = mode === 'LIVE';
  return {
    ...policy,
    mode,
    starts_on: isLive ? (policy.live_starts_on ?? policy.starts_on) : policy.starts_on,
    initial_capital: isLive ? (policy.live_capital ?? policy.initial_capital) : policy.initial_capital,
    latest_equity: isNow ? policy.latest_equity : null,
    latest_cycle: isNow ? policy.latest_cycle : null,
    next_cycle_date: isNow ? policy.next_cycle_date : null,
  };
}

/** What fills cost beside the prices that they were planned with: `3 fills, 0.12% worse than planned on average.` */
export function slippageText(fills: readonly { slippage_pct: number }[]): string {
  const mean = fills.reduce((sum, { slippage_pct }) => sum + slippage_pct, 0) / fills.length;
  const size = percent(Math.abs(mean));
  const told = size === percent(0) ? 'as planned' : `${size} ${mean > 0 ? 'worse' : 'better'} than planned`;
  return `${count(fills.length, 'fill')}, ${told} on average. Above zero means a cost.`;
}

interface NotedDays {
  from: string;
  to: string;
  notes: string;
}

/** What the prices of days could not tell, the newest first: sessions in a row with the same words are one entry. */
export function notedDays(rows: readonly Pick<PolicyDay, 'date' | 'notes'>[]): NotedDays[] {
  const spans: NotedDays[] = [];
  let before: string | null = null;
  for (const { date, notes } of rows) {
    const last = spans.at(-1);
    if (notes !== null && notes === before && last !== undefined) last.to = date;
    else if (notes !== null) spans.push({ from: date, to: date, notes });
    before = notes;
  }
  return spans.reverse();
}
