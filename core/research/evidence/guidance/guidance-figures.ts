import { decimal } from '../../../platform/money.ts';
import type { MetricId } from '../../port/index.ts';

/** What a company may give guidance of. */
interface GuidanceSubject {
  /** Its words, as a pattern. */
  words: string;
  metric: MetricId;
  kind: 'MONEY' | 'PER_SHARE' | 'PERCENT';
}

/** Longer words stand before those they contain: `revenue growth` is no `revenue`. */
export const GUIDANCE_SUBJECTS: readonly GuidanceSubject[] = [
  {
    words: '(?:net )?(?:revenue|sales) growth|growth in (?:net )?(?:revenue|sales)',
    metric: 'guidance_revenue_growth_pct',
    kind: 'PERCENT',
  },
  { words: 'EBITDA margins?', metric: 'guidance_ebitda_margin_pct', kind: 'PERCENT' },
  {
    words: 'diluted (?:EPS|earnings per (?:diluted )?share)|diluted net income per share',
    metric: 'guidance_eps_diluted',
    kind: 'PER_SHARE',
  },
  { words: 'capital expenditures?|capex', metric: 'guidance_capex', kind: 'MONEY' },
  {
    words: '(?:net |total )?(?:revenues?|sales)(?! growth)',
    metric: 'guidance_revenue',
    kind: 'MONEY',
  },
];

/** A figure or a range, in whole units, percent points or money for one share; exact text. */
interface GuidanceFigures {
  value: string;
  value_high: string | null;
}

const SCALES: Readonly<Record<string, string>> = {
  thousand: '1000',
  lakh: '100000',
  lakhs: '100000',
  million: '1000000',
  mn: '1000000',
  crore: '10000000',
  crores: '10000000',
  cr: '10000000',
  billion: '1000000000',
  bn: '1000000000',
};
const CURRENCY = String.raw`(?:US\$|\$|Rs\.?|INR|USD|₹)`;
const NUMBER = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const UNIT = String.raw`%|per ?cent\b|percent\b|${Object.keys(SCALES).join(String.raw`\b|`)}\b`;
/** `$1.24 billion to $1.28 billion`, `12-14 per cent`, `about Rs 120 crore`. */
export const FIGURES = String.raw`(?:(?:about|approximately|around|roughly|between|a range of) )?(?<currency>${CURRENCY})? ?(?<low>${NUMBER}) ?(?<lowUnit>${UNIT})?(?: ?(?:-|–|—|to|and) ?(?:${CURRENCY})? ?(?<high>${NUMBER}) ?(?<highUnit>${UNIT})?)?`;

/**
 * What was matched by `FIGURES` for a subject of that kind; null where the units are not of that kind, or the range is
 * upside down.
 */
export function figuresOf(
  groups: Readonly<Record<string, string | undefined>>,
  kind: GuidanceSubject['kind'],
): GuidanceFigures | null {
  const { currency, low = '', high } = groups;
  const highUnit = unitOf(groups['highUnit']);
  // A unit that is said once, at the end, is that of both.
  const lowUnit = unitOf(groups['lowUnit']) ?? highUnit;
  const isPercent = lowUnit === '%' || highUnit === '%';
  if (isPercent !== (kind === 'PERCENT')) return null;
  if (kind === 'PER_SHARE' && (lowUnit !== null || currency === undefined)) return null;
  // Money without a word for its size is in thousands or in crores: nobody can tell here.
  if (kind === 'MONEY' && lowUnit === null) return null;
  const whole = (figure: string, unit: string | null) =>
    decimal(figure.replaceAll(',', ''))
      .times(SCALES[unit ?? ''] ?? '1')
      .toFixed();
  const value = whole(low, lowUnit);
  if (high === undefined) return { value, value_high: null };
  const value_high = whole(high, highUnit ?? lowUnit);
  return decimal(value).gt(value_high) ? null : { value, value_high };
}

function unitOf(word: string | undefined): string | null {
  if (word === undefined) return null;
  const unit = word.toLowerCase();
  return unit === '%' || unit.startsWith('per') ? '%' : unit;
}

const YEAR = /\b(fiscal(?: year)?|FY|CY) ?'?((?:20)?\d{2})(?:-(\d{2}))?\b/i;

/** A year as a text names it: FY27, fiscal 2027 and FY2026-27 are one, and CY27 is the calendar year. */
export interface NamedYear {
  year: number;
  isCalendar: boolean;
}

/** The first year that a text names; null for none. */
export function yearIn(text: string): NamedYear | null {
  const [, kind = '', first = '', last] = YEAR.exec(text) ?? [];
  const digits = last ?? first;
  if (digits === '') return null;
  return {
    year: digits.length === 2 ? Number(`20${digits}`) : Number(digits),
    isCalendar: kind.toUpperCase() === 'CY',
  };
}

/** The days of a named year, or of a quarter of a fiscal one. */
export function daysOf(
  { year, isCalendar }: NamedYear,
  quarter: number | null,
  spanOf: (year: number, quarter: number | null) => { start: string; end: string } | null,
): { start: string; end: string } | null {
  if (!isCalendar) return spanOf(year, quarter);
  return quarter === null ? { start: `${year}-01-01`, end: `${year}-12-31` } : null;
}
