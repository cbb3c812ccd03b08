import type { Decimal } from '../../../platform/index.ts';
import { fiscalKey, keyOf } from '../period-key.ts';
import { addWhereMissing, type DerivationContext } from './derive.ts';

const FORMULA = 'revenue of the year before × (1 + expected growth)';

/**
 * The revenue that a company's own guidance of growth comes to, on what it reported for the year before; a range stays one.
 * Only for whole years: guidance of a part says nothing of which quarter it is measured against.
 */
export function deriveExpectedRevenue({ book, reporting }: DerivationContext): void {
  for (const growth of book.of('guidance_revenue_growth_pct')) {
    const { scope, scope_detail, period, is_validated } = growth.fact;
    const of = fiscalKey(period.key);
    if (!is_validated || of === null || of.part !== 'FY') continue;
    const before = book.get('revenue', reporting, null, keyOf(of.year - 1, 'FY'));
    if (before === null || before.chosen.value.lte(0)) continue;
    const after = (percent: Decimal) => before.chosen.value.times(percent.div(100).plus(1));
    const { value, value_high } = growth.chosen;
    addWhereMissing(book, {
      metric: 'guidance_revenue',
      scope,
      scope_detail,
      period,
      unit: before.fact.unit,
      value: after(value),
      value_high: value_high === null ? null : after(value_high),
      shape: 'single',
      formula: FORMULA,
      inputs: [growth, before],
    });
  }
}
