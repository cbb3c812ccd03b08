export { type EquityCheck, type VerifiedEquity, verifyEquity } from './verify-equity.ts';
export { plainName, type YahooName, yahooNames } from './yahoo-names.ts';
export { profilePath, createYahooEvidence } from './yahoo-provider.ts';
export { readProfile, type YahooProfile } from './yahoo-profile.ts';
export { EXTRACTOR_KEYS, normaliseStatement, type YahooValue } from './yahoo-values.ts';
