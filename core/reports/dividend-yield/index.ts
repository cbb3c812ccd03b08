export { type DividendYieldView, dividendYieldView } from './view.ts';
export { createDividendYield } from './yield-report.ts';
