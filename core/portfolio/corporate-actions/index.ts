export { type SettledImport, withCorporateActions } from './after-import.ts';
export {
  type ActionRound,
  type CorporateActions,
  type CorporateActionService,
  createCorporateActions,
} from './corporate-action-service.ts';
export {
  actionTermsInput,
  type ActionTermsInput,
  LEDGER_ACTION_KINDS,
  manualActionInput,
  type ManualActionInput,
} from './inputs.ts';
export type { ActionSuggestion } from './suggestion.ts';
export { type ActionService, type AskedAction, createActionService } from './action-service.ts';
export {
  type ActionTerms,
  actionWords,
  type LedgerActionView,
  smallestTerms,
  UNDISCLOSED,
} from './action-terms.ts';
export type { Assessment } from './assess.ts';
export type { LedgerHistory } from './ledger-history.ts';
