export { createUndecidedRows } from './undecided-service.ts';
export { countUndecided, keepUndecided } from './undecided-store.ts';
export {
  type MendedRow,
  mendedRowView,
  mendInput,
  undecidedQuery,
  type UndecidedRowView,
  undecidedRowView,
} from './view.ts';
