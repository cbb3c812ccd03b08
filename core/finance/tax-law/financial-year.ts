/** An Indian financial year: 1 April to 31 March, named by both of its calendar years. */
export interface FinancialYear {
  /** Such as 2025-26. */
  fy: string;
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
}

const FY = /^(\d{4})-(\d{2})$/;
/** The calendar year in which the first year that can be named begins. */
export const FIRST_YEAR = 1990;
const LAST_YEAR = 2199;

/** The year that begins on 1 April of a calendar year. */
export function financialYearFrom(year: number): FinancialYear {
  const next = String(year + 1);
  return { fy: `${year}-${next.slice(2)}`, from: `${year}-04-01`, to: `${next}-03-31` };
}

/** The year that a day in India (YYYY-MM-DD) belongs to. */
export function financialYearOf(day: string): FinancialYear {
  const year = Number(day.slice(0, 4));
  return financialYearFrom(day.slice(5) < '04-01' ? year - 1 : year);
}

/** The year of this name; null for what names none. */
export function parseFinancialYear(text: string): FinancialYear | null {
  const [, first, second] = FY.exec(text.trim()) ?? [];
  if (first === undefined) return null;
  const year = Number(first);
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const found = financialYearFrom(year);
  return found.fy.slice(5) === second ? found : null;
}

/** The names of all years from that of one day to that of another, newest first. */
export function financialYearsBetween(first: string, last: string): string[] {
  const from = Number(financialYearOf(first).from.slice(0, 4));
  const to = Number(financialYearOf(last).from.slice(0, 4));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, back) => financialYearFrom(to - back).fy);
}
