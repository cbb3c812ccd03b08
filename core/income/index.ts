export { type BondState, type HeldBond, readTerms, SAME_COUPON_DAYS } from './coupons.ts';
export { type Confidence, CONFIDENCES, INCOME_KINDS, type IncomeKind, type IncomeSource } from './event.ts';
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
export {
  type BondPayment,
  type BondView,
  bondView,
  type DeclaredView,
  type IncomeEventView,
  incomeEventView,
  type IncomeSum,
  type IncomeSummaryView,
  incomeSummaryView,
  type RecomputeView,
  recomputeView,
} from './view.ts';
