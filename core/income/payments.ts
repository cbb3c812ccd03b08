import { Decimal, decimal, daysBetween } from '../platform/index.ts';
import { type LedgerTransaction, rowAmount, type TransactionSource } from '../portfolio/index.ts';

/** A DIVIDEND of the ledger. */
export type DividendRow = LedgerTransaction & { id: string; type: 'DIVIDEND'; source: TransactionSource };

/** Money that came, as the ledger has it. */
export interface Payment {
  portfolio_id: string;
  symbol: string;
  isin: string | null;
  asset_class: string | null;
  currency: string;
  /** Day of the ledger's row; brokers' reports date some payments by their ex-date. */
  date: string;
  /** Null where the row tells the whole amount only. */
  quantity: Decimal | null;
  per_unit: Decimal | null;
  /** Before tax; negative where a payment was taken back that is not on record. */
  gross: Decimal;
  tax: Decimal;
  source: TransactionSource;
  /** From 1 among the payments of one symbol, day and currency. */
  nth: number;
}

/** What is taken back is taken back within the year of account or at its end. */
const LONGEST_UNTIL_TAKEN_BACK_DAYS = 400;

/**
 * The payments of one symbol in one portfolio. A row with a negative quantity takes a payment back: the latest one
 * before it of the same amount and tax, and both are gone. Where there is none, the row stays as a negative payment, so
 * that the sum is the ledger's in any case.
 * @param portfolioId whose rows these are.
 */
export function paymentsOf(portfolioId: string, rows: readonly DividendRow[]): Payment[] {
  const open: (Omit<Payment, 'nth'> & { isTakenBack: boolean })[] = [];
  const inOrder = rows.toSorted(
    (a, b) => compare(a.date, b.date) || sign(b) - sign(a) || Number(a.id) - Number(b.id),
  );
  for (const row of inOrder) {
    const quantity = decimal(row.quantity);
    const price = decimal(row.price);
    const tax = decimal(row.fee_tax);
    const gross = rowAmount({ type: 'DIVIDEND', quantity, price });
    if (gross === null || gross.isZero()) continue;
    const undone = gross.isNegative()
      ? open.findLast(
          (one) =>
            !one.isTakenBack &&
            one.currency === row.currency &&
            one.gross.eq(gross.negated()) &&
            one.tax.eq(tax.negated()) &&
            daysBetween(one.date, row.date) <= LONGEST_UNTIL_TAKEN_BACK_DAYS,
        )
      : undefined;
    if (undone !== undefined) {
      undone.isTakenBack = true;
      continue;
    }
    const tellsUnits = quantity.gt(0);
    open.push({
      portfolio_id: portfolioId,
      symbol: row.symbol,
      isin: row.isin ?? null,
      asset_class: row.asset_class ?? null,
      currency: row.currency,
      date: row.date,
      quantity: tellsUnits ? quantity : null,
      per_unit: tellsUnits ? price : null,
      gross,
      tax,
      source: row.source,
      isTakenBack: false,
    });
  }
  const seen = new Map<string, number>();
  return open
    .filter(({ isTakenBack }) => !isTakenBack)
    .map(({ isTakenBack: _gone, ...payment }) => {
      const key = `${payment.date} ${payment.currency}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return { ...payment, nth };
    });
}

/** Several payments as one; what each paid for a unit is lost. */
export function together(parts: readonly Payment[]): Payment {
  const [first, ...others] = parts;
  if (first === undefined) throw new RangeError('there is no payment to take together');
  if (others.length === 0) return first;
  const zero = new Decimal(0);
  return {
    ...first,
    quantity: null,
    per_unit: null,
    gross: parts.reduce((sum, { gross }) => sum.plus(gross), zero),
    tax: parts.reduce((sum, { tax }) => sum.plus(tax), zero),
  };
}

/** The money that stays after the tax withheld. */
export const netOf = ({ gross, tax }: Pick<Payment, 'gross' | 'tax'>): Decimal => gross.minus(tax);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const sign = (row: DividendRow): number => (String(row.quantity).startsWith('-') ? -1 : 1);
