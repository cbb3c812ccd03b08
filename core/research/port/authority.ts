/**
 * Who published a piece of evidence, from the strongest to the weakest. It is decided by the publisher, never by the way
 * the evidence came, and it is stored by its name (research/Evidence, claims and facts).
 */
export const AUTHORITIES = [
  'FILING',
  'REGULATOR',
  'COMPANY',
  'OFFICIAL',
  'AGGREGATOR',
  'DISCOVERED',
] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** How far a source was checked. */
export const SOURCE_CLASSES = ['VERIFIED_INTERNAL', 'VERIFIED_FETCHED', 'DISCOVERED', 'UNAVAILABLE'] as const;
export type SourceClass = (typeof SOURCE_CLASSES)[number];

/** What a claim or a fact is. */
export const CLAIM_LABELS = [
  'VERIFIED_FACT',
  'CALCULATED_FACT',
  'SOURCE_REPORTED',
  'AI_INFERENCE',
  'UNSUPPORTED',
] as const;
export type ClaimLabel = (typeof CLAIM_LABELS)[number];

/** Kinds of evidence that have a minimum of authority of their own. */
export const EVIDENCE_FAMILIES = [
  'FINANCIAL_STATEMENTS',
  'EXCHANGE_PRICES',
  'CORPORATE_ACTIONS',
  'COMPANY_GUIDANCE',
  'DISCOVERED',
] as const;
export type EvidenceFamily = (typeof EVIDENCE_FAMILIES)[number];

/** The least authority that covers a family; null: nothing of it ever covers anything. No setting lowers it. */
export const MINIMUM_AUTHORITY: Readonly<Record<EvidenceFamily, Authority | null>> = {
  FINANCIAL_STATEMENTS: 'COMPANY',
  EXCHANGE_PRICES: 'OFFICIAL',
  CORPORATE_ACTIONS: 'REGULATOR',
  COMPANY_GUIDANCE: 'COMPANY',
  DISCOVERED: null,
};

/** Whether `authority` is at least `minimum`. */
export function isAtLeast(authority: Authority, minimum: Authority): boolean {
  return AUTHORITIES.indexOf(authority) <= AUTHORITIES.indexOf(minimum);
}

/** The weakest of several: what is derived from them inherits it. Null for none. */
export function weakestOf(authorities: readonly Authority[]): Authority | null {
  return authorities.reduce<Authority | null>(
    (weakest, one) => (weakest === null || isAtLeast(weakest, one) ? one : weakest),
    null,
  );
}

/** Whose word it is, for reading: "rests on filings". */
export const AUTHORITY_WORDS: Readonly<Record<Authority, string>> = {
  FILING: 'filings',
  REGULATOR: 'the exchanges’ lists',
  COMPANY: 'the company’s own pages',
  OFFICIAL: 'the exchange’s prices',
  AGGREGATOR: 'second-hand data',
  DISCOVERED: 'the web',
};
