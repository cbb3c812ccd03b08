import { Decimal, parseNumber } from '../../../platform/index.ts';
import type { ImportType } from './fields.ts';
import type {
  AmountProof,
  DifferingAmount,
  NumberedRow,
  ReadingContext,
  RowOf,
  StatedAmount,
  TransactionRow,
} from './rows.ts';

/** Of rows that state none. */
export const NO_AMOUNTS: AmountProof = { compared: 0, differing: [] };

/**
 * Compares what valid rows of a file come to with the amounts that the file states beside them. Prices are rounded by
 * those who print them, so a difference counts from what their last digit can make.
 */
export function compareAmounts<T extends ImportType>(
  type: T,
  rows: readonly RowOf<T>[],
  read: readonly NumberedRow[],
  context: ReadingContext,
): AmountProof {
  if (type !== 'transactions') return NO_AMOUNTS;
  const stated = new Map(
    read.flatMap(({ row, raw }) => (raw.stated === undefined ? [] : [[row, raw] as const])),
  );
  let compared = 0;
  const differing: DifferingAmount[] = [];
  for (const value of rows as readonly TransactionRow[]) {
    const raw = stated.get(value.row);
    if (raw?.stated === undefined) continue;
    const difference = differenceOf(value, raw.stated, raw.fields.price, context);
    if (difference === null) continue;
    compared++;
    if (difference !== 'none') differing.push(difference);
  }
  return { compared, differing };
}

/** The difference of one row; null where there is nothing to compare. `priceText` is the price as the file writes it. */
export function differenceOf(
  value: Pick<TransactionRow, 'row' | 'type' | 'quantity' | 'price' | 'fee_tax'>,
  { amount, charges }: StatedAmount,
  priceText: string | undefined,
  context: Pick<ReadingContext, 'decimal_mark'>,
): DifferingAmount | 'none' | null {
  const parsed = parseNumber(amount.trim(), context.decimal_mark);
  if ('problem' in parsed || value.type === 'SPLIT' || value.type === 'TRANSFER_IN') return null;
  const stated = new Decimal(parsed.value).abs();
  const units = new Decimal(value.quantity).abs();
  const gross = units.isZero() ? new Decimal(value.price) : units.times(value.price);
  const fee = new Decimal(value.fee_tax);
  const come = charges === 'apart' ? gross : value.type === 'BUY' ? gross.plus(fee) : gross.minus(fee);
  const tolerance = lastDigit(parsed.value, 2).plus(units.times(lastDigit(priceText ?? value.price, 10)));
  if (come.abs().minus(stated).abs().lte(tolerance)) return 'none';
  return { row: value.row, stated: stated.toFixed(), read: come.toDecimalPlaces(2).toFixed() };
}

/** What the last digit of a number stands for; brokers round to it in ways of their own, up as well as down. */
function lastDigit(text: string, most: number): Decimal {
  const decimals = /[.,](\d+)\D*$/.exec(text)?.[1]?.length ?? 0;
  // Noughts at the end are often left away: a price of 100 is one of 100.00.
  return new Decimal(10).pow(-Math.min(Math.max(decimals, 2), most));
}
