export { type Constituent, type Instruments, createInstruments } from './instruments-service.ts';
export { type ImportOptions, ListRefused } from './import/import-service.ts';
export {
  ASSET_CLASSES,
  type AssetClass,
  assetClassOf,
  assetClassOfIsin,
  exchangeAssetClass,
} from './asset-class.ts';
export { isIsin } from './isin.ts';
export { importFiles, importWords } from './import/import-command.ts';
export { readListFile, UnknownList } from './import/list-files.ts';
export { readListBytes } from './import/import-service.ts';
export { INDEXES as INDEX_NAMES } from './membership.ts';
export type { Proposal } from './alias-service.ts';
export { type AliasDecision, aliasDecisionInput } from './inputs.ts';
export { companyKey, type CompanyNames } from './company-name.ts';
export type {
  ExternalInstrument,
  Instrument,
  InstrumentClass,
  RegistryExchange,
  SymbolChange,
} from './instrument.ts';
export { aliasKey, currencyOf, isSameIssuer, REGISTRY_EXCHANGES } from './instrument.ts';
export {
  createMarketState,
  createReadCloseRevisions,
  createReadMarketRevision,
  type MarketPart,
  type ReadMarketRevision,
  type ReadMarketState,
} from './market-revision.ts';
export {
  type NewInstrument,
  registerInstrument,
  registerUnlisted,
  UNLISTED_ID,
} from './register-instrument.ts';
export type { Resolver } from './resolver.ts';
export { bareSymbol, type Ticker } from './ticker.ts';
