import { addDays } from '../../core/platform/index.ts';

/** A span of time as people name it. Offset 0 is the running one, -1 the one before, 1 the next. */
export type Period =
  | { kind: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'fy'; offset: number }
  /** So many days or months back (`back`) or ahead. */
  | { kind: 'days' | 'months'; count: number; back: boolean }
  /** A calendar year, or the Indian financial year that begins in it. */
  | { kind: 'inYear' | 'inFy'; year: number }
  | { kind: 'all' };

interface SpottedPeriod {
  from: number;
  /** One past its last word. */
  to: number;
  period: Period;
}

const UNITS: Readonly<Record<string, 'day' | 'week' | 'month' | 'quarter' | 'year' | 'fy'>> = {
  day: 'day',
  days: 'day',
  d: 'day',
  week: 'week',
  weeks: 'week',
  wk: 'week',
  weekly: 'week',
  w: 'week',
  month: 'month',
  months: 'month',
  mth: 'month',
  monthly: 'month',
  mo: 'month',
  m: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  qtr: 'quarter',
  year: 'year',
  years: 'year',
  yr: 'year',
  yrs: 'year',
  y: 'year',
  fy: 'fy',
};
const OFFSETS: Readonly<Record<string, number>> = {
  this: 0,
  current: 0,
  running: 0,
  last: -1,
  past: -1,
  previous: -1,
  prev: -1,
  next: 1,
  coming: 1,
  following: 1,
};
const COUNTS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  nine: 9,
  ten: 10,
  twelve: 12,
};
const PHRASES: readonly (readonly [readonly string[], Period])[] = [
  [['since', 'inception'], { kind: 'all' }],
  [['since', 'the', 'start'], { kind: 'all' }],
  [['since', 'start'], { kind: 'all' }],
  [['since', 'beginning'], { kind: 'all' }],
  [['all', 'time'], { kind: 'all' }],
  [['till', 'date'], { kind: 'all' }],
  [['so', 'far'], { kind: 'all' }],
  [['overall'], { kind: 'all' }],
  [['ever'], { kind: 'all' }],
  [['ytd'], { kind: 'year', offset: 0 }],
  [['today'], { kind: 'day', offset: 0 }],
  [['tonight'], { kind: 'day', offset: 0 }],
  [['yesterday'], { kind: 'day', offset: -1 }],
  [['tomorrow'], { kind: 'day', offset: 1 }],
];
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7 };
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, fy: 12 };
const EARLIEST = 1990;
const LATEST = 2099;

const isYear = (text: string): boolean =>
  /^\d{4}$/.test(text) && Number(text) >= EARLIEST && Number(text) <= LATEST;

/** The first year of the financial year that a name ends with: fy25 and FY 2025 end in 2025 and begin in 2024. */
const yearEnding = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits) - 1;

/** Every span of time in a question, from left to right, none in another. */
export function spotPeriods(words: readonly string[]): SpottedPeriod[] {
  const found: SpottedPeriod[] = [];
  for (let at = 0; at < words.length;) {
    const one = periodAt(words, at);
    if (one === null) at += 1;
    else {
      found.push({ from: at, ...one });
      at = one.to;
    }
  }
  return found;
}

function periodAt(words: readonly string[], at: number): Omit<SpottedPeriod, 'from'> | null {
  const word = words[at] ?? '';
  for (const [named, period] of PHRASES)
    if (named.every((part, index) => words[at + index] === part)) return { to: at + named.length, period };
  return financialYear(words, at) ?? counted(words, at) ?? relative(words, at) ?? calendarYear(word, at);
}

/** `fy 2024-25`, `2024-25`, `fy25`, `ay 2025-26`, `this financial year`. */
function financialYear(words: readonly string[], at: number): Omit<SpottedPeriod, 'from'> | null {
  const offset = OFFSETS[words[at] ?? ''];
  const after = offset === undefined ? at : at + 1;
  if (['financial', 'tax', 'fiscal'].includes(words[after] ?? '') && words[after + 1] === 'year')
    return { to: after + 2, period: { kind: 'fy', offset: offset ?? 0 } };
  const glued = /^(fy|ay)(\d{2}|\d{4})(?:-(\d{2}|\d{4}))?$/.exec(words[at] ?? '');
  const isNamed = words[at] === 'fy' || words[at] === 'ay';
  const text = glued === null ? (words[isNamed ? at + 1 : at] ?? '') : (words[at] ?? '').slice(2);
  const prefix = glued?.[1] ?? (isNamed ? words[at] : undefined);
  const to = glued === null && isNamed ? at + 2 : at + 1;
  const back = prefix === 'ay' ? 1 : 0;
  const range = /^(\d{4}|\d{2})-(\d{2}|\d{4})$/.exec(text);
  if (range !== null) {
    const [, first = '', last = ''] = range;
    const year = first.length === 2 ? 2000 + Number(first) : Number(first);
    if ((prefix !== undefined || first.length === 4) && (year + 1) % 100 === Number(last) % 100)
      return { to, period: { kind: 'inFy', year: year - back } };
    return null;
  }
  if (prefix !== undefined && /^\d{2}$|^\d{4}$/.test(text))
    return { to, period: { kind: 'inFy', year: yearEnding(text) - back } };
  return null;
}

