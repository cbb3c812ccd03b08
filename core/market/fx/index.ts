export { type Fx, createFx } from './fx-service.ts';
export type { CurrencyExposure, CurrencyExposures } from './exposure.ts';
export type { FxUpdate } from './fx-service.ts';
export { findRates, type NewestRate } from './fx-store.ts';
