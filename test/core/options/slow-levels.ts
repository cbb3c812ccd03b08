import { LEVELS, type Level } from '../../../core/options/broker-health/index.ts';
import type { Sample } from '../../../core/options/broker-health/window.ts';

const MINUTE = 60_000;

/**
 * The levels of a day worked out a second time: minute figures are counted by walking over all samples for each of them,
 * and a run of better verdicts is looked for backwards from where it ends.
 */
export function slowTransitions(
  samples: readonly Sample[],
  until: number,
  isTrading: (at: Date) => boolean,
): string[] {
  const moments = [...new Set(samples.map(({ at }) => Date.parse(at)))];
  const verdicts = moments.map((at) => verdictAt(samples, at));
  const changes: string[] = [];
  let level: number | null = null;
  /** Verdicts before this one were used up by the last change. */
  let changedAt = 0;
  const change = (at: number, to: number) => {
    level = to;
    changes.push(`${new Date(at).toISOString()} ${LEVELS[to] as Level}`);
  };
  for (const [nr, at] of moments.entries()) {
    const verdict = verdicts[nr] ?? null;
    if (verdict !== null && level === null) change(at, verdict);
    else if (verdict !== null && level !== null && verdict > level) {
      change(at, verdict);
      changedAt = nr;
    } else if (verdict !== null && level !== null && verdict < level) {
      let start = nr;
      while (
        start > changedAt &&
        (moments[start] ?? 0) - (moments[start - 1] ?? 0) <= 5 * MINUTE &&
        (verdicts[start - 1] ?? 9) < level
      )
        start -= 1;
      if (at - (moments[start] ?? 0) >= 3 * MINUTE) {
        change(at, level - 1);
        changedAt = nr;
      }
    }
    const silent = at + 5 * MINUTE;
    if (silent < (moments[nr + 1] ?? until) && isTrading(new Date(silent)) && level !== null && level < 3) {
      change(silent, 3);
      changedAt = nr + 1;
    }
  }
  return changes;
}

function verdictAt(samples: readonly Sample[], at: number): number | null {
  const window = samples
    .filter((one) => Date.parse(one.at) <= at && Date.parse(one.at) >= at - 10 * MINUTE)
    .slice(-20);
  if (window.length < 5) return null;
  const failed = window.filter(({ is_ok }) => is_ok === 0).length;
  const rate = failed / window.length;
  const latencies = window.flatMap((one) =>
    one.is_ok === 1 && one.latency_ms !== null ? [one.latency_ms] : [],
  );
  // The smallest value that at least 95 of 100 do not exceed.
  const p95 = latencies
    .filter((value) => latencies.filter((other) => other <= value).length >= 0.95 * latencies.length)
    .reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const ages = window.flatMap(({ quote_age_s }) => (quote_age_s === null ? [] : [quote_age_s]));
  const age = ages
    .filter((value) => ages.filter((other) => other <= value).length >= ages.length / 2)
    .reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const rank = (value: number, limits: readonly number[]) =>
    Number.isFinite(value) ? limits.filter((limit) => value >= limit).length : 0;
  return Math.max(
    rank(p95, [1_000, 3_000, 10_000]),
    failed < 2 ? 0 : rank(rate, [0.1, 0.3, 0.7]),
    rank(age, [10, 60, 300]),
  );
}
