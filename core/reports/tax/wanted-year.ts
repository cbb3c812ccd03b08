import {
  type FinancialYear,
  financialYearFrom,
  financialYearOf,
  FIRST_YEAR,
  parseFinancialYear,
} from '../../finance/tax-law/index.ts';
import { invalid } from '../../platform/index.ts';

/**
 * The year that is asked for, the running one where none is named.
 * @param today the day in India.
 * @throws Problem 422 VALIDATION_ERROR for a name that is no year or a year that has not begun.
 */
export function wantedFinancialYear(text: string | null | undefined, today: string): FinancialYear {
  const current = financialYearOf(today);
  if (text === null || text === undefined || text.trim() === '') return current;
  const found = parseFinancialYear(text);
  if (found !== null && found.from <= today) return found;
  const first = financialYearFrom(FIRST_YEAR).fy;
  const message =
    found === null
      ? `fy must be an Indian financial year such as ${current.fy}: four digits, a dash and the last two digits of the next year, from ${first} to ${current.fy}.`
      : `${found.fy} has not started. fy can be ${first} to ${current.fy}.`;
  throw invalid([{ field: 'fy', message }]);
}
