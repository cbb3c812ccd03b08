import { invalid, type Problem } from '../../platform/index.ts';
import type { SkippedRow } from './skipped-row.ts';

/**
 * 422 for a change after which rows would be left out because a sum of their symbol is larger than can be kept.
 * @param field how the request calls the number to blame.
 */
export function overflowProblem(
  rows: readonly SkippedRow[],
  field: (name: string) => string = (name) => name,
): Problem {
  const [first] = rows;
  return invalid([{ field: field(first?.field ?? 'quantity'), message: overflowSentence(first) }]);
}

/** The reason of a row that is left out, as a sentence with what to do. */
export function overflowSentence(row: SkippedRow | undefined): string {
  const reason = row?.reason ?? 'a total would be too large to store';
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. Check the numbers for extra digits.`;
}
