export { type HeldBond, readTerms, SAME_COUPON_DAYS } from './coupons.ts';
export { CONFIDENCES, type IncomeKind, type IncomeSource } from './event.ts';
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
export { withIsins } from './recompute.ts';
export { INCOME_STATUSES, type IncomeStatus } from './transitions.ts';
export {
  type BondView,
  bondView,
  type IncomeEventView,
  incomeEventView,
  type IncomeSum,
  type IncomeSummaryView,
  incomeSummaryView,
  type RecomputeView,
  recomputeView,
} from './view.ts';
