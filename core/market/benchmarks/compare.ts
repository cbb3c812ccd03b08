import type { DailyValues } from '../../portfolio/index.ts';
import type { IndexSeries, SeriesCode } from '../history/index.ts';
import { measuredAt, type Measured, type Period, startOf, windowReturn } from './window.ts';

/** A portfolio beside an index over one period. Percent figures in points; null is unknown and has its reason. */
export interface PeriodComparison {
  period: Period;
  /** The days that were compared. */
  from: string | null;
  to: string | null;
  start_value: number | null;
  end_value: number | null;
  /** Put in less taken out meanwhile: no part of the return. */
  net_flow: number | null;
  dividends: number | null;
  /** Days on which holdings came or changed without a transaction of that day: they count as without return. */
  unexplained_days: number;
  return_pct: number | null;
  benchmark_return_pct: number | null;
  /** The return less that of the index. */
  alpha_pct: number | null;
  reasons: { return_pct?: string; benchmark_return_pct?: string; alpha_pct?: string };
}

/** Both lines begin at 100 on the first day. */
export interface ComparisonPoint {
  date: string;
  portfolio: number | null;
  benchmark: number | null;
}

export interface ComparedIndex {
  code: SeriesCode;
  name: string;
  /** The currency in which its closes were compared. */
  currency: string;
}

/** A portfolio against an index, in the shape that leaves through every door. */
export interface Comparison {
  portfolio: string;
  currency: string;
  benchmark: ComparedIndex;
  /** Other indexes that may be asked for. */
  alternates: { code: SeriesCode; name: string }[];
  periods: PeriodComparison[];
  /** Gain and dividends since the beginning, of what was invested. */
  total_return_pct: number | null;
  total_return_reason: string | null;
  /** The period that the lines show. */
  period: Period;
  series: ComparisonPoint[];
  /** What to do where there is nothing to compare; null where there is. */
  reason: string | null;
}

/** Points of each line. */
const MOST_POINTS = 300;

/** One period. `closes` are in the order of their days. */
export function comparePeriod(
  period: Period,
  daily: DailyValues,
  closes: readonly Measured[],
  index: Pick<IndexSeries, 'name'>,
): PeriodComparison {
  const known = knownValues(daily);
  const empty: PeriodComparison = {
    period,
    from: null,
    to: null,
    start_value: null,
    end_value: null,
    net_flow: null,
    dividends: null,
    unexplained_days: 0,
    return_pct: null,
    benchmark_return_pct: null,
    alpha_pct: null,
    reasons: {},
  };
  // Days on which nothing was held yet are no beginning.
  const [first, end] = [known.find(({ value }) => value > 0), known.at(-1)];
  if (first === undefined || end === undefined) {
    const reason = 'No value has been recorded yet.';
    return { ...empty, reasons: { return_pct: reason, benchmark_return_pct: reason, alpha_pct: reason } };
  }
  const wanted = period === 'Max' ? first.day : startOf(period, end.day);
  const start = period === 'Max' ? first : measuredAt(known, wanted);
  const [from, to] = [start?.day ?? wanted, end.day];
  const own =
    start === null
      ? {
          return_pct: null,
          net_flow: null,
          dividends: null,
          reason:
            first.day > wanted
              ? `Values are recorded since ${first.day}; this period begins on ${wanted}.`
              : `No value is recorded in the week up to ${wanted}.`,
        }
      : windowReturn(start, end, daily);
  const other = indexReturn(closes, from, to, index.name);
  const reasons: PeriodComparison['reasons'] = {};
  if (own.reason !== null) reasons.return_pct = own.reason;
  if (other.reason !== null) reasons.benchmark_return_pct = other.reason;
  const isKnown = own.return_pct !== null && other.return_pct !== null;
  if (!isKnown) reasons.alpha_pct = own.reason ?? other.reason ?? '';
  return {
    period,
    from,
    to,
    start_value: start?.value ?? null,
    end_value: end.value,
    net_flow: own.net_flow,
    dividends: own.dividends,
    unexplained_days: daily.unexplained_days.filter((day) => start !== null && day > start.day && day <= to)
      .length,
    return_pct: own.return_pct,
    benchmark_return_pct: other.return_pct,
    alpha_pct: isKnown ? (own.return_pct ?? 0) - (other.return_pct ?? 0) : null,
    reasons,
  };
}

/** The return of the index between the closes of two days, or of the sessions before them. */
export function indexReturn(
  closes: readonly Measured[],
  from: string,
  to: string,
  name: string,
): { return_pct: number | null; reason: string | null } {
  const [start, end] = [measuredAt(closes, from), measuredAt(closes, to)];
  if (start === null || end === null) {
    const missing = start === null ? from : to;
    return { return_pct: null, reason: `No close of ${name} is on record for the week up to ${missing}.` };
  }
  if (start.day === end.day) return { return_pct: null, reason: `${name} had no session in between.` };
  return { return_pct: (end.value / start.value - 1) * 100, reason: null };
}

/** Both lines over a period, rebased to 100: each point of the portfolio is its return since the first day. */
export function comparisonSeries(
  { from, to }: Pick<PeriodComparison, 'from' | 'to'>,
  daily: DailyValues,
  closes: readonly Measured[],
): ComparisonPoint[] {
  if (from === null || to === null) return [];
  const all = knownValues(daily).filter(({ day }) => day >= from && day <= to);
  const start = all[0];
  const base = measuredAt(closes, from);
  const known = thinned(all);
  const own = new Map(
    start === undefined || start.day !== from
      ? []
      : known.map((one) => [
          one.day,
          one.day === from ? 100 : rebased(windowReturn(start, one, daily).return_pct),
        ]),
  );
  const index = new Map<string, number>(base === null ? [] : [[from, 100]]);
  for (const { day, value } of thinned(closes.filter((one) => one.day > from && one.day <= to)))
    if (base !== null) index.set(day, (value / base.value) * 100);
  const dates = [...new Set([...own.keys(), ...index.keys()])].toSorted();
  return dates.map((date) => ({
    date,
    portfolio: own.get(date) ?? null,
    benchmark: index.get(date) ?? null,
  }));
}

/** More points than a picture has room for are not worked out; the first and the last one stay. */
function thinned(measured: readonly Measured[]): Measured[] {
  const step = Math.ceil(measured.length / MOST_POINTS);
  return measured.filter((_, at) => at % step === 0 || at === measured.length - 1);
}

const rebased = (points: number | null): number | null => (points === null ? null : 100 + points);

function knownValues({ days }: DailyValues): Measured[] {
  return days.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
}

/** The longest period that both sides have, for whoever named none. */
export function longestKnown(periods: readonly PeriodComparison[]): Period {
  const isKnown = (period: Period) => periods.some((one) => one.period === period && one.alpha_pct !== null);
  // A year is what people compare; everything else only where there is no year.
  return (['1Y', '6M', '3M', '1M'] as const).find(isKnown) ?? 'Max';
}
