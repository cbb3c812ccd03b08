import { decimal } from '../../../platform/index.ts';
import type { MetricId, Observation } from '../../port/index.ts';

/** What a company may give guidance of, in the words of announcements. The longer words stand first. */
const SUBJECTS: readonly { words: string; metric: MetricId; unit: 'pct' | 'INR' }[] = [
  { words: 'revenue growth', metric: 'guidance_revenue_growth_pct', unit: 'pct' },
  { words: 'EBITDA margin', metric: 'guidance_ebitda_margin_pct', unit: 'pct' },
  { words: 'capital expenditure', metric: 'guidance_capex', unit: 'INR' },
  { words: 'capex', metric: 'guidance_capex', unit: 'INR' },
  { words: 'revenue', metric: 'guidance_revenue', unit: 'INR' },
];

const YEAR = String.raw`(?:for |in )?(?<kind>FY|CY) ?'?(?<year>(?:20)?\d{2})(?:-(?<until>\d{2}))?`;
const VERB =
  '(?:of|at|is|to be|raised to|increased to|lowered to|reduced to|cut to|revised to|maintained at|reiterated at)';
const RUPEES = String.raw`(?:(?:Rs\.?|INR|₹) ?)?`;
const NUMBER = String.raw`\d{1,3}(?:,\d{2,3})*(?:\.\d+)?|\d+(?:\.\d+)?`;
const PERCENT = String.raw`(?:%|per ?cent|percent)`;
const RANGE = String.raw`${RUPEES}(?<low>${NUMBER}) ?(?:${PERCENT}|crores?)? ?(?:(?:-|–|to) ?${RUPEES}(?<high>${NUMBER}) ?)?(?<unit>${PERCENT}|crores?)`;

/** `revenue growth` is no `revenue`: after the words comes "guidance" at once. */
const PATTERNS = SUBJECTS.map(({ words, metric, unit }) => ({
  said: new RegExp(`\\b${words} (?:guidance|outlook) ${YEAR},? (?:has been |was )?${VERB} ${RANGE}`, 'i'),
  metric,
  unit,
}));

/** Words after which a figure is no guidance that stands: it is denied, taken back or somebody else's. */
const NOT_GIVEN =
  /\b(withdr\w+|suspend\w*|no longer|not|den(?:y|ies|ied)|rumou?rs?|media|analysts? expect\w*)\b/i;

/**
 * Guidance that a text of the company states in figures: `revenue growth guidance for FY27 raised to 14-16 per cent from 12-14
 * per cent` is 14 to 16. Only what names its subject, its year and its figures is read; a figure that it replaces is not.
 * FY27 and FY2026-27 are the year to March 2027, CY27 the calendar year.
 */
export function guidanceIn(text: string, filing: string, locator: string): Observation[] {
  return text.split(/(?<=[.;])\s+(?=[A-Z])/).flatMap((sentence) => {
    if (NOT_GIVEN.test(sentence)) return [];
    return PATTERNS.flatMap(({ said, metric, unit }) => {
      const groups = said.exec(sentence)?.groups;
      const figures = groups === undefined ? null : figuresOf(groups, unit);
      if (groups === undefined || figures === null) return [];
      return [
        {
          metric,
          scope: 'company',
          scope_detail: null,
          ...yearOf(groups['kind'] ?? '', groups['until'] ?? groups['year'] ?? ''),
          unit,
          ...figures,
          reason: null,
          decimals: null,
          published_at: null,
          filing,
          locator,
          share_basis: null,
        },
      ];
    });
  });
}

function figuresOf(
  { low = '', high, unit = '' }: Record<string, string | undefined>,
  wanted: 'pct' | 'INR',
): Pick<Observation, 'value' | 'value_high'> | null {
  const isCrore = /^crore/i.test(unit);
  if (isCrore !== (wanted === 'INR')) return null;
  const whole = (figure: string) =>
    decimal(figure.replaceAll(',', ''))
      .times(isCrore ? 10_000_000 : 1)
      .toFixed();
  return { value: whole(low), value_high: high === undefined ? null : whole(high) };
}

function yearOf(kind: string, year: string): Pick<Observation, 'start' | 'end'> {
  const full = year.length === 2 ? Number(`20${year}`) : Number(year);
  return kind.toUpperCase() === 'CY'
    ? { start: `${full}-01-01`, end: `${full}-12-31` }
    : { start: `${full - 1}-04-01`, end: `${full}-03-31` };
}
