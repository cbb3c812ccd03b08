import { dayInWords, isCalendarDate } from '../../../platform/dates.ts';
import type { XbrlContext, XbrlFact, XbrlInstance } from './xbrl.ts';

/** The days that the figures of a context are really of. */
export interface ReportedDays {
  start: string | null;
  end: string;
}

const FIRST_DAY = 'DateOfStartOfReportingPeriod';
const LAST_DAY = 'DateOfEndOfReportingPeriod';

/**
 * Of which days each context is. The column from the first day of the year may carry the quarter's dates in its context;
 * what it states as its reporting period tells. A context about which that stays open is left out, with a note.
 */
export function reportedDays(instance: XbrlInstance): { days: Map<string, ReportedDays>; notes: string[] } {
  const days = new Map<string, ReportedDays>();
  const notes: string[] = [];
  const spans = instance.contexts.filter(({ start }) => start !== null);
  const columns = spans.filter(({ axes }) => axes.length === 0);
  const stated = new Map(columns.map(({ id }) => [id, statedOf(id, instance.facts)]));
  for (const { id, end } of instance.contexts.filter(({ start }) => start === null))
    days.set(id, { start: null, end });
  for (const column of columns) {
    const own = stated.get(column.id) ?? null;
    const others = columns.filter((one) => one !== column && isAlike(one, column));
    if (own === null && others.some(({ id }) => stated.get(id) !== null))
      notes.push(`Column ${column.id} does not say which days it covers, so it is excluded.`);
    else if (own !== null && own.start > own.end)
      notes.push(`Column ${column.id} ends before it begins, so it is excluded.`);
    else {
      days.set(column.id, own ?? { start: column.start, end: column.end });
      if (own !== null && (own.start !== column.start || own.end !== column.end))
        notes.push(
          `Column ${column.id} is dated ${dayInWords(column.start ?? '')} to ${dayInWords(column.end)}; its text says ${dayInWords(own.start)} to ${dayInWords(own.end)}.`,
        );
    }
  }
  for (const part of spans.filter(({ axes }) => axes.length > 0)) {
    const alike = columns.filter((column) => isAlike(column, part));
    const whole = alike.length > 1 ? byName(alike, part.id) : alike[0];
    const found =
      alike.length === 0
        ? { start: part.start, end: part.end }
        : whole === undefined
          ? undefined
          : days.get(whole.id);
    if (found !== undefined) days.set(part.id, found);
  }
  return { days, notes };
}

function isAlike(one: XbrlContext, other: XbrlContext): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The column that a part belongs to by its name: `FourD` for `FourReportableSegmentRevenue01D`. */
function byName(columns: readonly XbrlContext[], part: string): XbrlContext | undefined {
  const fitting = columns.filter(({ id }) => id.length > 1 && part.startsWith(id.replace(/D$/, '')));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function statedOf(context: string, facts: readonly XbrlFact[]): { start: string; end: string } | null {
  const day = (name: string) =>
    facts.find((fact) => fact.context === context && fact.name === name)?.text ?? null;
  const [start, end] = [day(FIRST_DAY), day(LAST_DAY)];
  if (start === null || end === null || !isCalendarDate(start) || !isCalendarDate(end)) return null;
  return { start, end };
}
