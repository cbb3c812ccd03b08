import type { AuditReadings, ReadingName } from './readings.ts';

/** How an identity came out. NOT_COMPARED is never a pass: its reason says what is missing. */
export const AUDIT_STATES = ['AGREES', 'DIFFERS', 'NOT_COMPARED'] as const;
export type AuditState = (typeof AUDIT_STATES)[number];

/** One pair of figures. `subject` names what they are of, the same in every audit. */
export interface Pair {
  subject: string;
  left: number | null;
  right: number | null;
  /** Null for units. */
  currency: string | null;
  /** Why the two cannot be compared, such as prices that are missing; null where they can. */
  reason: string | null;
  /** Why agreement proves less than the whole: the pair is of a part. Such a pair can differ, and never agrees. */
  part?: string | null;
}

/** A pair with its verdict. */
export interface Comparison extends Omit<Pair, 'part'> {
  state: AuditState;
}

/** Figures may differ by `absolute`, or by `relative` of the larger one: both are of rounding alone. */
export interface Tolerance {
  absolute: number;
  relative: number;
}

/** Two ways to one figure that must agree. */
export interface AuditIdentity {
  /** Stable. */
  code: string;
  title: string;
  /** Where the left figure is read, and where the right one. */
  left: string;
  right: string;
  tolerance: Tolerance;
  /** Without one of these it is not compared. */
  reads: readonly ReadingName[];
  pairs(readings: Complete): Pair[];
}

/** Readings of which all that an identity reads are there. */
type Complete = { [K in keyof AuditReadings]: NonNullable<AuditReadings[K]> };

/** One identity with its verdicts. */
export interface AuditedIdentity {
  identity: AuditIdentity;
  comparisons: Comparison[];
}

const UNREADABLE: Record<ReadingName, string> = {
  overview: 'overview',
  holdings: 'holdings',
  portfolios: 'portfolios',
  rates: 'exchange rates',
  facts: 'ledger results',
  attribution: 'attribution report',
  tax: 'tax report',
  debts: 'debts',
  networth: 'net worth report',
  performance: 'performance report',
  value_history: 'value chart',
  exported: 'exported file',
  chat: 'figures for chat',
};

/** Compares the figures of one identity; pure. An identity without any pair is not compared. */
export function audit(identity: AuditIdentity, readings: AuditReadings): AuditedIdentity {
  const missing = identity.reads.find((name) => readings[name] === null);
  const none = (reason: string): AuditedIdentity => ({
    identity,
    comparisons: [{ subject: '', left: null, right: null, currency: null, reason, state: 'NOT_COMPARED' }],
  });
  if (missing !== undefined) return none(`The ${UNREADABLE[missing]} could not be read. Check again later.`);
  const pairs = identity.pairs(readings as Complete);
  if (pairs.length === 0) return none('The books have nothing to compare yet.');
  return { identity, comparisons: pairs.map((pair) => judge(pair, identity.tolerance)) };
}

/** The verdict on one pair; pure. */
export function judge({ part = null, ...pair }: Pair, { absolute, relative }: Tolerance): Comparison {
  const { left, right } = pair;
  const not = (reason: string): Comparison => ({ ...pair, reason, state: 'NOT_COMPARED' });
  if (pair.reason !== null) return not(pair.reason);
  if (left === null || right === null) return not('One of the two figures is unknown.');
  const allowed = Math.max(absolute, relative * Math.max(Math.abs(left), Math.abs(right)));
  // NaN and infinity agree with nothing.
  if (!Number.isFinite(left - right) || Math.abs(left - right) > allowed)
    return { ...pair, state: 'DIFFERS' };
  return part === null ? { ...pair, state: 'AGREES' } : not(part);
}

/** The state of all comparisons together: the gravest. */
export function stateOf(comparisons: readonly Comparison[]): AuditState {
  if (comparisons.some(({ state }) => state === 'DIFFERS')) return 'DIFFERS';
  return comparisons.some(({ state }) => state === 'NOT_COMPARED') ? 'NOT_COMPARED' : 'AGREES';
}
