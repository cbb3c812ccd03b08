import { Decimal } from '../../platform/index.ts';
import { numberOf, numberOrNull } from './conversion.ts';
import { GRANDFATHERED_ON } from './grandfathering.ts';
import type { SoldRow } from './rows.ts';
import type { Schedule112aRow } from './view.ts';

/** The day from which the rate is 12.5 %. */
const NEW_RATE_FROM = '2024-07-23';

/**
 * Long-term sales of listed equity and equity funds as Schedule 112A wants them, one row for each purchase: the full
 * value is before fees, the fee of the purchase is in the cost, that of the sale among the expenses.
 */
export function schedule112aRows(sold: readonly SoldRow[]): Schedule112aRow[] {
  return sold.flatMap((row) => {
    const rule = row.applied.find(({ rule: { taxed } }) => taxed.is_112a === true);
    if (rule === undefined || row.lot.currency !== 'INR') return [];
    return [rowOf(row)];
  });
}

function rowOf({ lot, old, part, security }: SoldRow): Schedule112aRow {
  const fullValue = part.proceeds.plus(part.fee);
  const cost = old?.cost ?? part.cost;
  const deductions = cost.plus(part.fee);
  const fmv = old?.fmv ?? null;
  return {
    acquired: part.buy_date <= GRANDFATHERED_ON ? 'BE' : 'AE',
    transferred: part.sell_date < NEW_RATE_FROM ? 'BE' : 'AE',
    isin: lot.isin,
    name: lot.name ?? lot.symbol,
    buy_date: part.buy_date,
    sell_date: part.sell_date,
    quantity: lot.quantity,
    sale_price: perUnit(fullValue, part.quantity),
    full_value: numberOf(fullValue),
    cost_used: numberOf(cost),
    actual_cost: lot.cost,
    capped_fmv: numberOrNull(old?.capped ?? null),
    fmv_per_unit: fmv === null ? null : perUnit(fmv, part.quantity),
    fmv_total: numberOrNull(fmv),
    expenses: numberOf(part.fee),
    total_deductions: numberOf(deductions),
    balance: numberOf(fullValue.minus(deductions)),
    remark: old !== null && old.fmv === null ? security.old_price.reason : null,
  };
}

function perUnit(amount: Decimal, units: Decimal): number {
  return numberOf(amount.div(units).toDecimalPlaces(10));
}
