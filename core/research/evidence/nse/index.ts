export { createBseAnnouncements, createNseAnnouncements } from './announcement-providers.ts';
export { bseCodeOf, type CodeSearch } from './bse-code.ts';
export { createNseFilings, type ReadFiling } from './filings-provider.ts';
export { type FilingToRead, readResultsFiling, type ResultsFiling } from './results-filing.ts';
export { MalformedFiling, XBRL_LIMITS, type XbrlLimits } from './xbrl.ts';
