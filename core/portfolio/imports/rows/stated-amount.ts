import { Decimal, isNear, parseNumber, toScale } from '../../../platform/index.ts';
import type { ImportType } from './fields.ts';
import type {
  AmountProof,
  DifferingAmount,
  NumberedRow,
  RawRow,
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

/**
 * The difference of one row beyond the rounding of its figures; null where there is nothing to compare. `priceText` is the
 * price as the file writes it.
 */
export function differenceOf(
  value: Pick<TransactionRow, 'row' | 'type' | 'quantity' | 'price' | 'fee_tax'>,
  stated: StatedAmount,
  priceText: string | undefined,
  context: Pick<ReadingContext, 'decimal_mark'>,
): DifferingAmount | 'none' | null {
  const found = amountsOf(value, stated, new Decimal(value.price), priceText, context);
  if (found === null) return null;
  const { come, amount, readings, rounding } = found;
  if (readings.some((gross) => come.minus(gross).abs().lte(rounding))) return 'none';
  return { row: value.row, ...figuresOf(come, amount, value, stated) };
}

/**
 * The price of a valid row by the amount that the file states. Within a percent the amount is right: a price that its digits
 * do not explain follows it. Beyond, both figures are returned as the difference, and a person decides. A bond may be quoted
 * per 100 of its face value.
 */
export function priceByAmount(
  value: TransactionRow,
  { stated, fields, totals }: RawRow,
  context: Pick<ReadingContext, 'decimal_mark'>,
): { price: string } | { difference: Pick<DifferingAmount, 'stated' | 'read'> } {
  const kept = { price: value.price };
  if (stated === undefined) return kept;
  const printed = parseNumber(fields.price?.trim() ?? '', context.decimal_mark);
  const price = 'problem' in printed || /^0*$/.test(printed.value) ? value.price : printed.value;
  const found = amountsOf(value, stated, new Decimal(price), fields.price, context);
  if (found === null) return kept;
  const { come, readings, rounding, amount } = found;
  const isFree = come.isZero() && amount.isZero();
  if (isFree || readings.some((gross) => come.minus(gross).abs().lte(rounding))) return kept;
  const units = new Decimal(value.quantity).abs();
  const off = (worth: Decimal, gross: Decimal) => worth.minus(gross).abs();
  const nearest = (worth: Decimal) =>
    readings
      .filter((gross) => gross.gt(0) && isNear(worth, gross, gross.times(stated.within ?? 0)))
      // Charges that are in the amount must not be counted a second time.
      .toSorted((one, other) => off(worth, one).cmp(off(worth, other)))[0];
  const gross = nearest(come) ?? (value.asset_class === 'Bond' ? nearest(come.div(100)) : undefined);
  if (gross === undefined) return { difference: figuresOf(come, amount, value, stated) };
  return totals?.price === undefined && !units.isZero()
    ? { price: toScale(gross.div(units)).toFixed() }
    : kept;
}

type Figures = Pick<TransactionRow, 'type' | 'quantity' | 'price' | 'fee_tax'>;

/** Units × price, the amount, what it is without charges by each reading, and what printed digits explain. */
function amountsOf(
  value: Figures,
  { amount: text, charges }: StatedAmount,
  price: Decimal,
  priceText: string | undefined,
  context: Pick<ReadingContext, 'decimal_mark'>,
) {
  const parsed = parseNumber(text.trim(), context.decimal_mark);
  if ('problem' in parsed || !MONEY_MOVES.has(value.type)) return null;
  const amount = new Decimal(parsed.value).abs();
  const units = new Decimal(value.quantity).abs();
  const come = units.isZero() ? price : units.times(price);
  const fee = new Decimal(value.fee_tax);
  const net = value.type === 'BUY' ? amount.minus(fee) : amount.plus(fee);
  // A dividend is stated before its tax or after it.
  const isEither = charges === 'either' || (value.type === 'DIVIDEND' && !fee.isZero());
  const readings = charges === 'included' ? [net] : [amount];
  if (isEither) readings.push(charges === 'included' ? amount : net);
  const rounding = lastDigit(parsed.value, 2)
    .plus(units.times(lastDigit(priceText ?? value.price, 10)))
    // Units of funds are rounded, too.
    .plus(units.isInteger() ? 0 : price.times(lastDigit(value.quantity, 10)));
  return { come: come.abs(), amount, readings, rounding };
}

const MONEY_MOVES: ReadonlySet<string> = new Set(['BUY', 'SELL', 'DIVIDEND']);

/** Both figures of a contradiction: what the file states, and what its quantity and price come to with the same charges. */
function figuresOf(come: Decimal, amount: Decimal, value: Figures, { charges }: StatedAmount) {
  const fee = new Decimal(charges === 'included' ? value.fee_tax : 0);
  const read = value.type === 'BUY' ? come.plus(fee) : come.minus(fee);
  return { stated: amount.toFixed(), read: read.toDecimalPlaces(2).toFixed() };
}

/** What the last digit of a number stands for; brokers round to it in ways of their own, up as well as down. */
function lastDigit(text: string, most: number): Decimal {
  const decimals = /[.,](\d+)\D*$/.exec(text)?.[1]?.length ?? 0;
  // Noughts at the end are often left away: a price of 100 is one of 100.00.
  return new Decimal(10).pow(-Math.min(Math.max(decimals, 2), most));
}
