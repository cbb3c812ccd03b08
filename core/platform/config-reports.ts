import { points, positive, timeOfDay, whole } from './config-values.ts';

/** Settings of reports and of what is fetched for them. */
export const REPORT_VARIABLES = {
  PORTFOLIO_SECTOR_FETCH_TIME_IST: {
    summary: 'Daily time when missing names and sectors of holdings are filled in, Indian time',
    details: 'They come from the registry of instruments.',
    allowed: 'a time of day such as 18:45',
    fallback: '18:45',
    parse: timeOfDay,
  },
  PORTFOLIO_SECTOR_BOOT_DELAY_MIN: {
    summary: 'Minutes after a start until they are filled in once; 0 skips it',
    allowed: 'a whole number from 0 to 1440',
    fallback: '5',
    parse: whole(0, 1440),
  },
  PORTFOLIO_BENCHMARK_FETCH_TIME_IST: {
    summary: 'Daily time when index closes for comparisons are fetched, Indian time',
    details: 'The indexes are NIFTY 50, NIFTY 500 and S&P 500. Missed days are fetched too.',
    allowed: 'a time of day such as 18:30',
    fallback: '18:30',
    parse: timeOfDay,
  },
  PORTFOLIO_RISK_FREE_RATE_PCT: {
    summary: 'Risk-free rate for the Sharpe ratio, percent per year',
    allowed: 'a percentage from -100 to 100',
    fallback: '6.0',
    parse: points,
  },
  PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR: {
    summary: 'Trading days per year, used to annualise volatility',
    allowed: 'a whole number from 200 to 366',
    fallback: '252',
    parse: whole(200, 366),
  },
  PORTFOLIO_USD_TO_INR_REFERENCE_FX: {
    summary: 'Rupees per US dollar while no market rate is recorded',
    allowed: 'a positive number',
    fallback: '82.0',
    parse: positive,
  },
  PORTFOLIO_FUND_HOLDINGS_STALE_DAYS: {
    summary: 'Days after which entered fund holdings count as old',
    allowed: 'a whole number from 1 to 3650',
    fallback: '7',
    parse: whole(1, 3650),
  },
  PORTFOLIO_OVERLAP_WARNING_THRESHOLD_PCT: {
    summary: 'Warn when one company inside your funds reaches this percent of a portfolio',
    allowed: 'a positive number',
    fallback: '5',
    parse: positive,
  },
} as const;
