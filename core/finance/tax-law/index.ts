/**
 * The law of tax by date: what a security is to it, which rule speaks of a sale, how long is long, the value of 31 January
 * 2018, what a year leaves free, the tax on the gains of a year, and the Indian financial year. Days are YYYY-MM-DD, rates percentage points.
 */
export { possibleRules, type Rule, rulesFor } from './applicable.ts';
export { sharedExemption, yearlyExemption } from './exemption.ts';
export {
  type FinancialYear,
  financialYearFrom,
  financialYearOf,
  financialYearsBetween,
  FIRST_YEAR,
  parseFinancialYear,
} from './financial-year.ts';
export { GRANDFATHERED_ON, type GrandfatheredCost, grandfatheredCost } from './grandfathering.ts';
export { type LegalKind, legalKindOf, type Security, taxGroupOf } from './legal-kind.ts';
export { type Regime, REGIMES } from './regimes.ts';
export {
  firstDayAfter,
  isHeldLonger,
  longTermFrom,
  TAX_GROUPS,
  type TaxGroup,
  type Term,
  termOf,
  TERMS,
} from './term.ts';
export { type GainOfYear, yearTax } from './year-tax.ts';
