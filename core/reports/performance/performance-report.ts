import { dayInWords, daysBetween } from '../../platform/index.ts';
import { type ValueLine, valueBasisOn, fewReturns, NO_VALUE_YET, within } from '../measures/index.ts';
import type { PerformanceFacts } from './performance-facts.ts';
import { performanceWarnings } from './performance-warnings.ts';
import type {
  BenchmarkReturn,
  PerformanceFigure,
  PerformanceView,
  PeriodReturn,
  SeriesPoint,
} from './view.ts';
import { comparePeriod, indexReturn } from '../../performance/index.ts';
import {
  alpha,
  cagr,
  countedReturns,
  dailyReturns,
  DAYS_A_YEAR,
  hiddenXirr,
  plainWindowReturn,
  samePaymentsReturn,
  timeWeighted,
  totalReturn,
  valuePoints,
  type ValuePoints,
  type IndexPosition,
  indexPosition,
  type Measured,
  measuredAt,
  PERIODS,
} from '../../finance/returns/index.ts';
import { type Figure, knownFigure, shownFigures, unknown } from '../../finance/figures/index.ts';

/** The report without its explanations; pure. */
export function performanceReport(facts: PerformanceFacts): PerformanceView {
  const { daily, standings, index, span } = facts;
  const shownDays = within(daily, span.from, span.to);
  const points = valuePoints(shownDays);
  const returns_count = countedReturns(dailyReturns(points)).length;
  const twr = timeWeightedOf(points);
  const position = positionOf(facts);
  const benchmark = benchmarkReturn(facts, position);
  const total = totalReturn(standings);
  const hidden = standings.xirr === null ? null : hiddenXirr(standings.xirr, daysOfPayments(facts));
  const { values, reasons } = shownFigures<PerformanceFigure>({
    xirr_pct:
      standings.xirr === null
        ? unknown(standings.reasons['xirr'] ?? 'Unknown.')
        : hidden === null
          ? knownFigure(standings.xirr)
          : unknown(hidden),
    cagr_pct: cagr(standings, daily.first_day, standings.day, NO_VALUE_YET),
    total_return_pct: total.total,
    capital_return_pct: total.capital,
    dividend_return_pct: total.dividend,
    alpha_pct: alpha(
      total.total,
      benchmark.return_pct === null ? unknown(benchmark.reason ?? '') : knownFigure(benchmark.return_pct),
    ),
    twr_pct: twr,
    twr_annual_pct: annual(twr, points),
    fx_return_pct: facts.fx.fx_return,
  });
  const amountReasons: PerformanceView['reasons'] = {};
  for (const [name, field] of [
    ['current_value', 'current_value'],
    ['total_invested', 'total_invested'],
    ['total_gain', 'total_profit'],
    ['total_dividends', 'total_dividends'],
  ] as const)
    if (standings[field] === null) amountReasons[name] = standings.reasons[field] ?? 'Unknown.';
  const view: PerformanceView = {
    portfolio: daily.portfolio,
    currency: daily.currency,
    from: points.days[0] ?? null,
    to: points.days.at(-1) ?? null,
    as_of: standings.day,
    state: standings.state,
    current_value: standings.current_value,
    total_invested: standings.total_invested,
    total_gain: standings.total_profit,
    total_dividends: standings.total_dividends,
    money_made: facts.made ?? NOT_RECORDED,
    ...values,
    xirr_state:
      values.xirr_pct === null ? 'NONE' : standings.reasons['xirr'] === undefined ? 'OK' : 'AMBIGUOUS',
    xirr_alternatives_pct: values.xirr_pct === null ? [] : standings.xirr_alternatives,
    fx_estimated: facts.fx.fx_estimated,
    as_known: facts.as_known,
    spans: [...shownDays.spans],
    returns_count,
    limits: [...fewReturns(returns_count), ...facts.limits],
    ends_early: facts.ends_early,
    coverage: facts.coverage,
    freshness: facts.freshness,
    periods: periodsOf(facts, span.from === null ? points : null),
    series: seriesOf(shownDays, index.closes),
    benchmark,
    alternates: index.alternates,
    warnings: [],
    reasons: { ...reasons, ...amountReasons },
    partial: {},
    explanations: null,
  };
  return { ...view, warnings: performanceWarnings(view, facts, position) };
}

/** Days from the first payment to the valuation, or to the last payment where nothing is held any more. */
export function daysOfPayments({ daily, standings }: Pick<PerformanceFacts, 'daily' | 'standings'>): number {
  const moved = daily.payments.amounts.filter(({ amount, day }) => amount !== 0 && day <= standings.day);
  const [first, last] = [moved[0]?.day, moved.at(-1)?.day];
  if (first === undefined || last === undefined) return 0;
  return daysBetween(first, standings.current_value === 0 ? last : standings.day);
}

const NOT_RECORDED: PerformanceView['money_made'] = {
  made: null,
  realised_gain: null,
  unrealised_gain: null,
  dividends: null,
  charges: null,
  coverage: null,
  reason: 'The gains of past days are not recorded. Omit the end date.',
};

