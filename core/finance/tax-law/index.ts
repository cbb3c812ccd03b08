export { type Rule, rulesFor, yearlyExemption } from './applicable.ts';
export {
  type FinancialYear,
  financialYearOf,
  financialYearsBetween,
  parseFinancialYear,
  wantedFinancialYear,
} from './financial-year.ts';
export { GRANDFATHERED_ON, type GrandfatheredCost, grandfatheredCost } from './grandfathering.ts';
export { type LegalKind, legalKindOf, type Security, taxGroupOf } from './legal-kind.ts';
export { longTermFrom, termOf } from './term.ts';
