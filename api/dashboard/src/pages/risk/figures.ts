import { day } from '../../../../../charts/index.ts';
import type { Risk } from '../../api/types.ts';
import type { Figure } from '../../parts/figure-explained.tsx';

/** The headline figures in the order in which they are read. */
export function figuresOf(risk: Risk): Figure[] {
  const { reasons } = risk;
  return [
    {
      name: 'max_drawdown_pct',
      label: 'Deepest fall',
      value: risk.max_drawdown_pct,
      unit: 'percent_points',
      reason: reasons.max_drawdown_pct,
      under: fallInWords(risk),
    },
    {
      name: 'current_drawdown_pct',
      label: 'Below its highest',
      value: risk.current_drawdown_pct,
      unit: 'percent_points',
      reason: reasons.current_drawdown_pct,
      under: risk.to === null ? undefined : `On ${day(risk.to)}`,
    },
    {
      name: 'volatility_pct',
      label: 'Volatility',
      value: risk.volatility_pct,
      unit: 'percent_points',
      reason: reasons.volatility_pct,
      under: `A year, from ${risk.returns_count.toLocaleString('en-IN')} daily returns${risk.to === null ? '' : ` to ${day(risk.to)}`}`,
    },
    {
      name: 'sharpe',
      label: 'Sharpe ratio',
      value: risk.sharpe,
      unit: 'ratio',
      reason: reasons.sharpe,
      under: 'Return beyond the risk-free rate, for each point of volatility',
    },
    {
      name: 'cagr_pct',
      label: 'CAGR',
      value: risk.cagr_pct,
      unit: 'percent_points',
      isChange: true,
      reason: reasons.cagr_pct,
      under: 'A year, from cost to value, since the first day with a value',
    },
  ];
}

function fallInWords({ peak_date, trough_date, recovery_date, to }: Risk): string {
  if (peak_date === null) return `Never below its highest day up to ${day(to)}`;
  const fall = `From ${day(peak_date)} to ${day(trough_date)}`;
  return recovery_date === null
    ? `${fall}, not made good yet`
    : `${fall}, made good on ${day(recovery_date)}`;
}
