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
  /** BE: acquired on or before 31 January 2018; AE: after. Null for units held later whose purchase day is unknown. */
  acquired: 'BE' | 'AE' | null;
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
  /** Null where unknown: the sale still has its row. */
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

/** The exact amounts of a row. */
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
  return listed(sold).map((rows) => rowOf(rows[0], rows.map(figuresOf).reduce(sum)));
}

/** Sales of units of unknown cost that belong into the schedule: without a cost, and with what to do about it. */
export function costless112aRows(costless: readonly CostlessRow[]): Schedule112aRow[] {
  return listed(costless).map((rows): Schedule112aRow => {
    const [{ lot, part }] = rows;
    const all = (of: (row: CostlessRow['part']) => Decimal) => rows.map((row) => of(row.part)).reduce(plus);
    const [quantity, fee] = [all((one) => one.quantity), all((one) => one.fee)];
    const full = all(({ proceeds }) => proceeds).plus(fee);
    return {
      ...saleCells(lot, part, { full, quantity }),
      acquired: part.buy_date <= GRANDFATHERED_ON ? 'BE' : part.is_opening ? null : 'AE',
      cost_used: null,
      actual_cost: null,
      capped_fmv: null,
      fmv_per_unit: null,
      fmv_total: null,
      expenses: numberOf(fee),
      total_deductions: null,
      balance: null,
      remark: [lot.cost_reason, lot.provisional_reason].filter((one) => one !== null).join(' '),
    };
  });
}

type Listed = Pick<SoldRow, 'applied' | 'lot'> & { part: { quantity: Decimal } };

/**
 * Rows of the schedule. The parts of a sale that was taken back on its own day are one row, or none
 * where nothing is left of it.
 */
function listed<Row extends Listed>(rows: readonly Row[]): [Row, ...Row[]][] {
  const own = rows.filter(
    ({ applied, lot }) => lot.currency === 'INR' && applied.some(({ rule }) => rule.taxed.is_112a === true),
  );
  const undone = new Set(own.filter(({ part }) => part.quantity.isNegative()).map(placeOf));
  const places = new Map<string, [Row, ...Row[]]>();
  for (const [at, row] of own.entries()) {
    const place = placeOf(row);
    const key = undone.has(place) ? place : String(at);
    const known = places.get(key);
    if (known === undefined) places.set(key, [row]);
    else known.push(row);
  }
  const units = (all: readonly Row[]) => all.map(({ part }) => part.quantity).reduce(plus);
  return [...places.values()].filter((all) => !units(all).isZero());
}

/** The same purchase sold on the same day. */
function placeOf({ lot }: Listed): string {
  const { portfolio, symbol, buy_transaction_id, buy_date, sell_date } = lot;
  return [portfolio, symbol, buy_transaction_id, buy_date, sell_date].join('\n');
}

const plus = (one: Decimal, other: Decimal): Decimal => one.plus(other);

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

/** Cells about the share and its sale, which no cost changes. */
function saleCells(
  lot: Pick<SoldRow['lot'], 'isin' | 'name' | 'symbol'>,
  { buy_date, sell_date }: { buy_date: string; sell_date: string },
  { full, quantity }: { full: Decimal; quantity: Decimal },
) {
  return {
    transferred: sell_date < NEW_RATE_FROM ? ('BE' as const) : ('AE' as const),
    isin: lot.isin,
    name: lot.name ?? lot.symbol,
    buy_date,
    sell_date,
    quantity: numberOf(quantity),
    sale_price: perUnit(full, quantity),
    full_value: numberOf(full),
  };
}

function rowOf({ lot, old, part, security }: SoldRow, figures: Figures): Schedule112aRow {
  const { capped, expenses, fmv, full, paid, quantity, used } = figures;
  const deductions = used?.plus(expenses) ?? null;
  return {
    ...saleCells(lot, part, { full, quantity }),
    acquired: part.buy_date <= GRANDFATHERED_ON ? 'BE' : 'AE',
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
