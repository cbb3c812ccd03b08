export { namedSymbol, readApplied, readRecorded } from './action-store.ts';
export { type AppliedAction, inOrder } from './applied-action.ts';
export { deriveRows } from './derive-rows.ts';
export { familiesOf } from './follow-actions.ts';
