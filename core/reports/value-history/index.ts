export { createValueHistory } from './value-history.ts';
export { type ValueHistory, valueHistoryQuery, valueHistoryView } from './view.ts';