/** `last 3 months`, `3m`, `next 30 days`, `12 months`. */
function counted(words: readonly string[], at: number): Omit<SpottedPeriod, 'from'> | null {
  const offset = OFFSETS[words[at] ?? ''];
  const first = offset === undefined ? at : at + 1;
  const glued = /^(\d{1,3})([a-z]+)$/.exec(words[first] ?? '');
  const digits = glued?.[1] ?? words[first] ?? '';
  const count = /^\d{1,3}$/.test(digits) ? Number(digits) : COUNTS[digits];
  const unit = UNITS[glued?.[2] ?? words[first + 1] ?? ''];
  if (count === undefined || count === 0 || unit === undefined) return null;
  const to = first + (glued === null ? 2 : 1);
  const back = (offset ?? -1) < 0;
  const days = DAYS_OF[unit];
  return {
    to,
    period:
      days === undefined
        ? { kind: 'months', count: count * (MONTHS_OF[unit] ?? 1), back }
        : { kind: 'days', count: count * days, back },
  };
}

/** `this month`, `last year`, `the week`. */
function relative(words: readonly string[], at: number): Omit<SpottedPeriod, 'from'> | null {
  const offset = OFFSETS[words[at] ?? ''];
  const unit = UNITS[words[at + 1] ?? ''];
  if (offset !== undefined && unit !== undefined && (words[at + 1] ?? '').length > 1)
    return { to: at + 2, period: { kind: unit, offset } };
  const isRunning = words[at] === 'the' || words[at] === 'my';
  if (isRunning && unit !== undefined && unit !== 'day' && (words[at + 1] ?? '').length > 2)
    return { to: at + 2, period: { kind: unit, offset: 0 } };
  return null;
}

function calendarYear(word: string, at: number): Omit<SpottedPeriod, 'from'> | null {
  return isYear(word) ? { to: at + 1, period: { kind: 'inYear', year: Number(word) } } : null;
}

/** The Indian financial year that a period lies in, as `2025-26`. @param today YYYY-MM-DD; null where it names none. */
export function asFinancialYear(period: Period, today: string): string | null {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const running = month >= 4 ? year : year - 1;
  const first = firstYear(period, running);
  return first === null ? null : `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

function firstYear(period: Period, running: number): number | null {
  if (period.kind === 'year' || period.kind === 'fy') return running + Math.min(0, period.offset);
  if (period.kind === 'inFy' || period.kind === 'inYear') return period.year;
  return period.kind === 'day' || period.kind === 'month' || period.kind === 'quarter' ? running : null;
}

/** The calendar year that a period is; null where it is none. @param today YYYY-MM-DD */
export function asCalendarYear(period: Period, today: string): string | null {
  if (period.kind === 'inYear' || period.kind === 'inFy') return String(period.year);
  if (period.kind !== 'year' && period.kind !== 'fy') return null;
  return String(Number(today.slice(0, 4)) + period.offset);
}

const WINDOWS = [
  [1, '1M'],
  [3, '3M'],
  [6, '6M'],
  [12, '1Y'],
  [36, '3Y'],
] as const;

/** The window of the performance reports that comes nearest from above; null for what is shorter than any. */
export function asWindow(period: Period, today: string): string | null {
  if (period.kind === 'all') return 'Max';
  const months = monthsBack(period, today);
  return months === null ? null : (WINDOWS.find(([most]) => months <= most)?.[1] ?? 'Max');
}

function monthsBack(period: Period, today: string): number | null {
  switch (period.kind) {
    case 'month':
      return 1;
    case 'quarter':
      return 3;
    case 'year':
    case 'fy':
      return 12;
    case 'months':
      return period.back ? period.count : null;
    case 'days':
      return period.back && period.count >= 28 ? Math.ceil(period.count / 31) : null;
    case 'inYear':
    case 'inFy':
      return (Number(today.slice(0, 4)) - period.year + 1) * 12;
    default:
      return null;
  }
}

/** The day that `today` and `yesterday` are, YYYY-MM-DD; null for what is no one day, or still to come. */
export function asPastDay(period: Period, today: string): string | null {
  if (period.kind !== 'day' || period.offset > 0) return null;
  return addDays(today, period.offset);
}

/** Days ahead that a period reaches; null where it does not lie ahead. */
export function asDaysAhead(period: Period): string | null {
  if (period.kind === 'days') return String(period.count);
  if (period.kind === 'months') return String(period.count * 30);
  if (period.kind === 'week') return '7';
  if (period.kind === 'month') return '30';
  if (period.kind === 'quarter') return '90';
  if (period.kind === 'year' || period.kind === 'fy') return '365';
  return period.kind === 'day' && period.offset >= 0 ? String(period.offset + 1) : null;
}
