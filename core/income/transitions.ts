/** States of an income event (spec: States). FORECAST, DECLARED and ENTITLED are expected; PAID is money. */
export const INCOME_STATUSES = ['FORECAST', 'DECLARED', 'ENTITLED', 'PAID', 'CANCELLED'] as const;
export type IncomeStatus = (typeof INCOME_STATUSES)[number];

/** States whose money is still to come: all that a projection of income may use. */
export const EXPECTED_STATUSES = [
  'FORECAST',
  'DECLARED',
  'ENTITLED',
] as const satisfies readonly IncomeStatus[];

/** What moves an event from one state to another. */
export type IncomeCause =
  | 'INFERRED'
  | 'ANNOUNCED'
  | 'RECORD_DATE_REACHED'
  | 'RECORD_DATE_MOVED'
  | 'PAYMENT_FOUND'
  | 'PAYMENT_GONE'
  | 'DAY_PASSED'
  | 'NO_LONGER_EXPECTED'
  | 'EXPECTED_AGAIN';

interface Transition {
  /** Null: the event is new. */
  from: IncomeStatus | null;
  to: IncomeStatus;
  cause: IncomeCause;
}

/**
 * Every way from one state to another; what is not here does not happen. A recompute works out the state that the
 * ledger, the announcements and the terms of bonds give, so a correction of these may take
 * each step back.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: null, to: 'FORECAST', cause: 'INFERRED' },
  { from: null, to: 'DECLARED', cause: 'ANNOUNCED' },
  { from: null, to: 'ENTITLED', cause: 'RECORD_DATE_REACHED' },
  { from: null, to: 'PAID', cause: 'PAYMENT_FOUND' },
  { from: 'FORECAST', to: 'PAID', cause: 'PAYMENT_FOUND' },
  { from: 'FORECAST', to: 'CANCELLED', cause: 'DAY_PASSED' },
  { from: 'DECLARED', to: 'ENTITLED', cause: 'RECORD_DATE_REACHED' },
  { from: 'DECLARED', to: 'PAID', cause: 'PAYMENT_FOUND' },
  { from: 'DECLARED', to: 'CANCELLED', cause: 'NO_LONGER_EXPECTED' },
  { from: 'ENTITLED', to: 'DECLARED', cause: 'RECORD_DATE_MOVED' },
  { from: 'ENTITLED', to: 'PAID', cause: 'PAYMENT_FOUND' },
  { from: 'ENTITLED', to: 'CANCELLED', cause: 'NO_LONGER_EXPECTED' },
  { from: 'PAID', to: 'FORECAST', cause: 'PAYMENT_GONE' },
  { from: 'PAID', to: 'DECLARED', cause: 'PAYMENT_GONE' },
  { from: 'PAID', to: 'ENTITLED', cause: 'PAYMENT_GONE' },
  { from: 'PAID', to: 'CANCELLED', cause: 'PAYMENT_GONE' },
  { from: 'CANCELLED', to: 'FORECAST', cause: 'EXPECTED_AGAIN' },
  { from: 'CANCELLED', to: 'DECLARED', cause: 'EXPECTED_AGAIN' },
  { from: 'CANCELLED', to: 'ENTITLED', cause: 'EXPECTED_AGAIN' },
  { from: 'CANCELLED', to: 'PAID', cause: 'PAYMENT_FOUND' },
];

const CAUSES = new Map(TRANSITIONS.map(({ from, to, cause }) => [`${from} ${to}`, cause]));

/** Why an event goes from one state to another; null where it does not. */
export function causeOf(from: IncomeStatus | null, to: IncomeStatus): IncomeCause | null {
  return CAUSES.get(`${from} ${to}`) ?? null;
}