/** Over all days of the series, without the money that came and went. */
function timeWeightedOf(points: ValuePoints): Figure {
  if (points.days.length < 2)
    return unknown(
      points.days.length === 0
        ? 'No value is known for these days.'
        : `Two days are needed; only the value of ${dayInWords(points.days[0] ?? '')} is known.`,
    );
  const { return_pct, reason } = timeWeighted(points, 0, points.days.length - 1);
  return return_pct === null ? unknown(reason ?? 'Unknown.') : knownFigure(return_pct);
}

function annual(twr: Figure, { days }: ValuePoints): Figure {
  if (twr.value === null) return twr;
  const span = daysBetween(days[0] ?? '', days.at(-1) ?? '');
  if (span < DAYS_A_YEAR) return unknown('A yearly return needs at least a year of values.');
  return knownFigure(((1 + twr.value / 100) ** (DAYS_A_YEAR / span) - 1) * 100);
}

/** Since inception, as the total return is. */
function positionOf({ daily, standings, index }: PerformanceFacts): IndexPosition {
  const { amounts, reason } = daily.payments;
  const unknownBecause = (why: string): IndexPosition => ({ value: null, overdrawn_on: null, reason: why });
  if (reason !== null) return unknownBecause(reason);
  const first = amounts.find(({ amount }) => amount !== 0)?.day;
  if (first === undefined || first > standings.day)
    return unknownBecause('No payment is recorded, so there is nothing to compare with the index.');
  if (first === standings.day) return unknownBecause('Your first payment is today. Two days are needed.');
  return indexPosition(amounts, index.closes, standings.day, index.benchmark.name);
}

function benchmarkReturn(
  { daily, standings, index }: PerformanceFacts,
  { value, reason }: IndexPosition,
): BenchmarkReturn {
  const { code, name, currency } = index.benchmark;
  const from = daily.payments.amounts.find(({ amount }) => amount !== 0)?.day ?? daily.first_day;
  const to = standings.day;
  const same = value === null ? unknown(reason) : samePaymentsReturn(standings, value, name);
  const literal =
    from === null || from >= to
      ? { return_pct: null, reason: 'Two days are needed.' }
      : indexReturn(index.closes, from, to, name);
  return {
    code,
    name,
    currency,
    from,
    to,
    return_pct: same.value,
    reason: same.reason,
    position_value: value,
    index_return_pct: literal.return_pct,
    index_reason: literal.reason,
  };
}

/** @param measured the points up to the last day, where they are there already. */
function periodsOf(
  { daily, index, span, limits }: PerformanceFacts,
  measured: ValuePoints | null,
): PeriodReturn[] {
  const until = within(daily, null, span.to);
  const points = measured ?? valuePoints(until);
  const at = new Map(points.days.map((day, place) => [day, place]));
  const returns = dailyReturns(points);
  return PERIODS.map((period) => {
    const compared = comparePeriod(period, until, index.closes, index.benchmark, returns);
    const { from, to, start_value, end_value, dividends, return_pct: adjusted, reasons } = compared;
    const isKnown = start_value !== null && end_value !== null;
    // A window that begins while nothing is held has no point on its first day, so it starts at the last sale.
    const sold = start_value === 0 ? points.days.findLastIndex((day) => day <= (from ?? '')) : undefined;
    const [start, end] = [at.get(from ?? '') ?? sold, at.get(to ?? '')];
    const missing = unknown(reasons.return_pct ?? 'The value at the start is unknown.');
    const plain = !isKnown
      ? missing
      : from === to
        ? unknown('Two days are needed.')
        : plainWindowReturn(start_value, end_value, dividends ?? 0);
    const chained =
      !isKnown || start === undefined || end === undefined ? null : timeWeighted(points, start, end);
    const shown = shownFigures({
      return_pct: plain,
      adjusted_return_pct: adjusted === null ? missing : knownFigure(adjusted),
      twr_pct:
        chained === null
          ? missing
          : chained.return_pct === null
            ? unknown(chained.reason ?? 'Unknown.')
            : knownFigure(chained.return_pct),
    });
    return {
      ...compared,
      ...shown.values,
      basis: isKnown && from !== null ? valueBasisOn(daily, from) : null,
      limits: [...fewReturns(compared.returns_count), ...limits],
      reasons: {
        ...(reasons.benchmark_return_pct === undefined
          ? {}
          : { benchmark_return_pct: reasons.benchmark_return_pct }),
        ...(reasons.index_return_pct === undefined ? {} : { index_return_pct: reasons.index_return_pct }),
        ...(reasons.alpha_pct === undefined ? {} : { alpha_pct: reasons.alpha_pct }),
        ...shown.reasons,
      },
    };
  });
}

function seriesOf(line: ValueLine, closes: readonly Measured[]): SeriesPoint[] {
  return line.days.map(({ day, value }) => ({
    date: day,
    value,
    covered_pct: (line.shares.get(day) ?? 1) * 100,
    benchmark: measuredAt(closes, day)?.value ?? null,
    basis: valueBasisOn(line, day),
  }));
}
