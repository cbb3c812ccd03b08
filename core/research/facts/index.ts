/**
 * Facts: from packets of evidence to a ledger of figures, with its conflicts, derivations and coverage. Everything here is
 * pure: no clock, no file, no outside system, no model.
 */
export { type BuiltLedger, buildLedger, buildLedgerInSlices } from './build-ledger.ts';
export { type OfferedPacket } from './reading/adaptation.ts';
export { breadthFirst, type FactGroup } from './coverage/breadth-first.ts';
export { COMMITTEE_FACTS, committeeView } from './coverage/committee-view.ts';
export { DERIVATIONS } from './derivations/table.ts';
export { factId } from './fact-id.ts';
export { byText } from './figures.ts';
export { fiscalCalendar } from './fiscal-calendar.ts';
export { extractFundamentals, normaliseRow } from './reading/fundamentals.ts';
export { familyOf } from './metric-families.ts';
export { FAMILIES_OF_SOURCES, metricsOf, minimumOf, OBLIGATIONS } from './coverage/obligations.ts';
export { comparePeriods, fiscalKey, isPeriodKey } from './period-key.ts';
