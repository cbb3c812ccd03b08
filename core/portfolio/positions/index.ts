export {
  namedSymbol,
  readApplied,
  readRecorded,
  currentSymbol,
  type NamedSymbol,
  realignSymbols,
} from './action-store.ts';
export {
  ACCEPTED_UNITS,
  type AcceptedUnits,
  isAcceptedUnits,
  readAccepted,
  unexplainedUnits,
  unitsOn,
} from './accepted-units.ts';
export { type AppliedAction, inOrder } from './applied-action.ts';
export { deriveRows } from './derive-rows.ts';
export {
  type DividendSum,
  type PaidRow,
  type PaidSum,
  readDividends,
  readPaid,
  readPaidByPosition,
  readPayments,
} from './dividend-store.ts';
export { familiesOf } from './action-families.ts';
export { createPositionCache, type PositionCache, markedKeys } from './position-cache.ts';
export { setOwnPrices } from './own-prices.ts';
export { knownQuotes } from './known-quotes.ts';
export { fileOlderPrices, type OlderPrice, priceBefore } from './older-prices.ts';
export {
  ledgerBatches,
  type LedgerRow,
  readLedgerRows,
  readLedgerTexts,
  readSourcedRows,
} from './ledger-reader.ts';
export { rederivePositions, replayPositions } from './ledger-store.ts';
export { countRecorded, countTransactions, daysOfSecurity } from './transaction-counts.ts';
export { hasLedger, symbolsWithoutPosition } from './symbols-without-position.ts';
export type { PositionKey } from './position-key.ts';
export { readRenames, writeDeliveries } from './action-store.ts';
export { readIntradayKeys, readOutdatedKeys, readOutdatedOwners } from './intraday-store.ts';
export { comparePositions } from './replay-check.ts';
export { deliveredAlready, type MorningRecord, recordedOfMorning } from './recorded-already.ts';
export { IS_NOT_MERGED, IS_REPLAYED, writeSkipped } from './skipped-row-store.ts';
export { heldOf, isAsExpected, keptDifference } from './stock.ts';
export { type Stock, type StockRow, unitsAfter, unitsBefore } from './stock-lists.ts';
export { rowsSince, WITHOUT_STOCK } from './stock-store.ts';
export { versionsOf } from './trade-versions.ts';
export { symbolSpellings, resolveSymbol } from './symbol-spelling-store.ts';
