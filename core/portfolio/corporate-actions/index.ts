export { withCorporateActions } from './after-import.ts';
export { type CorporateActionService, createCorporateActions } from './corporate-action-service.ts';
export {
  type ActionSettingsInput,
  actionSettingsInput,
  actionTermsInput,
  type ActionTermsInput,
  type AppliedActionsInput,
  appliedActionsInput,
  declinedActionsInput,
  manualActionInput,
  type ManualActionInput,
} from './inputs.ts';
export { createActionService } from './action-service.ts';
export { type ActionTerms, actionWords } from './action-terms.ts';
export {
  markedHolding,
  canBeProvisional,
  markedEvent,
  markedPortfolio,
  markedReport,
  type ReadUndecided,
  undecidedIn,
  markedExports,
  withUndecidedMarks,
} from './marked-answers.ts';
export {
  isUndecidedCode,
  type UndecidedAction,
  undecidedMessage,
  undecidedOn,
  undecidedReason,
  undecidedWarnings,
} from './undecided.ts';
export {
  type ActionSearch,
  actionSearchView,
  type ActionSuggestion,
  type CorporateActions,
  corporateActionsView,
  type LedgerActionView,
  ledgerActionView,
  type SettledImport,
  settledImportView,
} from './view.ts';
