import { addDays, addMonths, dayAfter, dayBefore, daysApart, daysBetween } from '../../platform/index.ts';
import type { FiscalYear, Period } from '../port/index.ts';

/** Years that are worked out before the first stated one, and after the last. */
const YEARS_BEFORE = 40;
const YEARS_AFTER = 15;
/** Ends of two years that are nearer are one year, told twice. */
const SAME_YEAR_DAYS = 20;
/** By so much do the ends of 52- and 53-week years move, and sources round them to the month. */
const WEEKS_SLACK_DAYS = 6;
/** Quarters of 12 to 17 weeks start so far from a quarter of the year. */
const QUARTER_SLACK_DAYS = 25;
const QUARTER_DAYS = 365.25 / 4;
/** Days of spans in years of whole weeks. */
const WEEK_SPANS = { Q: [77, 126], H1: [160, 203], M9: [245, 290], FY: [350, 378] } as const;

/** From days to canonical keys, by the years of one company (research/Evidence, claims and facts rules 4). */
export interface FiscalCalendar {
  /** The period of a span. A span that fits no fiscal period keeps its days as its key. */
  ofSpan(start: string, end: string): Period;
  /** The period at whose end a stock stands; the day itself where no period ends. */
  ofDay(end: string): Period;
  /** A year by the number in its name; null where it is unknown. */
  year(year: number): FiscalYear | null;
}

/**
 * A company's years as its documents state them, the strongest authority first, and the years around them. Without any, an
 * Indian company's year ends in March, and days of others stay days.
 */
export function fiscalCalendar(stated: readonly FiscalYear[], usual: 'INDIAN' | null): FiscalCalendar {
  const years = allYears(stated, usual);
  const byNumber = new Map(years.map((year) => [year.year, year]));
  const isByWeeks = years.some(({ end }) => !isMonthEnd(end));
  const slack = isByWeeks ? WEEKS_SLACK_DAYS : 0;
  const near = (one: string, other: string) => daysApart(one, other) <= slack;
  // Most observations share a few hundred spans.
  const spans = new Map<string, Period>();
  const days = new Map<string, Period>();

  const spanOf = (start: string, end: string): Period => {
    const exact = years.find((year) => near(year.start, start) && near(year.end, end));
    if (exact) return { key: `FY${exact.year}`, start, end };
    const year = years.find((one) => addDays(one.start, -slack) <= start && end <= addDays(one.end, slack));
    const part = year && (isByWeeks ? weeksPart(year, start, end, slack) : monthsPart(year, start, end));
    return { key: year && part ? `FY${year.year}${part}` : `${start}/${end}`, start, end };
  };
  const dayOf = (end: string): Period => {
    const whole = years.find((year) => near(year.end, end));
    if (whole) return { key: `FY${whole.year}`, start: null, end };
    const year = years.find((one) => one.start <= end && end <= one.end);
    const quarter =
      year && [1, 2, 3].find((number) => near(dayBefore(addMonths(year.start, number * 3)), end));
    return { key: year && quarter ? `FY${year.year}Q${quarter}` : end, start: null, end };
  };
  return {
    ofSpan: (start, end) => kept(spans, `${start}/${end}`, () => spanOf(start, end)),
    ofDay: (end) => kept(days, end, () => dayOf(end)),
    year: (number) => byNumber.get(number) ?? null,
  };
}

function kept<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const found = memory.get(key);
  if (found !== undefined) return found;
  const made = make();
  memory.set(key, made);
  return made;
}

/** Parts of a year of whole months: to the day. */
function monthsPart(year: FiscalYear, start: string, end: string): string | null {
  const ends = (months: number) => dayBefore(addMonths(year.start, months)) === end;
  if (start === year.start && ends(6)) return 'H1';
  if (start === year.start && ends(9)) return 'M9';
  const quarter = [0, 1, 2, 3].find(
    (number) => start === addMonths(year.start, number * 3) && ends(number * 3 + 3),
  );
  return quarter === undefined ? null : `Q${quarter + 1}`;
}

/** Parts of a year of 52 or 53 weeks, whose quarters have 12 to 17. */
function weeksPart(year: FiscalYear, start: string, end: string, slack: number): string | null {
  const days = daysBetween(start, end) + 1;
  const lasts = ([least, most]: readonly [number, number]) => least <= days && days <= most;
  const offset = daysBetween(year.start, start);
  if (Math.abs(offset) <= slack) {
    if (lasts(WEEK_SPANS.H1)) return 'H1';
    if (lasts(WEEK_SPANS.M9)) return 'M9';
  }
  const quarter = Math.round(offset / QUARTER_DAYS);
  const isOnGrid = Math.abs(offset - quarter * QUARTER_DAYS) <= (quarter === 0 ? slack : QUARTER_SLACK_DAYS);
  if (!lasts(WEEK_SPANS.Q) || !isOnGrid || quarter < 0 || quarter > 3) return null;
  return quarter < 3 || daysApart(end, year.end) <= slack ? `Q${quarter + 1}` : null;
}

function isMonthEnd(day: string): boolean {
  return dayAfter(day).endsWith('-01');
}

/** The stated years without doubles, and what lies between, before and after them. */
function allYears(stated: readonly FiscalYear[], usual: 'INDIAN' | null): FiscalYear[] {
  const known: FiscalYear[] = [];
  for (const one of stated) {
    const isTold = known.some(
      ({ year, end }) => year === one.year || daysApart(end, one.end) <= SAME_YEAR_DAYS,
    );
    if (!isTold && one.start < one.end) known.push(one);
  }
  if (known.length === 0) {
    if (usual === null) return [];
    known.push({ year: 2026, start: '2025-04-01', end: '2026-03-31' });
  }
  known.sort((one, other) => daysBetween(other.end, one.end));
  const all: FiscalYear[] = [];
  for (const one of known) {
    for (let last = all.at(-1); last && last.year < one.year - 1; last = all.at(-1)) {
      const next = yearAfter(last);
      // A change of the year's end: what lies between fits no whole year.
      if (daysApart(next.end, dayBefore(one.start)) > 31 && next.end >= one.start) break;
      all.push(next.year === one.year - 1 ? { ...next, end: dayBefore(one.start) } : next);
    }
    all.push(one);
  }
  for (let count = 0; count < YEARS_BEFORE; count += 1) all.unshift(yearBefore(all[0]!));
  for (let count = 0; count < YEARS_AFTER; count += 1) all.push(yearAfter(all.at(-1)!));
  return all;
}

function yearAfter({ year, end }: FiscalYear): FiscalYear {
  const start = dayAfter(end);
  return { year: year + 1, start, end: dayBefore(addMonths(start, 12)) };
}

function yearBefore({ year, start }: FiscalYear): FiscalYear {
  return { year: year - 1, start: addMonths(start, -12), end: dayBefore(start) };
}
