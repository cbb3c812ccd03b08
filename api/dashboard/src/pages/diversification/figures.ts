import type { Diversification } from '../../api/types.ts';
import type { Figure } from '../../components/figure-explained.tsx';

/** The headline figures; the largest holding has its name with it. */
export function figuresOf({ concentration, currency, ...report }: Diversification): Figure[] {
  const { reasons, holdings } = report;
  return [
    {
      name: 'total_value',
      label: 'Value',
      value: report.total_value,
      unit: currency,
      reason: reasons.total_value,
      under: `${holdings.length} ${holdings.length === 1 ? 'holding' : 'holdings'}`,
      badge: report.is_estimated ? 'estimate' : undefined,
    },
    {
      name: 'concentration.largest_pct',
      label: 'Largest holding',
      value: concentration.largest_pct,
      unit: 'percent_points',
      reason: reasons.concentration,
      under: concentration.largest ?? undefined,
    },
    {
      name: 'herfindahl',
      label: 'Herfindahl index',
      value: report.herfindahl,
      unit: 'ratio',
      reason: reasons.herfindahl,
      under: 'Near 0: spread over many holdings. 1: all in one',
    },
  ];
}
