export { checkRow } from './check-row.ts';
export { guarded, quoted, unguarded } from './csv-cell.ts';
export { orderProvedBy } from './dates.ts';
export {
  fieldsOf,
  HOLDING_HEADERS,
  type ImportType,
  TRANSACTION_FIELDS,
  TRANSACTION_HEADERS,
} from './fields.ts';
export { currencyOfSign, markProvedBy, parseNumber } from './numbers.ts';
export { knownClass, rereadRow } from './reread-row.ts';
export { shown } from './row-cells.ts';
export {
  DAY_OF_ROW,
  type HoldingRow,
  type ImportBatch,
  type ImportReading,
  PLUS,
  type RawFields,
  type ReadingContext,
  type RowOf,
  type TransactionRow,
} from './rows.ts';
export { tradeTypeOf } from './trade-type.ts';
