import { isHeldLonger } from './months.ts';
import type { TaxGroup, Term } from './view.ts';
import { addMonths, dayAfter } from '../../platform/index.ts';

/** Long-term after more than so many calendar months (spec: Report rules 9). */
export const LONG_AFTER_MONTHS: Readonly<Record<TaxGroup, number>> = { EQUITY: 12, DEBT: 36 };

/** The report's own classification. */
export function termOf(group: TaxGroup, bought: string, sold: string): Term {
  return isHeldLonger(bought, sold, LONG_AFTER_MONTHS[group]) ? 'LONG' : 'SHORT';
}

/** The first day on which a sale of what was bought on a day is long-term. */
export function longTermFrom(group: TaxGroup, bought: string): string {
  return dayAfter(addMonths(bought, LONG_AFTER_MONTHS[group]));
}
