export { BOND_STATES, type BondState } from './coupons.ts';
export {
  type Confidence,
  CONFIDENCES,
  INCOME_KINDS,
  INCOME_SOURCES,
  type IncomeKind,
  type IncomeSource,
} from './event.ts';
export { createIncome, type Income } from './income-service.ts';
export { type IncomeQuery, incomeQuery, type IncomeSummaryQuery, incomeSummaryQuery } from './inputs.ts';
export { INCOME_MODELS } from './models.ts';
export { EXPECTED_STATUSES, INCOME_STATUSES, type IncomeStatus, TRANSITIONS } from './transitions.ts';
export type {
  BondPayment,
  BondView,
  IncomeEventView,
  IncomeSum,
  IncomeSummaryView,
  RecomputeView,
} from './view.ts';
