/** Catalysts by when they are due, as far as their words say (research/Dossier view rules 5). */

interface DatedCatalyst {
  text: string;
  /** `Q2 FY2027`, `Nov 2026`; null where the words name no date. */
  when: string | null;
}

type CatalystTimeline =
  | { kind: 'none' }
  | { kind: 'list'; items: readonly string[] }
  /** By date, those without one last, and otherwise as the report has them. */
  | { kind: 'timeline'; items: readonly DatedCatalyst[] };

interface Found {
  at: number;
  when: string;
  /** Months since the year 0, for sorting. */
  month: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Q2 FY2027, Q2FY27, Q2 of FY2026-27, 2QFY27; and the year first: FY27 Q2, FY2027-Q2. */
const FISCAL_YEAR = String.raw`FY\s?['’]?\s?((?:19|20)\d{2}|\d{2})(?!\d)(?:\s?[-–/]\s?((?:19|20)\d{2}|\d{2})(?!\d))?`;
const GAP = String.raw`[\s,.\-–/’']{0,3}(?:of\s+)?`;
const QUARTER_FIRST = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:Q\s?([1-4])|([1-4])\s?Q)${GAP}${FISCAL_YEAR}`,
  'gi',
);
const YEAR_FIRST = new RegExp(
  String.raw`(?<![A-Za-z0-9])${FISCAL_YEAR}[\s,\-–/]{0,3}(?:Q([1-4])|([1-4])Q)(?![A-Za-z0-9])`,
  'gi',
);

/** "may", "march" and "mar" in small letters are verbs; a month begins with a capital. The others are nothing else. */
const MONTH = String.raw`(?<![A-Za-z0-9])((?:[Jj]an|JAN)(?:uary|UARY)?|(?:[Ff]eb|FEB)(?:ruary|RUARY)?|(?:Mar|MAR)(?:ch|CH)?|(?:[Aa]pr|APR)(?:il|IL)?|May|MAY|(?:[Jj]un|JUN)[eE]?|(?:[Jj]ul|JUL)[yY]?|(?:[Aa]ug|AUG)(?:ust|UST)?|(?:[Ss]ep|SEP)(?:t|T|tember|TEMBER)?|(?:[Oo]ct|OCT)(?:ober|OBER)?|(?:[Nn]ov|NOV)(?:ember|EMBER)?|(?:[Dd]ec|DEC)(?:ember|EMBER)?)(?![A-Za-z])`;
/** The day of "November 12, 2026" stands between. Two digits are a year, unless they count something: "May 20%". */
const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?`;
const COUNTED = String.raw`(?!\d|[.,]\d|\s?(?:%|percent|per cent|bps|basis|crore|lakh|million|billion|units|MW|GW|x\b))`;
const NAMED = new RegExp(
  String.raw`${MONTH}\.?(?:${GAP}${DAY}((?:19|20)\d{2})(?!\d)|[\s\-–/]{0,2}['’]?(\d{2})${COUNTED})`,
  'g',
);

const fullYear = (digits: string): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

/** FY2026-27 is FY2027; what does not follow on is no part of it. */
function fiscalYear(first: string, second: string | undefined): number {
  const year = fullYear(first);
  return second !== undefined && Number(second.slice(-2)) === (year + 1) % 100 ? year + 1 : year;
}

/** An Indian fiscal year ends in March of its number: its first quarter ends in June of the year before. */
const quarterOf = (at: number, quarter: number, year: number): Found => ({
  at,
  when: `Q${quarter} FY${year}`,
  month: year * 12 + (quarter - 4) * 3 + 2,
});

/** When a catalyst is due, by the date that its words name first. */
function dateIn(text: string): Found | null {
  const found: Found[] = [];
  for (const { index, 1: q, 2: other, 3: first = '', 4: second } of text.matchAll(QUARTER_FIRST))
    found.push(quarterOf(index, Number(q ?? other), fiscalYear(first, second)));
  for (const { index, 1: first = '', 2: second, 3: q, 4: other } of text.matchAll(YEAR_FIRST))
    found.push(quarterOf(index, Number(q ?? other), fiscalYear(first, second)));
  for (const { index, 1: name = '', 2: long, 3: short } of text.matchAll(NAMED)) {
    const month = MONTHS.findIndex((one) => one.toLowerCase() === name.slice(0, 3).toLowerCase());
    const year = fullYear(long ?? short ?? '');
    found.push({ at: index, when: `${MONTHS[month]} ${year}`, month: year * 12 + month });
  }
  return found.sort((a, b) => a.at - b.at)[0] ?? null;
}

/** Catalysts as they are shown: by date as soon as one of them names a date, else as a plain list. */
export function timelineOf(catalysts: readonly string[]): CatalystTimeline {
  if (catalysts.length === 0) return { kind: 'none' };
  const dated = catalysts.map((text) => ({ text, due: dateIn(text) }));
  if (dated.every(({ due }) => due === null)) return { kind: 'list', items: catalysts };
  const monthOf = ({ due }: { due: Found | null }): number => due?.month ?? Number.POSITIVE_INFINITY;
  return {
    kind: 'timeline',
    items: dated
      .sort((a, b) => (monthOf(a) === monthOf(b) ? 0 : monthOf(a) - monthOf(b)))
      .map(({ text, due }) => ({ text, when: due?.when ?? null })),
  };
}
