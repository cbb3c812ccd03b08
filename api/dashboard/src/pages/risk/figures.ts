import { day, seriesLimits } from '../../../../../charts/index.ts';
import type { Risk } from '../../api/types.ts';
import type { Figure } from '../../components/figure-explained.tsx';

/** The headline figures in the order in which they are read. */
export function figuresOf(risk: Risk): Figure[] {
  const { reasons, to } = risk;
  const limits = seriesLimits(risk.limits);
  const part = risk.coverage ?? undefined;
  return [
    {
      name: 'max_drawdown_pct',
      label: 'Maximum drawdown',
      value: risk.max_drawdown_pct,
      part,
      limits,
      unit: 'percent_points',
      reason: reasons.max_drawdown_pct,
      under: fallInWords(risk),
    },
    {
      name: 'current_drawdown_pct',
      label: 'Current drawdown',
      value: risk.current_drawdown_pct,
      part,
      limits,
      unit: 'percent_points',
      reason: reasons.current_drawdown_pct,
      under: to === null ? undefined : `On ${day(to)}`,
    },
    {
      name: 'volatility_pct',
      label: 'Volatility',
      value: risk.volatility_pct,
      part,
      limits,
      unit: 'percent_points',
      reason: reasons.volatility_pct,
      under: `Per year, from ${risk.returns_count.toLocaleString('en-IN')} daily returns${to === null ? '' : ` to ${day(to)}`}`,
    },
    {
      name: 'sharpe',
      label: 'Sharpe ratio',
      value: risk.sharpe,
      part,
      limits,
      unit: 'ratio',
      reason: reasons.sharpe,
      under: 'Return above the risk-free rate per point of volatility',
    },
    {
      name: 'cagr_pct',
      label: 'CAGR',
      value: risk.cagr_pct,
      part,
      limits,
      unit: 'percent_points',
      isChange: true,
      reason: reasons.cagr_pct,
      under: 'Per year, from cost to value, since the first known value',
    },
  ];
}

function fallInWords({ peak_date, trough_date, recovery_date, to }: Risk): string {
  if (peak_date === null) return `No drawdown up to ${day(to)}`;
  const fall = `From ${day(peak_date)} to ${day(trough_date)}`;
  return recovery_date === null
    ? `${fall}, not recovered yet`
    : `${fall}, recovered on ${day(recovery_date)}`;
}
