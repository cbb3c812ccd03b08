import { addDays, addMonths } from '../../platform/dates.ts';

/** Held longer than the law demands, or not. */
export const TERMS = ['SHORT', 'LONG'] as const;
export type Term = (typeof TERMS)[number];

/** Two groups of securities: equity is long-term after more than 12 months, debt after more than 36. */
export const TAX_GROUPS = ['EQUITY', 'DEBT'] as const;
export type TaxGroup = (typeof TAX_GROUPS)[number];

/** Long-term after more than so many calendar months (spec: Report rules 9). */
const LONG_AFTER_MONTHS: Readonly<Record<TaxGroup, number>> = { EQUITY: 12, DEBT: 36 };

/**
 * Whether units bought on one day and sold on another (YYYY-MM-DD) were held for more than so many calendar months: the same
 * day of the month is not more.
 */
export function isHeldLonger(bought: string, sold: string, months: number): boolean {
  return sold > addMonths(bought, months);
}

/** The term of a sale by its group alone, whatever the law of its day; what that says is in `rulesFor`. */
export function termOf(group: TaxGroup, bought: string, sold: string): Term {
  return isHeldLonger(bought, sold, LONG_AFTER_MONTHS[group]) ? 'LONG' : 'SHORT';
}

/** The first day on which a sale of what was bought on a day is long-term. */
export function longTermFrom(group: TaxGroup, bought: string): string {
  return firstDayAfter(bought, LONG_AFTER_MONTHS[group]);
}

/** The first day on which what was bought on a day is held for more than so many calendar months. */
export function firstDayAfter(bought: string, months: number): string {
  return addDays(addMonths(bought, months), 1);
}
