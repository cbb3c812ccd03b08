import { dayInWords } from '../../platform/index.ts';
import {
  allFlows,
  countedReturns,
  type DailyReturn,
  dailyReturns,
  type PortfolioSeries,
  type DayValue,
  downsample,
  indexPosition,
  measuredAt,
  type Measured,
  type Period,
  startOf,
  valuePoints,
  windowReturn,
} from '../../finance/returns/index.ts';
import type { IndexSeries } from '../../market/index.ts';
import type { ComparisonPoint, PeriodComparison } from './view.ts';

/** More points than a chart is wide show nothing more. */
const MOST_POINTS = 400;

/** Returns of a portfolio and an index between two days. */
type SpanComparison = Omit<PeriodComparison, 'period'> & {
  /** Value at the end less that at the beginning and the money put in, with dividends; null where the return is. */
  gain: number | null;
};

/**
 * One period. `closes` are in the order of their days.
 * @param returns daily returns of all days, if already calculated.
 */
export function comparePeriod(
  period: Period,
  daily: PortfolioSeries,
  closes: readonly Measured[],
  index: Pick<IndexSeries, 'name'>,
  returns?: readonly DailyReturn[],
): PeriodComparison {
  const end = daily.days.findLast(({ value }) => value !== null)?.day;
  const since = period === 'Max' || end === undefined ? null : startOf(period, end);
  const { gain: _gain, ...compared } = compareSince(since, daily, closes, index, returns);
  return { period, ...compared };
}

/**
 * The days from `since` to the last one of the line with a value. `closes` are in the order of their days.
 * @param since null for the first day on which something was held.
 * @param returns daily returns of all days, if already calculated.
 */
export function compareSince(
  since: string | null,
  daily: PortfolioSeries,
  closes: readonly Measured[],
  index: Pick<IndexSeries, 'name'>,
  returns: readonly DailyReturn[] = dailyReturns(valuePoints(daily)),
): SpanComparison {
  const known = knownValues(daily);
  const empty: SpanComparison = {
    from: null,
    to: null,
    start_value: null,
    end_value: null,
    net_flow: null,
    net_joined: null,
    dividends: null,
    unexplained_days: 0,
    returns_count: 0,
    return_pct: null,
    benchmark_return_pct: null,
    index_return_pct: null,
    alpha_pct: null,
    gain: null,
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
  const wanted = since ?? first.day;
  const start = since === null ? first : (measuredAt(known, wanted) ?? emptyOn(daily, wanted));
  const [from, to] = [start?.day ?? wanted, end.day];
  const own =
    start === null
      ? {
          return_pct: null,
          net_flow: null,
          dividends: null,
          reason:
            first.day > wanted
              ? `The first known value is of ${dayInWords(first.day)}; this period starts on ${dayInWords(wanted)}.`
              : `No value is known in the week up to ${dayInWords(wanted)}. Import daily prices of the days before.`,
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
    from,
    to,
    start_value: start?.value ?? null,
    end_value: end.value,
    net_flow: own.net_flow,
    net_joined: start === null ? null : joinedWithin(daily, from, to),
    dividends: own.dividends,
    gain: own.return_pct === null ? null : own.gain,
    unexplained_days: daily.unexplained_days.filter((day) => start !== null && day > start.day && day <= to)
      .length,
    returns_count:
      start === null
        ? 0
        : countedReturns(returns).filter(({ since, day }) => since >= start.day && day <= to).length,
    return_pct: own.return_pct,
    benchmark_return_pct: same.return_pct,
    index_return_pct: literal.return_pct,
    alpha_pct: isKnown ? (own.return_pct ?? 0) - (same.return_pct ?? 0) : null,
    reasons,
  };
}

/** Worth that joined the covered part without money, less what left it, after the first day and until the last. */
function joinedWithin({ entered = [], left = [] }: PortfolioSeries, first: string, last: string): number {
  const joined = allFlows({ flows: [], entered, left });
  return joined.reduce((sum, { day, amount }) => (day > first && day <= last ? sum + amount : sum), 0);
}

/**
 * The flow-adjusted return that a window would have had in the index: it begins with the same value and has the same flows and
 * dividends, so the same capital worked, and the two differ by what the money became.
 */
function samePayments(
  { start, end, capital }: { start: Measured; end: Measured; capital: number },
  { net_flow, dividends }: { net_flow: number; dividends: number },
  daily: Pick<PortfolioSeries, 'flows' | 'entered' | 'left' | 'dividends'>,
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
    return {
      return_pct: null,
      reason: `No ${name} close is recorded in the week up to ${dayInWords(missing)}.`,
    };
  }
  if (start.day === end.day) return { return_pct: null, reason: `${name} had no session in this period.` };
  return { return_pct: (end.value / start.value - 1) * 100, reason: null };
}

/**
 * Both lines over a period, from 100, on the days of either. On a day that only one of them has, the other keeps its last
 * value: the portfolio unless its line has a gap there, the index for a week.
 * @param line the portfolio's, from 100 on the first day, in the order of the days; null where a gap begins.
 */
export function comparisonSeries(
  { from, to }: Pick<PeriodComparison, 'from' | 'to'>,
  line: readonly DayValue[],
  closes: readonly Measured[],
): ComparisonPoint[] {
  if (from === null || to === null) return [];
  const own = line[0]?.day === from ? line : [];
  const base = measuredAt(closes, from);
  const index = base === null ? [] : closes.filter(({ day }) => day >= base.day && day <= to);
  const indexEnd = measuredAt(index, to) === null ? (index.at(-1)?.day ?? '') : to;
  const days = new Set([...own, ...index.slice(1)].map(({ day }) => day));
  if (base !== null) days.add(from);
  let at = -1;
  const points = [...days].toSorted().map((date): ComparisonPoint => {
    while ((own[at + 1]?.day ?? '9') <= date) at += 1;
    const close = base === null || date > indexEnd ? null : measuredAt(index, date);
    return {
      date,
      portfolio: own[at]?.value ?? null,
      benchmark: base === null || close === null ? null : (close.value / base.value) * 100,
    };
  });
  return downsample(points, MOST_POINTS, ({ portfolio, benchmark }) => [portfolio, benchmark]);
}

/** A value of 0 if everything was sold before a day and nothing was bought since; null otherwise. */
function emptyOn({ days }: PortfolioSeries, day: string): Measured | null {
  return days.findLast((one) => one.day <= day)?.value === 0 ? { day, value: 0 } : null;
}

function knownValues({ days }: PortfolioSeries): Measured[] {
  return days.filter((one): one is Measured => one.value !== null);
}

/** The longest period that both sides have, for whoever named none. */
export function longestPeriod(periods: readonly PeriodComparison[]): Period {
  const isKnown = (period: Period) => periods.some((one) => one.period === period && one.alpha_pct !== null);
  // A year is what people compare; everything else only where there is no year.
  return (['1Y', '6M', '3M', '1M'] as const).find(isKnown) ?? 'Max';
}
