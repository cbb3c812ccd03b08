import {
  allFlows,
  type DailyValues,
  indexPosition,
  measuredAt,
  type Measured,
  type Period,
  startOf,
  windowReturn,
} from '../../finance/returns/index.ts';
import type { IndexSeries } from '../../market/index.ts';
import type { ComparisonPoint, PeriodComparison } from './view.ts';

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
    index_return_pct: null,
    alpha_pct: null,
    reasons: {},
  };
  // Days on which nothing was held yet are no beginning.
  const [first, end] = [known.find(({ value }) => value > 0), known.at(-1)];
  if (first === undefined || end === undefined) {
    const reason = 'No value is recorded yet.';
    const reasons = {
      return_pct: reason,
      benchmark_return_pct: reason,
      index_return_pct: reason,
      alpha_pct: reason,
    };
    return { ...empty, reasons };
  }
  const wanted = period === 'Max' ? first.day : startOf(period, end.day);
  const start = period === 'Max' ? first : (measuredAt(known, wanted) ?? emptyOn(daily, wanted));
  const [from, to] = [start?.day ?? wanted, end.day];
  const own =
    start === null
      ? {
          return_pct: null,
          net_flow: null,
          dividends: null,
          reason:
            first.day > wanted
              ? `The first known value is of ${first.day}; this period starts on ${wanted}.`
              : `No value is known in the week up to ${wanted}. Import daily prices of the days before.`,
        }
      : windowReturn(start, end, daily);
  const literal = indexReturn(closes, from, to, index.name);
  const same =
    start === null || own.return_pct === null
      ? { return_pct: null, reason: own.reason ?? 'The value at the start is unknown.' }
      : samePayments({ start, end, capital: own.capital }, own, daily, { closes, name: index.name });
  const reasons: PeriodComparison['reasons'] = {};
  if (own.reason !== null) reasons.return_pct = own.reason;
  if (same.reason !== null) reasons.benchmark_return_pct = same.reason;
  if (literal.reason !== null) reasons.index_return_pct = literal.reason;
  const isKnown = own.return_pct !== null && same.return_pct !== null;
  if (!isKnown) reasons.alpha_pct = own.reason ?? same.reason ?? '';
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
    benchmark_return_pct: same.return_pct,
    index_return_pct: literal.return_pct,
    alpha_pct: isKnown ? (own.return_pct ?? 0) - (same.return_pct ?? 0) : null,
    reasons,
  };
}

/**
 * The flow-adjusted return that a window would have had in the index: it begins with the same value and has the same flows and
 * dividends, so the same capital worked, and the two differ by what the money became.
 */
function samePayments(
  { start, end, capital }: { start: Measured; end: Measured; capital: number },
  { net_flow, dividends }: { net_flow: number; dividends: number },
  daily: Pick<DailyValues, 'flows' | 'entered' | 'left' | 'dividends'>,
  { closes, name }: { closes: readonly Measured[]; name: string },
): { return_pct: number | null; reason: string | null } {
  const literal = indexReturn(closes, start.day, end.day, name);
  if (literal.reason !== null) return literal;
  const isWithin = ({ day }: { day: string }) => day > start.day && day <= end.day;
  const { value, reason } = indexPosition(
    [
      { day: start.day, amount: start.value },
      ...allFlows(daily).filter(isWithin),
      ...daily.dividends.filter(isWithin).map(({ day, amount }) => ({ day, amount: -amount })),
    ],
    closes,
    end.day,
    name,
  );
  if (value === null) return { return_pct: null, reason };
  if (value < 0)
    return {
      return_pct: null,
      reason: `The same payments in ${name} would not have covered your withdrawals, so nothing is left to compare with.`,
    };
  return { return_pct: ((value - start.value - net_flow + dividends) / capital) * 100, reason: null };
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
    return { return_pct: null, reason: `No ${name} close is recorded in the week up to ${missing}.` };
  }
  if (start.day === end.day) return { return_pct: null, reason: `${name} had no session in this period.` };
  return { return_pct: (end.value / start.value - 1) * 100, reason: null };
}

/**
 * Both lines over a period, from 100. They have the first day in common, and the last one that both know.
 * @param line the portfolio's, from 100 on the first day, in the order of the days.
 */
export function comparisonSeries(
  { from, to }: Pick<PeriodComparison, 'from' | 'to'>,
  line: readonly Measured[],
  closes: readonly Measured[],
): ComparisonPoint[] {
  if (from === null || to === null) return [];
  const own = new Map(
    line[0]?.day === from ? thinned(line).map(({ day, value }): [string, number] => [day, value]) : [],
  );
  const base = measuredAt(closes, from);
  const index = new Map<string, number>(base === null ? [] : [[from, 100]]);
  if (base !== null) {
    const rebased = (close: Measured) => (close.value / base.value) * 100;
    const within = closes.filter((one) => one.day > from && one.day <= to);
    for (const one of thinned(within)) index.set(one.day, rebased(one));
    // A weekend's value is beside the close of Friday; where closes end earlier, both are known up to there.
    const last = measuredAt(closes, to);
    if (last !== null && last.day > from) index.set(to, rebased(last));
    const end = [...index.keys()].at(-1) ?? from;
    const there = end === to || own.size === 0 ? null : measuredAt(line, end);
    if (there !== null) own.set(end, there.value);
  }
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

/** Nothing, where everything was sold before a day and nothing was bought until then. */
function emptyOn({ days }: DailyValues, day: string): Measured | null {
  return days.findLast((one) => one.day <= day)?.value === 0 ? { day, value: 0 } : null;
}

function knownValues({ days }: DailyValues): Measured[] {
  return days.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
}

/** The longest period that both sides have, for whoever named none. */
export function longestPeriod(periods: readonly PeriodComparison[]): Period {
  const isKnown = (period: Period) => periods.some((one) => one.period === period && one.alpha_pct !== null);
  // A year is what people compare; everything else only where there is no year.
  return (['1Y', '6M', '3M', '1M'] as const).find(isKnown) ?? 'Max';
}
