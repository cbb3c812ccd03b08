/** What the page of a policy says of money that comes in. */
import { day, money } from '../../../../../charts/index.ts';
import type { Contribution, Contributions, ContributionSchedule } from '../../api/types.ts';

type Batch = Contributions['batches'][number];

interface Look {
  label: string;
  color: string;
}

export const CONTRIBUTION_STATES: Readonly<Record<Contribution['state'], Look>> = {
  SCHEDULED: { label: 'Scheduled', color: 'gray' },
  FUNDING_DUE: { label: 'Money due', color: 'orange' },
  DEFERRED: { label: 'Deferred', color: 'gray' },
  CONFIRMED: { label: 'Confirmed', color: 'blue' },
  APPLIED: { label: 'Credited', color: 'green' },
  SKIPPED: { label: 'Skipped', color: 'gray' },
  CANCELLED: { label: 'Cancelled', color: 'gray' },
  FAILED: { label: 'Failed', color: 'red' },
};

export const BATCH_STATUSES: Readonly<Record<Batch['status'], Look>> = {
  NOT_REQUIRED: { label: 'Stays in cash', color: 'gray' },
  PENDING: { label: 'Waits for the evening', color: 'blue' },
  WAITING_FOR_REBALANCE: { label: 'Waits for the next rebalance', color: 'blue' },
  PLANNING: { label: 'Being planned', color: 'blue' },
  PENDING_APPROVAL: { label: 'Waits for your approval', color: 'orange' },
  EXECUTING: { label: 'Orders under way', color: 'blue' },
  EXECUTED: { label: 'Put to work', color: 'green' },
  FALLBACK_NEXT_REBALANCE: { label: 'Waits for the next rebalance', color: 'orange' },
  FAILED: { label: 'Failed', color: 'red' },
};

export const FREQUENCIES: Readonly<Record<ContributionSchedule['frequency'], string>> = {
  once: 'Once',
  monthly: 'Every month',
  quarterly: 'Every quarter',
};

export const ALLOCATION_MODES: Readonly<Record<ContributionSchedule['allocation_mode'], string>> = {
  next_rebalance: 'With the next rebalance',
  buy_only_current_targets: 'At once, into the current targets',
};

export type ContributionAction = Contribution['actions'][number];

/** What each deed is called, and what it does. */
export const CONTRIBUTION_ACTIONS: Readonly<
  Record<ContributionAction, { label: string; meaning: string; isLoss: boolean }>
> = {
  confirm: {
    label: 'Confirm',
    meaning: 'The money is reserved for the policy. Nothing is credited or ordered yet.',
    isLoss: false,
  },
  apply: {
    label: 'Credit now',
    meaning:
      'Units are issued at the net-of-tax NAV just before the money came in, and the cash is ready to invest.',
    isLoss: false,
  },
  defer: { label: 'Defer', meaning: 'This instalment is due on a later day instead.', isLoss: false },
  skip: { label: 'Skip', meaning: 'This instalment is skipped. The schedule continues.', isLoss: true },
  cancel: {
    label: 'Cancel it',
    meaning:
      'This instalment is cancelled, and the money reserved for it is released. The schedule continues.',
    isLoss: true,
  },
};

/** `₹5,000 every month from 5 Jan 2026`. */
export const scheduleText = ({ amount, frequency, start_date }: ContributionSchedule): string =>
  frequency === 'once'
    ? `${money(amount, 'INR')} once, on ${day(start_date)}`
    : `${money(amount, 'INR')} ${FREQUENCIES[frequency].toLowerCase()} from ${day(start_date)}`;

const EVIDENCE = {
  ORDER_EXECUTION: 'spent by orders',
  BROKER_BALANCE_SNAPSHOT: 'spent, by the broker’s balance',
  MANUAL_RECONCILIATION: 'spent, reconciled by hand',
} as const;

/** What stands behind the money of an instalment; null on paper. */
export function fundingText({ funding }: Contribution): string | null {
  if (funding === null) return null;
  const by = funding.external_reference ?? `confirmed by ${funding.operator}`;
  if (funding.state === 'RELEASED') return `${by}, released`;
  if (funding.state === 'RESERVED') return `${by}, reserved`;
  if (funding.evidence_type === null) return `${by}, credited and not spent yet`;
  return `${by}, ${EVIDENCE[funding.evidence_type]} (${funding.evidence_reference})`;
}
