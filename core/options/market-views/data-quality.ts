import type { Calendar } from '../../market/calendar/index.ts';
import { istDate } from '../../platform/index.ts';
import type { Analyses, Analysis } from './analysis-reads.ts';
import type { DataQuality } from './market-view.ts';

/** Days of gaps that are listed. */
const MOST_DAYS = 100;

/** How complete analyses and outcomes are. */
export function dataQualityOf(
  { all, later, early, unmatched }: Analyses,
  calendar: Calendar,
  now: Date,
): DataQuality {
  const moment = now.toISOString();
  const open = all.filter(({ outcome }) => outcome === null);
  const pending = open.filter(({ horizonAt }) => horizonAt > moment).length;
  return {
    analyses: all.length,
    resolved: all.length - open.length,
    pending,
    overdue: open.length - pending,
    reported_late: all.filter(({ receivedAt, horizonAt }) => receivedAt > horizonAt).length,
    outcomes_ignored: { repeated: later, early, unmatched },
    missing_inputs: missingInputs(all),
    models: grouped(all, ({ model }) => model).map(([model, some]) => ({ model, ...countsOf(some) })),
    underlyings: grouped(all, ({ underlying }) => underlying).map(([underlying, some]) => ({
      underlying: underlying ?? '',
      ...countsOf(some),
    })),
    gaps: gapsOf(all, calendar, now),
  };
}

const countsOf = (some: readonly Analysis[]) => ({
  analyses: some.length,
  resolved: some.filter(({ outcome }) => outcome !== null).length,
});

/** By a name, in its order; those without one last. */
export function grouped<T>(
  all: readonly T[],
  nameOf: (one: T) => string | null,
): (readonly [string | null, T[]])[] {
  const groups = new Map<string | null, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups].toSorted(([a], [b]) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a < b ? -1 : 1;
  });
}

function missingInputs(all: readonly Analysis[]): DataQuality['missing_inputs'] {
  const counts = new Map<string, number>();
  for (const { missing } of all)
    for (const name of new Set(missing)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, analyses]) => ({ name, analyses }))
    .toSorted((a, b) => b.analyses - a.analyses || (a.name < b.name ? -1 : 1));
}

function gapsOf(all: readonly Analysis[], calendar: Calendar, now: Date): DataQuality['gaps'] {
  const [first] = all;
  // Today may still bring one.
  const to = calendar.previousSession('NSE', istDate(now));
  if (first === undefined) return { from: null, to: null, sessions: 0, without: 0, days: [] };
  const sessions = calendar.sessionsBetween('NSE', first.day, to);
  const days = new Set(all.map(({ day }) => day));
  const without = sessions.filter((day) => !days.has(day));
  return {
    from: first.day,
    to: sessions.at(-1) ?? null,
    sessions: sessions.length,
    without: without.length,
    days: without.slice(-MOST_DAYS),
  };
}
