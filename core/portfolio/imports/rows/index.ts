export { checkRow, type Overrides } from './check-row.ts';

export { notUnderstood, unknownKind } from './not-understood.ts';
export {
  type FieldOf,
  type HoldingField,
  HOLDING_HEADERS,
  IMPORT_TYPES,
  type ImportType,
  isFieldOf,
  TRANSACTION_FIELDS,
  TRANSACTION_HEADERS,
  type TransactionField,
} from './fields.ts';
export { asOnDate } from './as-on-date.ts';
export { assetClassNamed, rawOf, rereadRow } from './reread-row.ts';
export { DAY_OR_MONTH_FIRST, shown } from './row-cells.ts';
export { compareAmounts, NO_AMOUNTS } from './stated-amount.ts';
export type { RealisedLot, RealisedReport } from './realised-lot.ts';
export {
  type AmountProof,
  DAY_OF_ROW,
  type DifferingAmount,
  type HoldingRow,
  type ImportBatch,
  type ImportReading,
  type NumberedRow,
  PLUS,
  type RawFields,
  type RawRow,
  type ReadingContext,
  type RowOf,
  type StatedAmount,
  type StatedPrice,
  type StatedTotal,
  type TransactionRow,
} from './rows.ts';
export { tradeTypeOf } from './trade-type.ts';
