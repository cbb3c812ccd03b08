import type { Category } from './event-defaults.ts';

/** A decision whose day was announced. */
interface DecisionDate {
  category: Extract<Category, 'RBI' | 'FED'>;
  name: string;
  /** The day of the decision where it is made: in India, or in New York. */
  day: string;
  source: string;
  /** False where nobody held the row against its source. */
  is_verified: boolean;
}

const RBI_FY26 = 'RBI, meeting schedule of the Monetary Policy Committee for 2025-26, 26 March 2025';
const RBI_FY27 = 'RBI, meeting schedule of the Monetary Policy Committee for 2026-27';
const FED_2026 = 'Federal Reserve, tentative meeting schedule for 2025 and 2026, 9 August 2024';
const FED_2027 = 'Federal Reserve, tentative meeting schedule for 2027, 5 September 2025';

const rbi = (source: string, is_verified: boolean, ...days: string[]): DecisionDate[] =>
  days.map((day) => ({ category: 'RBI', name: 'RBI monetary policy', day, source, is_verified }));
const fed = (source: string, is_verified: boolean, ...days: string[]): DecisionDate[] =>
  days.map((day) => ({ category: 'FED', name: 'Fed interest rate decision', day, source, is_verified }));

/**
 * Announced decisions: of the RBI to February 2027, of the Fed to January 2028. Meetings out of turn are in no schedule,
 * nor is the Union Budget before its day is set: import them. A year is added by its rows here, from the schedule that is
 * published before it begins.
 *
 * The meeting of August 2025 was moved by a day after the schedule had come out; the dates of 2026-27 are as they were
 * widely reported, and were not held against the RBI's own page.
 */
export const DECISION_DATES: readonly DecisionDate[] = [
  ...rbi(RBI_FY26, true, '2025-04-09', '2025-06-06'),
  ...rbi(`${RBI_FY26}; moved later`, false, '2025-08-06'),
  ...rbi(RBI_FY26, true, '2025-10-01', '2025-12-05', '2026-02-06'),
  ...rbi(RBI_FY27, false, '2026-04-08', '2026-06-05', '2026-08-05', '2026-10-07', '2026-12-04', '2027-02-05'),
  ...fed(
    FED_2026,
    true,
    '2025-01-29',
    '2025-03-19',
    '2025-05-07',
    '2025-06-18',
    '2025-07-30',
    '2025-09-17',
    '2025-10-29',
    '2025-12-10',
    '2026-01-28',
    '2026-03-18',
    '2026-04-29',
    '2026-06-17',
    '2026-07-29',
    '2026-09-16',
    '2026-10-28',
    '2026-12-09',
  ),
  ...fed(
    FED_2027,
    true,
    '2027-01-27',
    '2027-03-17',
    '2027-04-28',
    '2027-06-09',
    '2027-07-28',
    '2027-09-15',
    '2027-10-27',
    '2027-12-08',
    '2028-01-26',
  ),
];

/** The last day for which decisions of a category are known. */
export function knownUntil(category: DecisionDate['category']): string {
  return DECISION_DATES.filter((one) => one.category === category)
    .map(({ day }) => day)
    .reduce((last, day) => (day > last ? day : last), '');
}
