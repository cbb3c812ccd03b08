import type { Coverage } from '../../portfolio/index.ts';
import { type BasedDaily, basisOf, isBehind, NO_VALUE_YET, within } from '../measures/index.ts';
import type { Span } from '../span.ts';
import type { ReportWarning } from '../warning.ts';
import type { DayReturn, PartialRisk, RiskFigure, RiskView } from './view.ts';
import {
  cagr,
  type DailyReturn,
  dailyReturns,
  type PortfolioTotals,
  valuePoints,
  type ValuePoints,
} from '../../finance/returns/index.ts';
import { drawdown, type Drawdown, sharpe, volatility } from '../../finance/risk/index.ts';
import { knownFigure, shownFigures, unknown } from '../../finance/figures/index.ts';

/** Everything that the report is worked out from. */
export interface RiskFacts {
  daily: BasedDaily;
  standings: PortfolioTotals & { day: string };
  span: Span;
  riskFree: number;
  tradingDays: number;
}

const FIGURES = ['max_drawdown_pct', 'current_drawdown_pct', 'volatility_pct', 'sharpe', 'cagr_pct'] as const;

/** Whether a figure may be known of a part that the whole lacks. */
export function hasUnknown(whole: RiskView, day: string): boolean {
  return isBehind(whole.to, day) || FIGURES.some((name) => whole[name] === null);
}

/** The figures of a part of the portfolio, beside that part, where the whole lacks one of them. */
export function partialRisk(whole: RiskView, facts: RiskFacts, part: Coverage): PartialRisk | null {
  const { view } = riskReport(facts);
  const isStale = isBehind(whole.to, view.to ?? facts.standings.day);
  const instead_of = FIGURES.filter((name) => view[name] !== null && (isStale || whole[name] === null));
  if (instead_of.length === 0) return null;
  return {
    ...part,
    max_drawdown_pct: view.max_drawdown_pct,
    current_drawdown_pct: view.current_drawdown_pct,
    volatility_pct: view.volatility_pct,
    sharpe: view.sharpe,
    cagr_pct: view.cagr_pct,
    from: view.from,
    to: view.to,
    peak_date: view.peak_date,
    trough_date: view.trough_date,
    recovery_date: view.recovery_date,
    returns_count: view.returns_count,
    best_day: view.best_day,
    worst_day: view.worst_day,
    series: view.series,
    reasons: view.reasons,
    instead_of,
  };
}

/** The report without its explanations, and the returns it was made of; pure. */
export function riskReport(facts: RiskFacts): {
  view: RiskView;
  points: ValuePoints;
  returns: DailyReturn[];
} {
  const { daily, standings, span } = facts;
  const shownDays = within(daily, span.from, span.to);
  const points = valuePoints(shownDays);
  const returns = dailyReturns(points);
  const start = points.days[0];
  const fall = start === undefined || returns.length === 0 ? null : drawdown(start, returns);
  const none = unknown('Drawdown needs values on two days with holdings.');
  const swing = volatility(returns, facts.tradingDays);
  const yearly = cagr(standings, daily.first_day, standings.day, NO_VALUE_YET);
  const { values, reasons } = shownFigures<RiskFigure>({
    max_drawdown_pct: fall === null ? none : knownFigure(fall.max_drawdown_pct),
    current_drawdown_pct: fall === null ? none : knownFigure(fall.current_drawdown_pct),
    volatility_pct: swing,
    sharpe: sharpe(yearly, facts.riskFree, swing),
    cagr_pct: yearly,
  });
  const explained = returns.filter(({ is_explained }) => is_explained);
  const view: RiskView = {
    portfolio: daily.portfolio,
    currency: daily.currency,
    from: start ?? null,
    to: points.days.at(-1) ?? null,
    ...values,
    peak_date: fall?.peak_date ?? null,
    trough_date: fall?.trough_date ?? null,
    recovery_date: fall?.recovery_date ?? null,
    risk_free_rate_pct: facts.riskFree,
    trading_days_per_year: facts.tradingDays,
    returns_count: explained.length,
    best_day: extreme(explained, (a, b) => b.value > a.value),
    worst_day: extreme(explained, (a, b) => b.value < a.value),
    series: (fall?.series ?? []).map((one) => ({ ...one, basis: basisOf(daily, one.date) })),
    recorded_from: daily.recorded_from,
    warnings: warningsOf(daily, shownDays, returns),
    reasons: { ...reasons, ...notRecovered(fall) },
    partial: null,
    explanations: null,
  };
  return { view, points, returns };
}

function notRecovered(fall: Drawdown | null): RiskView['reasons'] {
  if (fall === null || fall.recovery_date !== null) return {};
  return {
    recovery_date:
      fall.peak_date === null
        ? 'There was no drawdown.'
        : `The value has not recovered to its peak of ${fall.peak_date}.`,
  };
}

function extreme(
  returns: readonly DailyReturn[],
  isFurther: (a: DailyReturn, b: DailyReturn) => boolean,
): DayReturn | null {
  const [first, ...rest] = returns;
  if (first === undefined) return null;
  const found = rest.reduce((best, one) => (isFurther(best, one) ? one : best), first);
  return { date: found.day, return_pct: found.value * 100 };
}

/** Fewer daily returns say little about a year. */
const FEW_RETURNS = 60;

function warningsOf(daily: BasedDaily, shown: BasedDaily, returns: readonly DailyReturn[]): ReportWarning[] {
  const explained = returns.filter(({ is_explained }) => is_explained).length;
  const unexplained = returns.length - explained;
  const fromLedger = shown.days.filter(
    ({ day, value }) => value !== null && basisOf(daily, day) === 'LEDGER',
  ).length;
  const warnings: ReportWarning[] = [];
  if (explained > 0 && explained < FEW_RETURNS)
    warnings.push({
      code: 'FEW_RETURNS',
      message: `These figures use only ${explained} daily return${explained === 1 ? '' : 's'}; they become reliable from about ${FEW_RETURNS}.`,
      count: explained,
    });
  if (unexplained > 0)
    warnings.push({
      code: 'UNEXPLAINED_DAYS',
      message: `On ${unexplained === 1 ? '1 day' : `${unexplained} days`}, holdings changed without a transaction. Such a day counts as zero return.`,
      count: unexplained,
    });
  if (fromLedger > 0)
    warnings.push({
      code: 'VALUES_FROM_LEDGER',
      message: `Days before ${daily.recorded_from ?? 'the first snapshot'} were not recorded. Their values are calculated from your transactions and daily closes.`,
      count: fromLedger,
    });
  if (daily.ledger_reason !== null)
    warnings.push({
      code: 'VALUES_NOT_FROM_LEDGER',
      message: `Values before the first snapshot could not be calculated. ${daily.ledger_reason}`,
      count: 1,
    });
  return warnings;
}
