import { istDate } from '../../../platform/index.ts';
import type { Fact } from '../../port/index.ts';
import type { Span } from './passage.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${MONTH},?[ -]((?:19|20)\\d{2})\\b`,
  'g',
);
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\\d{2})\\b`, 'g');
const ISO = /\b((?:19|20)\d{2})-(\d{2})-(\d{2})\b/g;
const SLASHES = /\b(\d{1,2})[/.](\d{1,2})[/.]((?:19|20)\d{2})\b/g;
const MONTH_AND_YEAR = new RegExp(`\\b${MONTH},?[ -]((?:19|20)\\d{2})\\b`, 'g');
const DAY_AND_MONTH = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?)(?!\\w)(?![,.]?\\d)`,
  'g',
);
const TIME_OF_DAY =
  /\b(?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?)?|(?:\.[0-5]\d)? ?[ap]\.?m\b\.?|\.[0-5]\d(?= (?:IST|ET|UTC|EST|EDT|hours)\b))(?: (?:IST|ET|UTC|EST|EDT|hours)\b)?/gi;

/** What every date of a kind has; looked for first, because it is cheap. */
const ANY_MONTH = /Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec/;
const ANY_ISO = /\d-\d/;
const ANY_SLASHES = /\d[/.]\d/;
const ANY_TIME = /\d:\d|\d ?[ap]\.?m|\.\d\d [IEUh]/i;

/** A date that is printed. Days are YYYY-MM-DD, months YYYY-MM; several where it can be read in two ways. */
interface PrintedDate extends Span {
  printed: string;
  /** Empty where it says no year, or is a time of day: nothing to check. */
  reads: readonly string[];
}

const two = (text: string): string => text.padStart(2, '0');
const month = (name: string): string => two(String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1));

/** Every date of a sentence, those with most parts first; what belongs to one is not read again. */
export function datesIn(text: string): PrintedDate[] {
  const found: PrintedDate[] = [];
  if (!/\d/.test(text)) return found;
  const take = (pattern: RegExp, reads: (groups: string[]) => string[]): void => {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((one) => start < one.end && end > one.start)) continue;
      found.push({ start, end, printed: match[0], reads: reads(match.slice(1).map((part) => part ?? '')) });
    }
  };
  if (ANY_ISO.test(text)) take(ISO, ([year = '', mm = '', dd = '']) => [`${year}-${mm}-${dd}`]);
  const hasMonth = ANY_MONTH.test(text);
  if (hasMonth) {
    take(DAY_FIRST, ([day = '', name = '', year = '']) => [`${year}-${month(name)}-${two(day)}`]);
    take(MONTH_FIRST, ([name = '', day = '', year = '']) => [`${year}-${month(name)}-${two(day)}`]);
  }
  if (ANY_SLASHES.test(text))
    take(SLASHES, ([one = '', other = '', year = '']) => [
      `${year}-${two(other)}-${two(one)}`,
      `${year}-${two(one)}-${two(other)}`,
    ]);
  if (hasMonth) {
    take(MONTH_AND_YEAR, ([name = '', year = '']) => [`${year}-${month(name)}`]);
    take(DAY_AND_MONTH, () => []);
  }
  if (ANY_TIME.test(text)) take(TIME_OF_DAY, () => []);
  return found.toSorted((one, other) => one.start - other.start);
}

/** The days that facts know: the ends of their periods, when they were published, and the moment of the run. */
export function daysOf(facts: readonly Fact[], asOf: string): Set<string> {
  const days = new Set<string>();
  const known = new Set<string>();
  const add = (day: string | null): void => {
    if (day === null || known.has(day)) return;
    known.add(day);
    if (/^\d{4}-\d{2}-\d{2}/.test(day)) days.add(day.slice(0, 10)).add(day.slice(0, 7));
  };
  const moments = new Set<string>();
  const addMoment = (moment: string | null): void => {
    if (moment === null || moments.has(moment)) return;
    moments.add(moment);
    add(moment);
    // Late in the evening of UTC it is tomorrow in India.
    add(istDate(new Date(moment)));
  };
  for (const { period, published_at } of facts) {
    add(period.start);
    add(period.end);
    addMoment(published_at);
  }
  addMoment(asOf);
  return days;
}
