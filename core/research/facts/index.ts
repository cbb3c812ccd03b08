/**
 * Facts: from packets of evidence to a ledger of figures, with its conflicts, derivations and coverage. Everything here is
 * pure: no clock, no file, no outside system, no model.
 */
export {
  type BuiltLedger,
  buildLedger,
  buildLedgerInSlices,
  type LedgerInput,
  type PeerEvidence,
} from './build-ledger.ts';
export { type OfferedPacket } from './reading/adaptation.ts';
export { breadthFirst, type FactGroup } from './coverage/breadth-first.ts';
export { COMMITTEE_FACTS, committeeView } from './coverage/committee-view.ts';
export { type DerivationRow, DERIVATIONS } from './derivations/table.ts';
export { LEAST_PEERS } from './derivations/industry.ts';
export { factId } from './fact-id.ts';
export { byText } from './figures.ts';
export { type FiscalCalendar, fiscalCalendar } from './fiscal-calendar.ts';
export { extractFundamentals, normaliseRow } from './reading/fundamentals.ts';
export { familyOf } from './metric-families.ts';
export {
  FAMILIES_OF_SOURCES,
  metricsOf,
  minimumOf,
  type Obligation,
  OBLIGATIONS,
} from './coverage/obligations.ts';
export { comparePeriods, fiscalKey, isPeriodKey, periodSlug } from './period-key.ts';
