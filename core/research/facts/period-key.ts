import { isCalendarDate } from '../../platform/index.ts';
import type { Period } from '../port/index.ts';
import { byText } from './figures.ts';

const FISCAL = /^FY(\d{4})(Q[1-4]|H1|M9)?$/;
const YEARS = /^FY(\d{4})-FY(\d{4})$/;

/** Parts of a fiscal year; FY is the whole. */
export type FiscalPart = 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'M9' | 'FY';

/** Year and part of a fiscal key; null for every other key. There is no tenth quarter. */
export function fiscalKey(key: string): { year: number; part: FiscalPart } | null {
  const found = FISCAL.exec(key);
  return found ? { year: Number(found[1]), part: (found[2] ?? 'FY') as FiscalPart } : null;
}

/** The key of a part of a year. */
export function keyOf(year: number, part: FiscalPart): string {
  return part === 'FY' ? `FY${year}` : `FY${year}${part}`;
}

/** Whether a text is a canonical key: fiscal, several years, TTM, LATEST, a day, or the two days of a span. */
export function isPeriodKey(key: string): boolean {
  if (key === 'TTM' || key === 'LATEST' || FISCAL.test(key) || isCalendarDate(key)) return true;
  const years = YEARS.exec(key);
  if (years) return Number(years[1]) < Number(years[2]);
  const days = key.split('/');
  return days.length === 2 && days.every(isCalendarDate) && days[0]! <= days[1]!;
}

/** A key as it stands in a fact id. */
export function periodSlug(key: string): string {
  return key.toLowerCase().replace('/', '_');
}

/**
 * Earlier periods first, by their days and never by their names: by the last day; then the longer one, and what stands at
 * that day last. Equal days go by name, so that the order is always the same.
 */
export function comparePeriods(one: Period, other: Period): number {
  // Days are written YYYY-MM-DD, so that their text is in the order of the calendar.
  return (
    byText(one.end, other.end) ||
    byText(one.start ?? `${one.end}~`, other.start ?? `${other.end}~`) ||
    byText(one.key, other.key)
  );
}
