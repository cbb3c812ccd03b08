export {
  BOND_STATES,
  type BondState,
  type HeldBond,
  readTerms,
  SAME_COUPON_DAYS,
} from './coupons.ts';
export type { DeclaredView } from './declared-view.ts';
export {
  type Confidence,
  CONFIDENCES,
  INCOME_KINDS,
  INCOME_SOURCES,
  type IncomeKind,
  type IncomeSource,
} from './event.ts';
export {
  type ExpectedIncome,
  type IncomeDay,
  readExpected,
  readIncomeDays,
  type RecordedCoupon,
  readRecordedCoupons,
} from './event-day-store.ts';
export { createIncome, type Income } from './income-service.ts';
export { readHeldBonds } from './income-store.ts';
export {
  type IncomeQuery,
  incomeQuery,
  type IncomeSummaryQuery,
  incomeSummaryQuery,
  recomputeInput,
} from './inputs.ts';
export { INCOME_MODELS } from './models.ts';
export { withIsins } from './recompute.ts';
export { EXPECTED_STATUSES, INCOME_STATUSES, type IncomeStatus, TRANSITIONS } from './transitions.ts';
export type {
  BondPayment,
  BondView,
  IncomeEventView,
  IncomeSum,
  IncomeSummaryView,
  RecomputeView,
} from './view.ts';
