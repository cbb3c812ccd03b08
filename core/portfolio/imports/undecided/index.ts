export { createUndecidedRows } from './undecided-service.ts';
export {
  type MendedRow,
  mendedRowView,
  mendInput,
  undecidedQuery,
  type UndecidedRowView,
  undecidedRowView,
} from './view.ts';
