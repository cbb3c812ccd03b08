import { Decimal } from '../../platform/index.ts';
import { ACTIVITY_EFFECTS, hasPrice, TRANSACTION_TYPES, type TransactionType } from './transaction.ts';

const listed = (wanted: (type: TransactionType) => boolean): string =>
  TRANSACTION_TYPES.filter(wanted)
    .map((type) => `'${type}'`)
    .join(', ');
/** Dividends and cash: no units move. */
const isMoneyAlone = (type: TransactionType): boolean =>
  hasPrice(type) && ACTIVITY_EFFECTS[type].quantity === 'keeps';
const isCash = (type: TransactionType): boolean =>
  isMoneyAlone(type) && ACTIVITY_EFFECTS[type].realises === 'nothing';

/**
 * What a row comes to before charges, as the replay reads it: quantity × price; the price where a dividend or cash has no
 * quantity, and the quantity where cash has no price. Negative where the row takes another back; null where no money moves.
 */
export function rowAmount(row: { type: TransactionType; quantity: Decimal; price: Decimal }): Decimal | null {
  const { type, quantity, price } = row;
  if (!hasPrice(type)) return null;
  if (isMoneyAlone(type) && quantity.isZero()) return price;
  return isCash(type) && price.isZero() ? quantity : quantity.times(price);
}

/**
 * The same in SQL, of a row `t` of `portfolio.transactions`. A row that the replay leaves out has one too: a sum needs
 * IS_REPLAYED as well.
 */
export const ROW_AMOUNT = `case
    when t.type in (${listed((type) => !hasPrice(type))}) then null
    when t.quantity = 0 and t.type in (${listed(isMoneyAlone)}) then t.price
    when t.price = 0 and t.type in (${listed(isCash)}) then t.quantity
    else t.quantity * t.price end`;

/**
 * SQL of what a row `t` puts into the investor's pocket after charges and tax: negative where it was paid, null where no
 * money moves. A sale counts whole, whether a purchase of its units is known or not.
 */
export const ROW_MONEY = `(${ROW_AMOUNT}) * case when t.type in (${listed((type) => ACTIVITY_EFFECTS[type].cash < 0)}) then -1 else 1 end - t.fee_tax`;
