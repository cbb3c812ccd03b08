import { dayInWords } from '../../platform/dates.ts';
import type { Publication } from '../publication/index.ts';

type Fact = Publication['facts'][number];
type Authority = Fact['authority'];

/** `REVIEW_REQUIRED` is "Review required". */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const AUTHORITY_LABELS: Readonly<Record<Authority, string>> = {
  FILING: 'Filing',
  REGULATOR: 'Exchange list',
  COMPANY: 'Company',
  OFFICIAL: 'Official price',
  AGGREGATOR: 'Second-hand',
  DISCOVERED: 'Web',
};

export const CLAIM_LABELS: Readonly<Record<Publication['claims'][number]['label'], string>> = {
  VERIFIED_FACT: 'Verified fact',
  CALCULATED_FACT: 'Calculated fact',
  SOURCE_REPORTED: 'Reported by a source',
  AI_INFERENCE: 'AI inference',
  UNSUPPORTED: 'Unsupported',
};

export const FAMILY_LABELS: Readonly<Record<Publication['sections'][number]['coverage']['family'], string>> =
  {
    FINANCIAL_STATEMENTS: 'Financial statements',
    EXCHANGE_PRICES: 'Exchange prices',
    CORPORATE_ACTIONS: 'Corporate actions',
    COMPANY_GUIDANCE: 'Company guidance',
    DISCOVERED: 'Web',
  };

export const CONFLICT_RULES: Readonly<Record<Publication['conflicts'][number]['rule'], string>> = {
  HIGHER_AUTHORITY: 'The stronger publisher is used',
  LATEST_REVISION: 'The latest revision is used',
  REPORTED_OVER_DERIVED: 'The reported figure is used, not the calculated one',
  FIRST_SEEN: 'The first one is used',
};

export const COVERAGE_REASONS: Readonly<
  Record<NonNullable<Publication['sections'][number]['coverage']['reason']>, string>
> = {
  no_source_family: 'No source of this kind has data',
  no_peer_data: 'Too few peers have the figures',
  no_segment_document: 'No document has the segments',
  segment_attestation_failed: 'The segments do not add up to the company’s revenue',
  INSUFFICIENT_AUTHORITY_FOR_COVERAGE: 'The evidence is too weak: its publisher is below the minimum',
};

/** Whose figure it is: `Consolidated`, `Segment, Pumps`. */
export const scopeInWords = ({ scope, scope_detail }: Pick<Fact, 'scope' | 'scope_detail'>): string =>
  scope_detail === null ? plain(scope) : `${plain(scope)}, ${scope_detail}`;

/** `FY2027Q1` is "Q1 FY2027", and a day is told as one. */
export function periodInWords({ key, end }: Fact['period']): string {
  if (key === 'TTM') return `12 months to ${dayInWords(end)}`;
  if (key === 'LATEST') return `Latest, ${dayInWords(end)}`;
  const [, year, part] = /^(FY\d{4})(Q\d|H1|M9)$/.exec(key) ?? [];
  if (year !== undefined && part !== undefined) {
    if (part === 'H1') return `First half of ${year}`;
    return part === 'M9' ? `Nine months of ${year}` : `${part} ${year}`;
  }
  const [from, to] = key.split(/[-/](?=FY|\d{4}-\d{2}-\d{2})/);
  if (from === undefined || to === undefined) return dayInWords(key);
  return `${dayInWords(from)} to ${dayInWords(to)}`;
}

/** Percentage points with at most one decimal. What is not all of it never reads as 100%. */
export function percentInWords(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return `${rounded === 100 && value < 100 ? 99.9 : rounded}%`;
}

export const coverageInWords = (requiredPct: number | null): string =>
  requiredPct === null ? 'Coverage unknown' : `Coverage ${percentInWords(requiredPct)}`;

/** @param ms milliseconds; what is less than a second is told in them */
export const durationInWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** US dollars; what is less than one keeps four decimals. */
export function dollarsInWords(value: number): string {
  return value !== 0 && Math.abs(value) < 1 ? `$${value.toFixed(4)}` : `$${value.toFixed(2)}`;
}

/** Whole numbers in groups of thousands. */
export const countInWords = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
