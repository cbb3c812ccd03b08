/** What is thought of a share over time: baselines, comparisons with them, and how it turned out. */
export { createBaselines } from './baseline-service.ts';
export { compareTheses } from './compare-theses.ts';
export { createComparisons } from './comparisons.ts';
export type { TellDrift } from './drift-notice.ts';
export { createOutcomes, type OutcomeParts } from './outcome-service.ts';
export { unknownDossiers } from './promotion-evidence.ts';
export { createRechecks } from './recheck-service.ts';
export { type Thesis, thesisOf } from './thesis.ts';
