export { verifyEquity } from './verify-equity.ts';
export { profileOf } from './profile-of.ts';
export { yahooNames } from './yahoo-names.ts';
export { createYahooEvidence } from './yahoo-provider.ts';
export { normaliseStatement } from './yahoo-values.ts';
