export {
  confirmationInput,
  createReconciliations,
  reconciliationPage,
  type ReconciliationQuery,
  reconciliationQuery,
  type Reconciliations,
  type ReconciliationView,
  reconciliationView,
} from './reconciliation.ts';
