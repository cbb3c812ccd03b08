import { dayInWords } from '../../platform/index.ts';
import {
  type AsKnown,
  valueBasisOn,
  fewReturns,
  type LineLimits,
  lineWarnings,
  NO_VALUE_YET,
  type ValueLine,
  within,
} from '../measures/index.ts';
import type { Span } from '../span.ts';
import type { ReportWarning } from '../warning.ts';
import type { DayReturn, RiskFigure, RiskView } from './view.ts';
import {
  cagr,
  countedReturns,
  type DailyReturn,
  dailyReturns,
  type PortfolioTotals,
  valuePoints,
  type ValuePoints,
  withGaps,
} from '../../finance/returns/index.ts';
import { drawdown, type Drawdown, sharpe, volatility } from '../../finance/risk/index.ts';
import { knownFigure, shownFigures, unknown } from '../../finance/figures/index.ts';

/** Everything that the report is worked out from. */
export interface RiskFacts extends LineLimits {
  daily: ValueLine;
  as_known: AsKnown;
  standings: PortfolioTotals & { day: string };
  span: Span;
  riskFree: number;
  tradingDays: number;
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
  const explained = countedReturns(returns);
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
    series: withGaps<Depth>(shownDays.days, fall?.series ?? [], {
      dayOf: ({ date }) => date,
      open: (date) => ({ date, drawdown_pct: null }),
    }).map((one) => ({ ...one, basis: valueBasisOn(daily, one.date) })),
    as_known: facts.as_known,
    spans: [...daily.spans],
    ends_early: facts.ends_early,
    coverage: facts.coverage,
    freshness: facts.freshness,
    limits: [...fewReturns(explained.length), ...facts.limits],
    warnings: warningsOf(facts, returns, points.days.at(-1) ?? null),
    reasons: { ...reasons, ...notRecovered(fall) },
    explanations: null,
  };
  return { view, points, returns };
}

/** How far a day was below its peak; null on an open day. */
type Depth = Pick<RiskView['series'][number], 'date' | 'drawdown_pct'>;

function notRecovered(fall: Drawdown | null): RiskView['reasons'] {
  if (fall === null || fall.recovery_date !== null) return {};
  return {
    recovery_date:
      fall.peak_date === null
        ? 'There was no drawdown.'
        : `The value has not recovered to its peak of ${dayInWords(fall.peak_date)}.`,
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

function warningsOf(facts: RiskFacts, returns: readonly DailyReturn[], to: string | null): ReportWarning[] {
  const { daily } = facts;
  const explained = countedReturns(returns).length;
  const unexplained = returns.filter(({ is_explained }) => !is_explained).length;
  const gaps = returns.filter((one) => one.is_explained && !one.is_daily).length;
  const warnings: ReportWarning[] = [];
  if (explained > 0 && explained < FEW_RETURNS)
    warnings.push({
      code: 'FEW_RETURNS',
      message: `These figures use only ${explained} daily return${explained === 1 ? '' : 's'}; they become reliable from about ${FEW_RETURNS}.`,
      count: explained,
    });
  if (gaps > 0)
    warnings.push({
      code: 'GAPS_IN_SERIES',
      message: `Prices are missing for ${gaps === 1 ? 'a stretch' : `${gaps} stretches`} of more than 10 days. What happened in them counts in the drawdown, but is no daily return.`,
      count: gaps,
    });
  if (unexplained > 0)
    warnings.push({
      code: 'UNEXPLAINED_DAYS',
      message: `On ${unexplained === 1 ? '1 day' : `${unexplained} days`}, holdings changed without a transaction. Such a day counts as zero return.`,
      count: unexplained,
    });
  warnings.push(...lineWarnings({ ...facts, spans: daily.spans, to }));
  if (daily.ledger_reason !== null)
    warnings.push({
      code: 'VALUES_NOT_FROM_LEDGER',
      message: `Past values could not be calculated. ${daily.ledger_reason}`,
      count: 1,
    });
  return warnings;
}
