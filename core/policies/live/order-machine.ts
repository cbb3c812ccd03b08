import type { BrokerOrder } from '../../brokers/orders/index.ts';
import { divideRounded, type Fixed, istDate, parseFixed } from '../../platform/index.ts';
import type { LiveOrderState, OrderEvent, PlanEvent } from '../order-states.ts';
import type { PlanState } from '../states.ts';

/** An order that was cancelled, filled in part or not at all, is over after so long: a fill may be told late. */
export const PARTIAL_GRACE_MS = 15 * 60_000;
/** Ends before all was filled: the book is read on for the rest of the day. */
export const WATCHED: readonly LiveOrderState[] = ['CANCELLED', 'REJECTED', 'PARTIAL'];
/** An order counts as absent after so many reads of the book without it, over so long a time. */
export const MISSED_READS = 3;
export const QUIET_MS = 2 * 60_000;

/** What is known of an order that was sent. Quantities are shares, prices rupees, exact. */
export interface SentOrder {
  state: LiveOrderState;
  quantity: Fixed;
  filled: Fixed;
  submittedAt: Date;
  /** When the broker was first seen to be done with it. */
  endedAt: Date | null;
  missedReads: number;
  missedSince: Date | null;
}

/** What a reading of the orderbook shows of one order: its parts together, where the broker cut it up. */
export interface BookEntry {
  brokerOrderIds: string[];
  state: BrokerOrder['state'];
  status: string;
  message: string | null;
  filled: Fixed;
  /** Null while nothing is filled. */
  averagePrice: Fixed | null;
}

/** What a reading makes of an order. */
export interface Observed {
  /** The steps that it takes, in order; none where nothing changed. */
  events: OrderEvent[];
  filled: Fixed;
  averagePrice: Fixed | null;
  endedAt: Date | null;
  missedReads: number;
  missedSince: Date | null;
}

/** The rows of one tag as one order. Null without any. */
export function bookEntry(rows: readonly BrokerOrder[]): BookEntry | null {
  const [first] = rows;
  if (first === undefined) return null;
  let filled: Fixed = 0n;
  let value = 0n;
  for (const row of rows) {
    const part = parseFixed(row.filled_quantity);
    filled += part;
    value += part * parseFixed(row.average_price ?? '0');
  }
  const states = new Set(rows.map(({ state }) => state));
  const state = states.has('OPEN')
    ? 'OPEN'
    : states.size === 1
      ? first.state
      : // Parts that ended differently: what was not filled was cancelled.
        'CANCELLED';
  return {
    brokerOrderIds: rows.map(({ broker_order_id }) => broker_order_id),
    state,
    status: [...new Set(rows.map(({ status }) => status))].join(', '),
    message: rows.find(({ message }) => message !== null)?.message ?? null,
    filled,
    averagePrice: filled > 0n ? divideRounded(value, filled) : null,
  };
}

/**
 * What a reading of the orderbook makes of an order. Pure: the same reading twice changes nothing the second time.
 * @param entry null where the book does not show it; what the book says of it is not against what was sent.
 */
export function observe(order: SentOrder, entry: BookEntry | null, now: Date): Observed {
  const { filled, endedAt, missedReads, missedSince } = order;
  const same: Observed = {
    events: [],
    filled,
    averagePrice: null,
    endedAt,
    missedReads,
    missedSince,
  };
  if (entry === null) return missed(order, same, now);
  const events: OrderEvent[] = order.state === 'PLACED' ? [] : ['find'];
  const { averagePrice } = entry;
  const told: Observed = {
    ...same,
    events,
    missedReads: 0,
    missedSince: null,
    filled: entry.filled,
    averagePrice,
  };
  if (told.filled === order.quantity)
    return { ...told, events: [...events, 'fill'], endedAt: endedAt ?? now };
  if (entry.state === 'OPEN') return { ...told, endedAt: null };
  const since = endedAt ?? now;
  // A rejection is final. What was cancelled may have been filled in the same moment, and brokers tell that late.
  const isSettled =
    (entry.state === 'REJECTED' && told.filled === 0n) || now.getTime() - since.getTime() >= PARTIAL_GRACE_MS;
  const last: OrderEvent | null = !isSettled
    ? null
    : told.filled > 0n
      ? 'end partly filled'
      : entry.state === 'REJECTED'
        ? 'reject'
        : 'cancel';
  return { ...told, events: last === null ? events : [...events, last], endedAt: since };
}

/** The book lags, so one reading says little; and it lives for one day, so another day's says nothing of an old order. */
function missed(order: SentOrder, same: Observed, now: Date): Observed {
  if (order.state === 'ABSENT') return same;
  const missedSince = order.missedSince ?? now;
  const missedReads = order.missedReads + 1;
  const isOfToday = istDate(order.submittedAt) === istDate(now);
  // What the broker named is somewhere in its book for as long as the day lasts.
  const waits = order.state === 'PLACED' && isOfToday;
  const isQuiet =
    now.getTime() - missedSince.getTime() >= QUIET_MS &&
    now.getTime() - order.submittedAt.getTime() >= QUIET_MS;
  const isAbsent = !waits && missedReads >= MISSED_READS && isQuiet;
  return { ...same, missedReads, missedSince, events: isAbsent ? ['miss'] : [] };
}

/** An order as its plan sees it. */
interface PlannedLeg {
  state: LiveOrderState;
  isSettled: boolean;
}

const WAITING: readonly LiveOrderState[] = ['PENDING_APPROVAL', 'APPROVED'];

/**
 * What the states of its orders make of a plan that is under way; null while it stays what it is.
 * @param isPlacing whether its orders are being sent at this moment.
 */
export function planEventOf(
  state: PlanState,
  legs: readonly PlannedLeg[],
  isPlacing: boolean,
): PlanEvent | null {
  const has = (...wanted: LiveOrderState[]) => legs.some((leg) => wanted.includes(leg.state));
  const isUnder = state === 'EXECUTING' || state === 'PARTIAL_PLACEMENT' || state === 'PLACEMENT_UNKNOWN';
  if (!isUnder || has('SUBMITTING')) return null;
  const isOpen = has('PLACEMENT_UNKNOWN') || legs.some((leg) => leg.state === 'ABSENT' && !leg.isSettled);
  if (isOpen) return state === 'PLACEMENT_UNKNOWN' ? null : 'lose';
  const isWaiting = has(...WAITING);
  if (isWaiting) {
    if (state === 'PLACEMENT_UNKNOWN') return 'resolve';
    return state === 'EXECUTING' && !isPlacing ? 'interrupt' : null;
  }
  if (has('PLACED')) return state === 'PLACEMENT_UNKNOWN' ? 'resume' : null;
  const sent = legs.filter((leg) => leg.state !== 'EXCLUDED' && leg.state !== 'NOT_MADE');
  const isWhole = sent.length > 0 && sent.every((leg) => leg.state === 'FILLED');
  if (!isWhole) return 'finish in part';
  return state === 'PLACEMENT_UNKNOWN' ? 'resume' : 'finish';
}
