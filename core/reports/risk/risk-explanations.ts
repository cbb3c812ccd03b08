import { daysBetween, dayInWords } from '../../platform/index.ts';
import { daysOfChain, explanation, figureInput, settingInput, shown, valueInput } from '../explain.ts';
import type { Explanation, FigureInput } from '../explanation.ts';
import { valueBasisOn } from '../measures/index.ts';
import type { RiskFacts } from './risk-report.ts';
import type { RiskFigure, RiskView } from './view.ts';
import { allFlows, type DailyReturn, DAYS_A_YEAR, type ValuePoints } from '../../finance/returns/index.ts';

/** The way to each headline figure; pure. */
export function explainRisk(
  view: RiskView,
  { daily, standings }: RiskFacts,
  measured: { points: ValuePoints; returns: readonly DailyReturn[] },
): Explanation[] {
  const { currency, portfolio } = view;
  const figure = (
    name: RiskFigure,
    of: Pick<Explanation, 'formula' | 'worked' | 'definition'> & { inputs: FigureInput[]; unit?: string },
  ): Explanation =>
    explanation({
      figure: name,
      value: view[name],
      reason: view.reasons[name],
      unit: 'percent_points',
      ...of,
    });
  const highest = view.series.findLast(({ drawdown_pct }) => drawdown_pct === 0)?.date ?? null;
  const values = new Map(measured.points.days.map((day, at) => [day, measured.points.value[at]]));
  const valueOn = (day: string): FigureInput[] => {
    const value = values.get(day);
    if (value === undefined) return [];
    return [valueInput({ portfolio, day, value, currency, basis: valueBasisOn(daily, day) })];
  };
  /** The values and the money that moved between two days: all that the level of one over that of the other takes. */
  const between = (from: string | null, to: string | null): FigureInput[] =>
    from === null || to === null
      ? []
      : [
          ...daysOfChain(measured.points.days, allFlows(daily), from, to).flatMap(valueOn),
          ...allFlows(daily)
            .filter(({ day }) => day > from && day <= to)
            .map(({ day, amount }) =>
              figureInput(amount < 0 ? 'Taken out' : 'Put in', amount, currency, day),
            ),
        ];
  const returns = measured.returns
    .filter(({ is_explained }) => is_explained)
    .map(({ day, value }) => figureInput('Return of the day, %', value * 100, null, day));
  const years = daysBetween(daily.first_day ?? standings.day, standings.day) / DAYS_A_YEAR;
  const free = settingInput('PORTFOLIO_RISK_FREE_RATE_PCT', 'Risk-free rate, %', view.risk_free_rate_pct);
  const tradingDays = settingInput(
    'PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR',
    'Trading days per year',
    view.trading_days_per_year,
  );
  return [
    figure('max_drawdown_pct', {
      formula: '1 - level at the trough / level at the peak, excluding deposits and withdrawals',
      worked:
        view.peak_date === null
          ? 'no day was below an earlier one'
          : `${pct(view.max_drawdown_pct)} from ${dayInWords(view.peak_date)} to ${dayInWords(view.trough_date ?? '')}`,
      definition: 'drawdown',
      inputs: [
        ...between(view.peak_date, view.trough_date),
        ...(view.recovery_date === null ? [] : valueOn(view.recovery_date)),
      ],
    }),
    figure('current_drawdown_pct', {
      formula: '1 - level on the last day / highest level before it',
      worked: `${pct(view.current_drawdown_pct)} on ${dayInWords(view.to ?? '')}, below the level of ${dayInWords(highest ?? '')}`,
      definition: 'drawdown',
      inputs: between(highest, view.to),
    }),
    figure('volatility_pct', {
      formula: 'population standard deviation of the daily returns × sqrt(trading days a year)',
      worked: `${shown((view.volatility_pct ?? 0) / Math.sqrt(view.trading_days_per_year), null)} % × sqrt(${view.trading_days_per_year}) over ${view.returns_count} returns = ${pct(view.volatility_pct)}`,
      definition: 'volatility',
      inputs: [tradingDays, ...returns],
    }),
    figure('sharpe', {
      unit: 'ratio',
      formula: '(CAGR - risk-free rate) / volatility',
      worked: `(${pct(view.cagr_pct)} - ${pct(view.risk_free_rate_pct)}) / ${pct(view.volatility_pct)} = ${shown(view.sharpe ?? 0, null)}`,
      definition: 'sharpe',
      inputs: [
        figureInput('CAGR, %', view.cagr_pct, null, standings.day),
        free,
        figureInput('Volatility, %', view.volatility_pct, null, view.to),
      ],
    }),
    figure('cagr_pct', {
      formula: '(current value / total invested) ^ (1 / years since the first day of the values) - 1',
      worked: `(${shown(standings.current_value ?? 0, currency, 2)} / ${shown(standings.total_invested ?? 0, currency, 2)}) ^ (1 / ${shown(years)}) - 1 = ${pct(view.cagr_pct)}`,
      definition: 'cagr',
      inputs: [
        figureInput('Current value', standings.current_value, currency, standings.day),
        figureInput('Invested', standings.total_invested, currency, standings.day),
        ...(daily.first_day === null ? [] : valueOn(daily.first_day)),
      ],
    }),
  ];
}

const pct = (value: number | null): string => (value === null ? '?' : `${shown(value, null)} %`);
