import type { MetricId } from '../../port/index.ts';
import type { Amount, PrintedUnit } from './amounts.ts';
import type { Direction } from './direction.ts';

/** Figures that say how much something changed: their sign is in the words. */
const CHANGES: ReadonlySet<MetricId> = new Set<MetricId>([
  'revenue_growth_pct',
  'revenue_cagr_pct',
  'net_income_cagr_pct',
  'price_return_1y_pct',
  'index_return_1y_pct',
  'guidance_revenue_growth_pct',
]);

export const isChange = (metric: MetricId): boolean => CHANGES.has(metric);

/** Whether figures of a unit may be printed so. `isPriced`: words of a price or of EPS stand before it. */
export function hasUnit(unit: string, printed: PrintedUnit, isPriced: boolean): boolean {
  const [code = '', per] = unit.split('/');
  const isMoney = /^[A-Z]{3}$/.test(code);
  switch (printed.kind) {
    case 'MONEY': {
      if (!isMoney || (printed.currency !== null && printed.currency !== code)) return false;
      return printed.isPerShare ? per === 'share' : true;
    }
    case 'PERCENT':
    case 'BASIS_POINTS':
      return unit === 'pct';
    case 'TIMES':
      return unit === 'ratio';
    case 'SHARES':
      return unit === 'shares';
    case 'SCALED':
      return (isMoney && per === undefined) || unit === 'shares' || unit === 'count';
    case 'BARE':
      return ['ratio', 'count', 'shares'].includes(unit) || (per === 'share' && isPriced);
  }
}

/** Whether the sign of a fact is that of the number as its sentence has it. */
export function hasSign(
  metric: MetricId,
  value: number,
  { sign, unit }: Pick<Amount, 'sign' | 'unit'>,
  { change, result, isDifference }: Direction,
): boolean {
  if (unit.kind === 'MONEY' && isDifference) return false;
  if (sign === 'MINUS') return value < 0;
  if (sign === 'PLUS') return value >= 0;
  if (sign === 'BRACKETS') return true;
  const isPercent = unit.kind === 'PERCENT' || unit.kind === 'BASIS_POINTS';
  if (isPercent) {
    if (change !== null) {
      // "Margins rose 11.7%" is no level of a margin.
      if (!isChange(metric)) return false;
      return change === 'UP' ? value >= 0 : value <= 0;
    }
    if (result === 'LOSS' && isChange(metric)) return value <= 0;
    return value >= 0 || result === 'LOSS';
  }
  const signed =
    /^(net_income|profit_before|comprehensive_income|operating_income|ebitda|eps_|.*cash_flow|exceptional_items)/.test(
      metric,
    );
  if (!signed) return value >= 0;
  if (result === 'LOSS') return value <= 0;
  return value >= 0;
}
