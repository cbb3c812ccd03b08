import { day } from '../../../../../charts/index.ts';
import type { Coverage, PartialRisk, Risk, RiskFigure } from '../../api/types.ts';
import type { Figure } from '../../components/figure-explained.tsx';

/** The headline figures in the order in which they are read. */
export function figuresOf(risk: Risk): Figure[] {
  const fall = sourceOf(risk, 'max_drawdown_pct');
  const now = sourceOf(risk, 'current_drawdown_pct');
  const swing = sourceOf(risk, 'volatility_pct');
  const ratio = sourceOf(risk, 'sharpe');
  const yearly = sourceOf(risk, 'cagr_pct');
  const partOf = (one: Risk | PartialRisk): Coverage | undefined =>
    'holdings_counted' in one ? one : undefined;
  return [
    {
      name: 'max_drawdown_pct',
      label: 'Maximum drawdown',
      value: fall.max_drawdown_pct,
      part: partOf(fall),
      unit: 'percent_points',
      reason: fall.reasons.max_drawdown_pct,
      under: fallInWords(fall),
    },
    {
      name: 'current_drawdown_pct',
      label: 'Current drawdown',
      value: now.current_drawdown_pct,
      part: partOf(now),
      unit: 'percent_points',
      reason: now.reasons.current_drawdown_pct,
      under: now.to === null ? undefined : `On ${day(now.to)}`,
    },
    {
      name: 'volatility_pct',
      label: 'Volatility',
      value: swing.volatility_pct,
      part: partOf(swing),
      unit: 'percent_points',
      reason: swing.reasons.volatility_pct,
      under: `Per year, from ${swing.returns_count.toLocaleString('en-IN')} daily returns${swing.to === null ? '' : ` to ${day(swing.to)}`}`,
    },
    {
      name: 'sharpe',
      label: 'Sharpe ratio',
      value: ratio.sharpe,
      part: partOf(ratio),
      unit: 'ratio',
      reason: ratio.reasons.sharpe,
      under: 'Return above the risk-free rate per point of volatility',
    },
    {
      name: 'cagr_pct',
      label: 'CAGR',
      value: yearly.cagr_pct,
      part: partOf(yearly),
      unit: 'percent_points',
      isChange: true,
      reason: yearly.reasons.cagr_pct,
      under: 'Per year, from cost to value, since the first recorded value',
    },
  ];
}

/** The whole, or the known part where that stands in for a figure. */
export function sourceOf(risk: Risk, figure: RiskFigure): Risk | PartialRisk {
  const { partial } = risk;
  return partial?.instead_of.includes(figure) === true ? partial : risk;
}

function fallInWords({ peak_date, trough_date, recovery_date, to }: Risk | PartialRisk): string {
  if (peak_date === null) return `No drawdown up to ${day(to)}`;
  const fall = `From ${day(peak_date)} to ${day(trough_date)}`;
  return recovery_date === null
    ? `${fall}, not recovered yet`
    : `${fall}, recovered on ${day(recovery_date)}`;
}
