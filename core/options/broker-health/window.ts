import { type Level, LEVELS } from './level.ts';
import { type Figure, LEAST_FAILURES, THRESHOLDS, WINDOW } from './thresholds.ts';

/** A health check as it is kept. Moments are ISO texts in UTC. */
export interface Sample {
  at: string;
  is_ok: number;
  latency_ms: number | null;
  quote_age_s: number | null;
}

/** What a window of samples says. A figure that nothing is known of is null, and speaks neither for nor against. */
export interface WindowFigures {
  samples: number;
  failures: number;
  /** Nearest rank over the checks that the broker answered, milliseconds. */
  latency_p95_ms: number | null;
  /** Checks that failed, percent; null without a sample. */
  error_rate_pct: number | null;
  /** The lower median, seconds. */
  quote_age_s: number | null;
}

/** Why a level is what it is. */
export interface LevelReason {
  code: 'LATENCY' | 'ERRORS' | 'STALE_QUOTES' | 'SILENT' | 'RECOVERING';
  message: string;
  value: number | null;
  limit: number | null;
}

export interface Verdict {
  level: Level;
  reasons: LevelReason[];
}

const NO_FIGURES: WindowFigures = {
  samples: 0,
  failures: 0,
  latency_p95_ms: null,
  error_rate_pct: null,
  quote_age_s: null,
};

export const rankOf = (level: Level): number => LEVELS.indexOf(level);
/** The worse of two levels. */
export const worseOf = (one: Level, other: Level): Level => (rankOf(one) > rankOf(other) ? one : other);

/** The samples up to one of them that its verdict rests on. They are in the order of time. */
export function windowAt(samples: readonly Sample[], last: number): readonly Sample[] {
  const end = samples[last];
  if (end === undefined) return [];
  const oldest = new Date(Date.parse(end.at) - WINDOW.ms).toISOString();
  let from = last;
  while (from > 0 && last - from + 1 < WINDOW.samples && (samples[from - 1]?.at ?? '') >= oldest) from -= 1;
  return samples.slice(from, last + 1);
}

export function figuresOf(window: readonly Sample[]): WindowFigures {
  if (window.length === 0) return NO_FIGURES;
  const failures = window.filter(({ is_ok }) => is_ok === 0).length;
  const latencies = known(window.map(({ is_ok, latency_ms }) => (is_ok === 0 ? null : latency_ms)));
  const ages = known(window.map(({ quote_age_s }) => quote_age_s));
  return {
    samples: window.length,
    failures,
    latency_p95_ms: latencies[Math.ceil(0.95 * latencies.length) - 1] ?? null,
    error_rate_pct: (failures / window.length) * 100,
    quote_age_s: ages[Math.ceil(ages.length / 2) - 1] ?? null,
  };
}

const known = (values: readonly (number | null)[]): number[] =>
  values.filter((value): value is number => value !== null).sort((a, b) => a - b);

/** The level that a window speaks for; null where it has too few samples. */
export function verdictOf(figures: WindowFigures): Verdict | null {
  if (figures.samples < WINDOW.least) return null;
  let level: Level = 'OK';
  const reasons: LevelReason[] = [];
  for (const [figure, words] of Object.entries(WORDS) as [Figure, (typeof WORDS)[Figure]][]) {
    const value = figures[figure];
    if (value === null || (figure === 'error_rate_pct' && figures.failures < LEAST_FAILURES)) continue;
    const reached = THRESHOLDS[figure].find(({ at }) => value >= at);
    if (reached === undefined) continue;
    level = worseOf(level, reached.level);
    reasons.push({
      code: words.code,
      message: words.say(value, reached.at, figures),
      value,
      limit: reached.at,
    });
  }
  return { level, reasons };
}

const round = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

const WORDS: Readonly<
  Record<
    Figure,
    { code: LevelReason['code']; say: (value: number, limit: number, figures: WindowFigures) => string }
  >
> = {
  latency_p95_ms: {
    code: 'LATENCY',
    say: (value, limit) => `It answers slowly: 95% of answers within ${round(value)} ms (limit ${limit} ms).`,
  },
  error_rate_pct: {
    code: 'ERRORS',
    say: (value, limit, { failures, samples }) =>
      `${failures} of the last ${samples} checks failed: ${round(value)}% (limit ${limit}%).`,
  },
  quote_age_s: {
    code: 'STALE_QUOTES',
    say: (value, limit) => `Its quotes are old: usually ${round(value)} seconds (limit ${limit} s).`,
  },
};
