import { dayInWords } from '../../platform/index.ts';
import type { ReportWarning } from '../warning.ts';
import type { AsKnown, BasisSpan } from './value-line.ts';

/** The warning of a line that ends before the last session. @param to the last day with a value. */
export function endWarnings(ends_early: boolean, to: string | null): ReportWarning[] {
  if (!ends_early || to === null) return [];
  const message = `No price is known after ${dayInWords(to)}: the series and its periods end there. Refresh prices, or import them.`;
  return [{ code: 'SERIES_ENDS_EARLY', message, count: 1 }];
}

/** Warnings about the end of a line, and about days whose values do not come from transactions and closes alone. */
export function lineWarnings({
  as_known,
  spans,
  ends_early,
  to,
}: {
  as_known: AsKnown;
  spans: readonly BasisSpan[];
  ends_early: boolean;
  to: string | null;
}): ReportWarning[] {
  const early = endWarnings(ends_early, to);
  const recorded = spans.filter(({ basis }) => basis === 'SNAPSHOT');
  const [first, last] = [recorded[0], recorded.at(-1)];
  if (first === undefined || last === undefined) return early;
  const days =
    first.from === last.to
      ? `On ${dayInWords(first.from)}`
      : `From ${dayInWords(first.from)} to ${dayInWords(last.to)}`;
  const message =
    as_known === 'then'
      ? `${days} the values are shown as they were recorded. Files and corrections that came later are not in them.`
      : `${days} the values include holdings as they were recorded, because transactions do not explain them. Import the missing ones.`;
  return [...early, { code: 'VALUES_RECORDED', message, count: recorded.length }];
}
