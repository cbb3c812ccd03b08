export { defectsOf, defectSteps, type HeldAgainst, qaStatusOf } from './check-publication.ts';
export { danglingIds } from './ids.ts';
export * from './numbers/index.ts';
export { type Draft } from './prose.ts';
