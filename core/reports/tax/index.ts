export {
  createTax,
  LARGEST_TAX_PAGE,
  type Schedule112aView,
  type Tax,
  TAX_PAGE,
  type TaxPageQuery,
  type TaxQuery,
  type TaxReportPage,
} from './tax-service.ts';
export type {
  LotAlternative,
  RemainingLot,
  Schedule112aRow,
  TaxAlternative,
  TaxDividends,
  TaxLot,
  TaxLotKind,
  TaxNote,
  TaxReportView,
  TaxSum,
  TermTotals,
  UnmatchedSell,
} from './view.ts';
