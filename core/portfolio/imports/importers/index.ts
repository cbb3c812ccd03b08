export { IMPORTERS, importerOf } from './importers.ts';
export { derivativeReason, segmentOf } from './derivatives.ts';
export { NEEDED } from './generic.ts';
export {
  type Cell,
  type Columns,
  columnsFor,
  copyFields,
  executionId,
  headerKey,
  type HeaderRow,
  headerRow,
  type Importer,
  NO_ENTRY,
  statedAmount,
} from './importer.ts';
export { ZERODHA_DIVIDEND, zerodhaDividend } from './zerodha-dividends.ts';
export { OPENING_HEADERS, OPENINGS_FORMAT } from './munim-openings.ts';
