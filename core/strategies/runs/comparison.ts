import type { RunModel } from './models.ts';
import type { RunCurve } from './result-store.ts';
import { toRunView } from './run-store.ts';
import type { ComparisonView } from './view.ts';

/**
 * Runs beside each other, on every session that any of them has. Benchmarks begin at 10 on the first session of their run:
 * one that two runs share from the same day on is drawn once.
 */
export function comparisonOf(runs: readonly RunModel[], curves: readonly RunCurve[]): ComparisonView {
  const byRun = new Map(curves.map((curve) => [curve.run_id, curve]));
  const days = [...new Set(curves.flatMap((curve) => curve.days))].sort();
  const onDays = (own: readonly string[], values: readonly (number | null)[]): (number | null)[] => {
    const byDay = new Map(own.map((day, at) => [day, values[at] ?? null]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  const benchmarks = new Map<string, ComparisonView['benchmarks'][number]>();
  for (const { id, benchmark } of runs) {
    const curve = byRun.get(id);
    if (benchmark === null || curve === undefined) continue;
    const key = `${benchmark.code} ${curve.days[0]}`;
    const before = benchmarks.get(key)?.values.filter((value) => value !== null).length ?? -1;
    const values = onDays(curve.days, curve.benchmark);
    // Of two that begin on one day, the one that goes on longer.
    if (values.filter((value) => value !== null).length > before)
      benchmarks.set(key, { code: benchmark.code, name: benchmark.name, values });
  }
  return {
    runs: runs.map(toRunView),
    days,
    curves: runs.map(({ id, name }) => {
      const curve = byRun.get(id);
      return { run_id: id, name, values: onDays(curve?.days ?? [], curve?.values ?? []) };
    }),
    benchmarks: [...benchmarks.values()],
  };
}
