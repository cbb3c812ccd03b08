export { createBseAnnouncements, createNseAnnouncements } from './announcement-providers.ts';
export { bseCodeOf } from './bse-code.ts';
export { createNseFilings } from './filings-provider.ts';
export { readResultsFiling, RESULTS_FILING, type ResultsFiling } from './results-filing.ts';
export { XBRL_LIMITS, type XbrlLimits } from './xbrl.ts';
