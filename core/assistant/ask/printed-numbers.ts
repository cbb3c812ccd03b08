/** A figure as an answer prints it. */
export interface PrintedNumber {
  /** As it stands there: `₹1.2 lakh`. */
  text: string;
  kind: 'percent' | 'amount' | 'plain';
  /** Without its sign: a fall of 3 % is told as 3. */
  value: number;
  /** Half of the last digit that is printed. */
  tolerance: number;
}

/** A date, month, financial year or year as an answer prints it; what it does not say is null. */
export interface PrintedDate {
  text: string;
  year: number | null;
  /** 1 to 12 */
  month: number | null;
  day: number | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const monthOf = (word = '') => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;

type Reads = (groups: string[]) => Omit<PrintedDate, 'text'>;
const nothing = { year: null, month: null, day: null };

/** Ways to print a date, the most telling first. */
const DATES: readonly (readonly [RegExp, Reads])[] = [
  [
    /(?<![\d.,])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?/g,
    ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    /(?<![\d.,])(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)/g,
    ([day, month, year]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    new RegExp(`(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${MONTH}\\b\\.?(?:,?[ -](\\d{4}))?`, 'gi'),
    ([day, month, year]) => ({
      year: year === undefined ? null : Number(year),
      month: monthOf(month),
      day: Number(day),
    }),
  ],
  [
    new RegExp(`\\b${MONTH}\\b\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\d%.,]*\\d|%)(?:,? (\\d{4}))?`, 'gi'),
    ([month, day, year]) => ({
      year: year === undefined ? null : Number(year),
      month: monthOf(month),
      day: Number(day),
    }),
  ],
  [
    new RegExp(`\\b${MONTH}\\b\\.?,? (\\d{4})\\b`, 'gi'),
    ([month, year]) => ({ year: Number(year), month: monthOf(month), day: null }),
  ],
  [/(?<![\d.,])(\d{4})-(\d{2})(?![\d-])(?=\b)/g, ([year]) => ({ ...nothing, year: Number(year) })],
  [/\bFY ?'?(\d{4})(?:[-–/]\d{2,4})?/gi, ([year]) => ({ ...nothing, year: Number(year) })],
  [/\bFY ?'?(\d{2})(?:[-–/]\d{2})?(?!\d)/gi, ([year]) => ({ ...nothing, year: 2000 + Number(year) })],
  [/(?<![\d.,₹$])(\d{4})[–/]\d{2}(?!\d)/g, ([year]) => ({ ...nothing, year: Number(year) })],
  [
    /(?<![\d.,₹$])\b((?:19|20)\d{2})\b(?!\s*(?:%|percent|per cent|lakh|lac|crore|cr\b|rupee|share|unit)|[.,]?\d)/gi,
    ([year]) => ({ ...nothing, year: Number(year) }),
  ],
];
/** Times of day, ordinals of a list: they say nothing about the books. */
const IGNORED = [/(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?: ?(?:am|pm))?/gi, /^\s*\d{1,2}[.)](?=\s)/gm];

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  l: 1e5,
  lac: 1e5,
  lacs: 1e5,
  lakh: 1e5,
  lakhs: 1e5,
  mn: 1e6,
  million: 1e6,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
  bn: 1e9,
  billion: 1e9,
};
const UNIT = Object.keys(SCALES)
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const PERCENT = '%|percentage points?|percent|per cent|pp|bps|basis points?';
const NUMBER = new RegExp(
  `(?<![\\w.])(₹|rs\\.?|inr|\\$|usd)?\\s?[-+−]?\\s?(₹|\\$)?(\\d+(?:,\\d{2,3})*(?:\\.\\d+)?|\\.\\d+)` +
    `(?:\\s?(${UNIT})(?![\\w]))?(?:\\s(crores?|cr)(?![\\w]))?(?:\\s?(${PERCENT})(?![\\w]))?(?![\\w])(\\s?rupees)?`,
  'gi',
);
/** Before a number, these make no claim: the top 5, the last 12 months. */
const NO_CLAIM = /\b(?:top|first|last|next|past|previous|largest|biggest|smallest|worst|best|coming)\s$/i;
/** Behind a number: a period by its usual name, as in a 52-week high. */
const PERIOD_NAME = /^-(?:day|week|month|year|session|hour|minute)/i;

/** Everything in a text that is a figure or a date. */
export function printedIn(text: string): { numbers: PrintedNumber[]; dates: PrintedDate[] } {
  const dates: PrintedDate[] = [];
  let rest = text;
  const blank = (match: string) => ' '.repeat(match.length);
  for (const [pattern, read] of DATES)
    rest = rest.replace(pattern, (match: string, ...groups: unknown[]) => {
      dates.push({ text: match.trim(), ...read(groups as string[]) });
      return blank(match);
    });
  for (const pattern of IGNORED) rest = rest.replace(pattern, blank);
  const numbers: PrintedNumber[] = [];
  for (const match of rest.matchAll(NUMBER)) {
    const printed = match[0];
    const [, before, inner, digits = '', unit, second, percent, rupees] = match;
    const isPercent = percent !== undefined;
    const isMoney = before !== undefined || inner !== undefined || rupees !== undefined || unit !== undefined;
    if (!isPercent && !isMoney) {
      const end = match.index + printed.length;
      if (NO_CLAIM.test(rest.slice(0, match.index + (/^\s/.test(printed) ? 1 : 0)))) continue;
      if (PERIOD_NAME.test(rest.slice(end))) continue;
    }
    const scale =
      (unit === undefined ? 1 : (SCALES[unit.toLowerCase()] ?? 1)) *
      (second === undefined ? 1 : 1e7) *
      (percent !== undefined && /^b/i.test(percent) ? 0.01 : 1);
    const plain = digits.replaceAll(',', '');
    const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
    numbers.push({
      text: printed.trim(),
      kind: isPercent ? 'percent' : isMoney ? 'amount' : 'plain',
      value: Number(plain) * scale,
      tolerance: 0.5 * 10 ** -decimals * scale,
    });
  }
  return { numbers, dates };
}
