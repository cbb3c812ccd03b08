export { taxFileQuery, type TaxPageQuery } from './query.ts';
export { createTax, type Tax } from './tax-service.ts';
export {
  lotChainFields,
  type RemainingLot,
  type TaxAlternative,
  type TaxLot,
  type TaxReportPage,
  taxReportPageView,
  type TaxReportView,
  type TermTotals,
  type UnmatchedSell,
} from './view.ts';
export { createRealisedGains } from './realised.ts';
export { partialSentence } from './left-out.ts';
export { positionYear } from './lots.ts';
export { heldRow, remainingLot } from './held-rows.ts';
export { taxedSecurity } from './rows.ts';
export { securityOf } from './securities.ts';
