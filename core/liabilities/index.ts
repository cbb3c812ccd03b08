export type { Liabilities } from './liability-service.ts';
export { type Debt, type DebtRecord, readDebtRecords, readDebts } from './debt-store.ts';
export { LIABILITY_TYPES, type LiabilityInput, liabilityInput, type LiabilityType } from './inputs.ts';
export { createLiabilityService as createLiabilities } from './liability-service.ts';
export { liabilityRecord, type LiabilityRecord, liabilityView, type LiabilityView } from './view.ts';
export { readLiabilityCurrencies } from './owed-currencies.ts';
