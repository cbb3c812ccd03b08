export { createDividendYield, type DividendYieldQuery, dividendYieldQuery } from './yield-report.ts';
export type { DividendYieldView, YearOfDividends } from './view.ts';
