import { Decimal } from '../../platform/index.ts';
import { minus, numberOf, numberOrNull } from './conversion.ts';
import { GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import { oldPriceOf } from './old-share.ts';
import type { CostlessRow } from './costless-row.ts';
import type { SoldRow } from './rows.ts';
import type { TaxNote } from './view.ts';

/** The day from which the rate is 12.5 %. */
const NEW_RATE_FROM = '2024-07-23';

/** One row of Schedule 112A: long-term sales of listed equity and equity funds, in rupees. */
export interface Schedule112aRow {
  /** BE: acquired on or before 31 January 2018; AE: after. */
  acquired: 'BE' | 'AE';
  /** BE: sold before 23 July 2024; AE: on that day or after. */
  transferred: 'BE' | 'AE';
  isin: string | null;
  name: string;
  buy_date: string;
  sell_date: string;
  quantity: number;
  sale_price: number;
  full_value: number;
  /** The higher of what was paid and the lower of the value of 31 January 2018 and the full value; null without that value. */
  cost_used: number | null;
  /** Null where nobody knows it: the row is there so that the sale is not forgotten. */
  actual_cost: number | null;
  /** The lower of the value of 31 January 2018 and the full value; null for later purchases and where it is unknown. */
  capped_fmv: number | null;
  fmv_per_unit: number | null;
  fmv_total: number | null;
  expenses: number;
  total_deductions: number | null;
  balance: number | null;
  /** Why a figure of 31 January 2018 is missing, and why the row may still change; null where neither is so. */
  remark: string | null;
}

/** The schedule of a financial year. */
export interface Schedule112a {
  fy: string;
  portfolio: string;
  rows: Schedule112aRow[];
  notes: TaxNote[];
  disclaimer: string;
}

/** What a row is made of, exact. */
interface Figures {
  quantity: Decimal;
  full: Decimal;
  paid: Decimal;
  used: Decimal | null;
  capped: Decimal | null;
  fmv: Decimal | null;
  expenses: Decimal;
}

/**
 * Long-term sales of listed equity and equity funds as Schedule 112A wants them, one row for each purchase: the full
 * value is before fees, the fee of the purchase is in the cost, that of the sale among the expenses. A sale that was
 * taken back on its own day is no row, or one of what is left of it.
 */
export function schedule112aRows(sold: readonly SoldRow[]): Schedule112aRow[] {
  const listed = sold.filter(
    ({ applied, lot }) => lot.currency === 'INR' && applied.some(({ rule }) => rule.taxed.is_112a === true),
  );
  const undone = new Set(listed.filter(({ part }) => part.kind === 'SALE_CANCELLED').map(placeOf));
  const merged = new Map<string, { row: SoldRow; figures: Figures }>();
  for (const [at, row] of listed.entries()) {
    const place = placeOf(row);
    const key = undone.has(place) ? place : String(at);
    const known = merged.get(key);
    const figures = figuresOf(row);
    merged.set(
      key,
      known === undefined ? { row, figures } : { row: known.row, figures: sum(known.figures, figures) },
    );
  }
  return [...merged.values()]
    .filter(({ figures }) => !figures.quantity.isZero())
    .map(({ row, figures }) => rowOf(row, figures));
}

/** Sales of units of unknown cost that belong into the schedule: without a cost, and with what to do about it. */
export function costless112aRows(costless: readonly CostlessRow[]): Schedule112aRow[] {
  return costless
    .filter(
      ({ applied, lot }) => lot.currency === 'INR' && applied.some(({ rule }) => rule.taxed.is_112a === true),
    )
    .map(({ lot, part }): Schedule112aRow => {
      const full = part.proceeds.plus(part.fee);
      return {
        acquired: part.buy_date <= GRANDFATHERED_ON ? 'BE' : 'AE',
        transferred: part.sell_date < NEW_RATE_FROM ? 'BE' : 'AE',
        isin: lot.isin,
        name: lot.name ?? lot.symbol,
        buy_date: part.buy_date,
        sell_date: part.sell_date,
        quantity: numberOf(part.quantity),
        sale_price: perUnit(full, part.quantity),
        full_value: numberOf(full),
        cost_used: null,
        actual_cost: null,
        capped_fmv: null,
        fmv_per_unit: null,
        fmv_total: null,
        expenses: numberOf(part.fee),
        total_deductions: null,
        balance: null,
        remark: [lot.cost_reason, lot.provisional_reason].filter((one) => one !== null).join(' '),
      };
    });
}

/** The same purchase sold on the same day. */
function placeOf({ part, security }: SoldRow): string {
  return [security.portfolio, security.symbol, part.buy_id, part.buy_date, part.sell_date].join('\n');
}

function figuresOf({ old, part }: SoldRow): Figures {
  return {
    quantity: part.quantity,
    full: part.proceeds.plus(part.fee),
    paid: part.cost,
    used: old === null ? part.cost : old.fmv === null ? null : old.cost,
    capped: old?.capped ?? null,
    fmv: old?.fmv ?? null,
    expenses: part.fee,
  };
}

function sum(one: Figures, other: Figures): Figures {
  const both = (a: Decimal | null, b: Decimal | null) => (a === null || b === null ? null : a.plus(b));
  return {
    quantity: one.quantity.plus(other.quantity),
    full: one.full.plus(other.full),
    paid: one.paid.plus(other.paid),
    used: both(one.used, other.used),
    capped: both(one.capped, other.capped),
    fmv: both(one.fmv, other.fmv),
    expenses: one.expenses.plus(other.expenses),
  };
}

function rowOf({ lot, old, part, security }: SoldRow, figures: Figures): Schedule112aRow {
  const { capped, expenses, fmv, full, paid, quantity, used } = figures;
  const deductions = used?.plus(expenses) ?? null;
  return {
    acquired: part.buy_date <= GRANDFATHERED_ON ? 'BE' : 'AE',
    transferred: part.sell_date < NEW_RATE_FROM ? 'BE' : 'AE',
    isin: lot.isin,
    name: lot.name ?? lot.symbol,
    buy_date: part.buy_date,
    sell_date: part.sell_date,
    quantity: numberOf(quantity),
    sale_price: perUnit(full, quantity),
    full_value: numberOf(full),
    cost_used: numberOrNull(used),
    actual_cost: numberOf(paid),
    capped_fmv: numberOrNull(capped),
    fmv_per_unit: fmv === null ? null : perUnit(fmv, quantity),
    fmv_total: numberOrNull(fmv),
    expenses: numberOf(expenses),
    total_deductions: numberOrNull(deductions),
    balance: numberOrNull(minus(full, deductions)),
    remark:
      [old !== null && fmv === null ? oldPriceOf(security, part).reason : null, lot.provisional_reason]
        .filter((one) => one !== null)
        .join(' ') || null,
  };
}

function perUnit(amount: Decimal, units: Decimal): number {
  return numberOf(amount.div(units).toDecimalPlaces(10));
}
