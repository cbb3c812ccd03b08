import { daysBetween } from '../../../platform/index.ts';
import type { FiscalYear } from '../../port/index.ts';
import { grouped } from '../../../platform/index.ts';
import type { PublishedRow } from './published-rows.ts';

const ANNUAL = /^(?:10-K|20-F|40-F)(?:\/A)?$/;
/** 52 and 53 weeks, and calendar years. */
const [SHORTEST, LONGEST] = [350, 380];

/** A year with the filing that named it. */
export interface NamedYear extends FiscalYear {
  accession: string;
}

/** Whether it is an annual report. */
export function isAnnual(form: string): boolean {
  return ANNUAL.test(form);
}

/**
 * The fiscal years of a company, in their order. The filing's own fiscal year names the year whose end is the filing's
 * period, and nothing else: the years before stand in the same filing under the same number. The first filing names it.
 * @param rows in the order of their publication
 */
export function fiscalYears(rows: readonly PublishedRow[]): NamedYear[] {
  const byFiling = grouped(rows.filter(isOfAYear), ({ accession }) => accession);
  const named = new Map<string, NamedYear>();
  for (const [accession, ofFiling] of byFiling) {
    const [first] = ofFiling;
    if (first === undefined) continue;
    const latest = ofFiling.reduce((end, row) => (row.end > end ? row.end : end), '');
    const end = first.publication.report_date ?? latest;
    const fits = ofFiling.filter((row) => row.end === end);
    const year = fits.find(({ fy }) => fy !== null)?.fy ?? null;
    const start = mostCommon(fits.map((row) => row.start ?? ''));
    // A number far from its end is a slip of the filer.
    if (year === null || start === null || Math.abs(year - Number(end.slice(0, 4))) > 1) continue;
    if (!named.has(end)) named.set(end, { year, start, end, accession });
  }
  return inOrder([...named.values()].toSorted((one, other) => (one.end < other.end ? -1 : 1)));
}

function isOfAYear({ form, start, end, fy }: PublishedRow): boolean {
  if (start === null || fy === null || !isAnnual(form)) return false;
  const days = daysBetween(start, end) + 1;
  return days >= SHORTEST && days <= LONGEST;
}

/** Two years never bear one number: of two that would, the later one counts on. */
function inOrder(years: readonly NamedYear[]): NamedYear[] {
  const counted: NamedYear[] = [];
  for (const one of years) {
    const before = counted.at(-1);
    counted.push(before !== undefined && one.year <= before.year ? { ...one, year: before.year + 1 } : one);
  }
  return counted;
}

function mostCommon(values: readonly string[]): string | null {
  const counts = [...grouped(values, (one) => one)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return counts[0]?.[0] ?? null;
}
