import { Decimal, isNear, markProvedBy } from '../../../platform/index.ts';
import { amountIn } from './table.ts';

/** The decimal mark that cells of a file prove; `likely` where none does, or they contradict each other. */
export function markOf(cells: Iterable<string>, likely: '.' | ','): '.' | ',' {
  const marks = new Set<'.' | ','>();
  for (const cell of cells) {
    const mark = markProvedBy(cell.trim());
    if (mark !== null) marks.add(mark);
  }
  return marks.size === 1 ? ([...marks][0] ?? likely) : likely;
}

/** A number of a cell with a dot for decimals; text that is no number stays as it is, so that the row says so. */
export function plain(text: string, mark: '.' | ','): string {
  return amountIn(text, mark)?.toFixed() ?? text;
}

/** What a currency's name in a file means: pence are counted as pounds. */
export interface Unit {
  currency: string;
  /** How many of what the file counts make one of the currency. */
  per: number;
}

/** The currency of a file's code for it. */
export function unitOf(code: string): Unit {
  const text = code.trim();
  return /^GBX$/i.test(text) || text === 'GBp'
    ? { currency: 'GBP', per: 100 }
    : { currency: text.toUpperCase(), per: 1 };
}

/** What one unit of the last digit of a price is. Noughts at the end are often left away: 100 is 100.00. */
export function lastDigit(text: string, mark: '.' | ','): Decimal {
  const at = text.lastIndexOf(mark);
  const decimals = at === -1 ? 0 : (/^\d*/.exec(text.slice(at + 1))?.[0].length ?? 0);
  return new Decimal(10).pow(-Math.max(decimals, 2));
}

/**
 * The amount of a trade without its charges: brokers round prices, so what moved comes first, and the price only tells
 * whether the charges are in it.
 */
export function settled(trade: {
  side: 'BUY' | 'SELL';
  units: Decimal;
  /** As found, of one unit, and how many units it is of. */
  price: Decimal | null;
  priceDigit: Decimal;
  total: Decimal;
  charges: Decimal;
}): Decimal {
  const { side, price, priceDigit } = trade;
  const units = trade.units.abs();
  const total = trade.total.abs();
  const gross = side === 'BUY' ? total.minus(trade.charges) : total.plus(trade.charges);
  if (price === null) return gross;
  const come = units.times(price);
  const rounding = units.times(priceDigit).plus('0.02');
  const isOf = (amount: Decimal) => come.minus(amount).abs().lte(rounding);
  return !isOf(gross) && (isOf(total) || (!isNear(come, gross) && isNear(come, total))) ? total : gross;
}
