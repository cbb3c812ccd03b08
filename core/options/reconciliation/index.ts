export {
  confirmationInput,
  createReconciliations,
  reconciliationPage,
  reconciliationQuery,
  type Reconciliations,
  type ReconciliationView,
  reconciliationView,
} from './reconciliation.ts';
