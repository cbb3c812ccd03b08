export { type EquityCheck, type YahooEquity, verifyEquity } from './verify-equity.ts';
export { profileOf, type ProfiledAs } from './profile-of.ts';
export { plainName, type YahooName, yahooNames } from './yahoo-names.ts';
export { profilePath, createYahooEvidence } from './yahoo-provider.ts';
export { readProfile, type YahooProfile } from './yahoo-profile.ts';
export { EXTRACTOR_KEYS, normaliseStatement, type YahooValue } from './yahoo-values.ts';
