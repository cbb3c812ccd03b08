import type { Observation } from '../../port/index.ts';
import { daysOf, FIGURES, figuresOf, GUIDANCE_SUBJECTS, type NamedYear, yearIn } from './guidance-figures.ts';

export interface GuidanceContext {
  /** Days of a fiscal year by its name, of one of its quarters where that is given; null for one that nobody knows. */
  spanOf: (year: number, quarter: number | null) => { start: string; end: string } | null;
  /** ISO 4217 */
  currency: string;
  /** Number of the filing that the text is of; null for a page. */
  filing: string | null;
  locator: string;
}

/** Sentences in which a company speaks of what it expects. */
const EXPECTS = /\b(expects?|expected|outlook|guidance|anticipates?|forecasts?|projects?)\b/i;
/** After these words a figure is no guidance that stands: it is denied, taken back, or somebody else's. */
const NOT_GIVEN =
  /\b(withdr\w+|suspend\w*|no longer|not|den(?:y|ies|ied)|rumou?rs?|according to|analysts?|consensus)\b/i;
/** What stood before, said in the same sentence. */
const BEFORE =
  /\((?:previously|earlier|up from|down from|compared|versus|vs\.?|from|prior)\b[^)]*\)|,? (?:previously|compared (?:with|to)|versus|up from|down from) [^,;.]*(?:\.\d[^,;.]*)*|(?<=(?:cent|%|million|billion|crore|\d)) from (?=[\d$₹R])[^,;]*/gi;
const QUARTERS: readonly RegExp[] = [
  /\b(?:first quarter|Q1)\b/i,
  /\b(?:second quarter|Q2)\b/i,
  /\b(?:third quarter|Q3)\b/i,
  /\b(?:fourth quarter|Q4)\b/i,
];
const VERB = String.raw`(?:,|has been|was|were|is|are|of|at|in|to|be|still|now|expected|raised|increased|lowered|reduced|cut|revised|maintained|reiterated|guidance|outlook|for|fiscal(?: year)?|(?:FY|CY)? ?'?\d{2,4}(?:-\d{2})?)`;

const PATTERNS = GUIDANCE_SUBJECTS.map(({ words, metric, kind }) => ({
  metric,
  kind,
  pattern: new RegExp(String.raw`\b(?:${words})\b(?:,? ${VERB}){0,8} ${FIGURES}`, 'gi'),
}));

/**
 * Guidance that a text of the company states in figures, a line for each of its paragraphs. A sentence without a year means the year of the sentence before it
 * in the same text; a figure that the sentence calls the one of before is not guidance; a figure without a year that is known is left out.
 */
export function guidanceIn(text: string, context: GuidanceContext): Observation[] {
  const found: Observation[] = [];
  let year: NamedYear | null = null;
  let isOutlook = false;
  for (const sentence of sentencesOf(text)) {
    year = yearIn(sentence) ?? year;
    isOutlook = EXPECTS.test(sentence) || (isOutlook && QUARTERS.some((one) => one.test(sentence)));
    if (!isOutlook || year === null || NOT_GIVEN.test(sentence)) continue;
    const quarter = QUARTERS.findIndex((one) => one.test(sentence)) + 1;
    const span = daysOf(year, quarter === 0 ? null : quarter, context.spanOf);
    if (span === null) continue;
    found.push(...figuresIn(sentence.replace(BEFORE, ' '), span, context));
  }
  return found;
}

function figuresIn(
  sentence: string,
  span: { start: string; end: string },
  { currency, filing, locator }: GuidanceContext,
): Observation[] {
  const taken: { from: number; to: number }[] = [];
  return PATTERNS.flatMap(({ pattern, metric, kind }): Observation[] => {
    for (const match of sentence.matchAll(pattern)) {
      const place = { from: match.index, to: match.index + match[0].length };
      const figures = figuresOf(match.groups ?? {}, kind);
      if (figures === null || taken.some(({ from, to }) => from < place.to && place.from < to)) continue;
      taken.push(place);
      const unit = kind === 'PERCENT' ? 'pct' : kind === 'PER_SHARE' ? `${currency}/share` : currency;
      const base = { scope: 'company', scope_detail: null, reason: null, decimals: null } as const;
      const of = { published_at: null, filing, locator, share_basis: null };
      return [{ metric, ...base, ...span, unit, ...figures, ...of }];
    }
    return [];
  });
}

/** A line ends a sentence, and so does a full stop before a capital, but for that of `Rs. 120` and `Inc. expects`. */
function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      line
        .replace(/[\s\u00a0]+/g, ' ')
        .split(/(?<=[.;])(?<!\b(?:Rs|Inc|Ltd|Co|Corp|No|vs|approx)\.) (?=[A-Z])/),
    )
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
