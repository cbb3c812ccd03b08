import { METRICS, type Fact } from '../../port/index.ts';
import type { Span } from './passage.ts';

/** Quarter, half or nine months, as in period keys; WHOLE for a year. */
type Part = 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2' | 'M9' | 'WHOLE';

/** The fiscal periods that a sentence names. */
export interface NamedPeriods {
  years: ReadonlySet<number>;
  parts: ReadonlySet<Part>;
}

const YEAR = String.raw`(?:FY|F\.Y\.|fiscal(?: year)?|financial year|year to March|year ended March)[ -]?'?((?:20)?\d{2})(?:[-/]((?:20)?\d{2}))?`;
const BARE_SPAN = String.raw`(20\d{2})[-/](\d{2})`;
const ANY_YEAR = `(?:${YEAR}|${BARE_SPAN})`;
const PART = String.raw`(?:([QH])([1-4])|([1-4])([QH])|(9M|9-month|nine-month|nine months|nine months period)|((?:first|second|third|fourth|last|final)[- ]quarter|(?:first|second)[- ]half))`;
const PART_AND_YEAR = new RegExp(String.raw`\b${PART}(?:\s*(?:of|in|,)?\s*(?:the )?)${ANY_YEAR}\b`, 'gi');
const PART_AND_PLAIN_YEAR = new RegExp(String.raw`\b${PART}(?: of)? (20\d{2})\b`, 'gi');
const RANGE = /\bFY ?'?((?:20)?\d{2})\s?(?:-|to)\s?FY ?'?((?:20)?\d{2})\b/gi;
const YEAR_ALONE = new RegExp(String.raw`\b${ANY_YEAR}(?!\d)`, 'gi');
const PART_ALONE = new RegExp(String.raw`\b${PART}\b`, 'gi');

const WORDS: Readonly<Record<string, Part>> = {
  'first quarter': 'Q1',
  'second quarter': 'Q2',
  'third quarter': 'Q3',
  'fourth quarter': 'Q4',
  'last quarter': 'Q4',
  'final quarter': 'Q4',
  'first half': 'H1',
  'second half': 'H2',
};

const full = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));
/** FY2025-26 and 2025-26 are the year that ends in 2026. */
const yearOf = (one: string, other: string | undefined): number => full(other ?? one);

function partOf(groups: readonly (string | undefined)[]): Part {
  const [letter, digit, digitFirst, letterAfter, nine, words] = groups;
  if (nine !== undefined) return 'M9';
  if (words !== undefined) return WORDS[words.toLowerCase().replace('-', ' ')] ?? 'WHOLE';
  return `${(letter ?? letterAfter ?? '').toUpperCase()}${digit ?? digitFirst ?? ''}` as Part;
}

/** What every name of a part of a year, and of a year, has; looked for first, because it is cheap. */
const ANY_PART = /quarter|half|[QH][1-4]|[1-4][QH]|9M|9-month|nine/i;
const ANY_FISCAL = /F\.?Y|fiscal|financial year|year (?:to|ended) March|20\d\d[-/]/i;

/** The fiscal periods of a sentence and where they stand. */
export function periodsIn(text: string): { named: NamedPeriods; spans: Span[] } {
  const years = new Set<number>();
  const parts = new Set<Part>();
  const spans: Span[] = [];
  const hasPart = ANY_PART.test(text);
  const hasYear = ANY_FISCAL.test(text);
  const take = (pattern: RegExp, read: (groups: (string | undefined)[]) => void): void => {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (spans.some((one) => span.start < one.end && span.end > one.start)) continue;
      spans.push(span);
      read(match.slice(1));
    }
  };
  if (hasYear)
    take(RANGE, ([from = '', to = '']) => {
      years.add(full(from)).add(full(to));
      parts.add('WHOLE');
    });
  if (hasPart && hasYear)
    take(PART_AND_YEAR, (groups) => {
      parts.add(partOf(groups));
      years.add(yearOf(groups[6] ?? groups[8] ?? '', groups[7] ?? groups[9]));
    });
  if (hasPart)
    take(PART_AND_PLAIN_YEAR, (groups) => {
      parts.add(partOf(groups));
      years.add(full(groups[6] ?? ''));
    });
  if (hasYear)
    take(YEAR_ALONE, ([fiscal, fiscalTo, plain, plainTo]) => {
      years.add(yearOf(fiscal ?? plain ?? '', fiscalTo ?? plainTo));
      parts.add('WHOLE');
    });
  if (hasPart)
    take(PART_ALONE, (groups) => {
      parts.add(partOf(groups));
    });
  return { named: { years, parts }, spans };
}

const KEY = /^FY(\d{4})(Q[1-4]|H[12]|M9)?$/;
const SPAN_KEY = /^FY(\d{4})-FY(\d{4})$/;

/**
 * Whether a fact is of a period that the sentence names. It binds flows of fiscal periods alone: prices, valuations, twelve
 * months and what a company expects have days of their own.
 */
export function isOfNamed({ metric, period }: Fact, { years, parts }: NamedPeriods): boolean {
  if (years.size === 0 && parts.size === 0) return true;
  if (METRICS[metric].kind !== 'FLOW' || metric.startsWith('guidance_')) return true;
  const span = SPAN_KEY.exec(period.key);
  if (span !== null) return years.size === 0 || years.has(Number(span[1])) || years.has(Number(span[2]));
  const key = KEY.exec(period.key);
  if (key === null) return true;
  const isOfYear = years.size === 0 || years.has(Number(key[1]));
  return isOfYear && parts.has((key[2] as Part | undefined) ?? 'WHOLE');
}

const COMPARED =
  /\b(?:from|against|versus|vs\.?|compared (?:with|to)|than|over|on)\s+(?:(?:a|an|about|around|nearly|almost|over|just|only|the|its|revenue|sales|profit|loss|net|of|base|level)\s+)*[(~]?(?:₹|Rs\.?|\$|US\$|INR|USD)?\s?-?$/i;
const THE_YEAR_BEFORE =
  /^[^.;]{0,40}?\b(?:(?:a|one) year (?:ago|earlier|before|back)|(?:the|in the) (?:year before|(?:previous|prior|preceding) (?:fiscal |financial )?year|(?:same|corresponding|year-ago|prior-year) (?:quarter|period))|last year|year-ago)\b/i;

/** The periods that a number may be of: what it is compared with is of the year before where nothing else is named. */
export function periodsOfNumber(named: NamedPeriods, before: string, after: string): NamedPeriods {
  if (named.years.size !== 1 || !(COMPARED.test(before) || THE_YEAR_BEFORE.test(after))) return named;
  return { ...named, years: new Set([...named.years].flatMap((year) => [year, year - 1])) };
}
