import { numberOf, type ValuedHolding } from './holding-value.ts';
import { type Amount, percentOf } from '../../platform/index.ts';
import type { Allocation, AllocationSlice } from './view.ts';

/** Label of holdings that no sector is known for. */
const UNCLASSIFIED = 'Unclassified';

/** Spreads holdings over asset classes, sectors, currencies and portfolios, largest part first. */
export function allocationOf(holdings: readonly ValuedHolding[]): Allocation {
  const basis = holdings.length === 0 || holdings.some(({ base }) => base.value !== null) ? 'value' : 'cost';
  const by = (label: (valued: ValuedHolding) => string): AllocationSlice[] => slices(holdings, basis, label);
  return {
    basis,
    asset_class: by(({ holding }) => holding.asset_class),
    sector: by(({ holding }) => holding.sector?.trim() || UNCLASSIFIED),
    currency: by(({ holding }) => holding.currency),
    portfolio: by(({ holding }) => holding.portfolio),
  };
}

function slices(
  holdings: readonly ValuedHolding[],
  basis: 'value' | 'cost',
  labelOf: (valued: ValuedHolding) => string,
): AllocationSlice[] {
  const parts = new Map<string, { amount: Amount; count: number; unvalued: number }>();
  let whole = 0n;
  for (const valued of holdings) {
    const label = labelOf(valued);
    let part = parts.get(label);
    if (part === undefined) parts.set(label, (part = { amount: 0n, count: 0, unvalued: 0 }));
    const amount = valued.base[basis];
    part.count++;
    if (amount === null) part.unvalued++;
    else {
      part.amount += amount;
      whole += amount;
    }
  }
  return [...parts]
    .sort(([a, x], [b, y]) => (x.amount === y.amount ? (a < b ? -1 : 1) : x.amount > y.amount ? -1 : 1))
    .map(([label, { amount, count, unvalued }]) => {
      const known = unvalued < count;
      return {
        label,
        value: known ? numberOf(amount) : null,
        share_pct: known ? percentOf(amount, whole) : null,
        holdings_count: count,
        unvalued_count: unvalued,
      };
    });
}
