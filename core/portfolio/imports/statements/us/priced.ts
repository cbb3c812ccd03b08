import { Decimal, isNear } from '../../../../platform/index.ts';
import type { RawRow } from '../../rows/index.ts';
import { amountIn } from '../table.ts';

const CENT = '0.01';

/** A purchase or sale as a broker's file has it. */
interface Priced {
  side: 'BUY' | 'SELL';
  /** Above 0. */
  units: Decimal;
  /** Text of the price of one unit, of 100 of a bond's face value, or ''. */
  price: string;
  /** Text of the money that moved, after all charges, or ''. */
  amount: string;
  /** Commission, fees and the like. */
  charges: Decimal;
  /** It goes by a number, as bonds do, so its price may be per 100 of face value. */
  mayBeBond: boolean;
}

/**
 * What a trade cost per unit, proved by the money that moved. A bond is quoted per 100 of its face value, so its price is
 * worked out of the money. A row whose money is neither waits for a person.
 */
export function priced(trade: Priced): Pick<RawRow, 'fields' | 'totals' | 'stated'> {
  const { side, units, charges } = trade;
  const price = amountIn(trade.price);
  const moved = amountIn(trade.amount)?.abs() ?? null;
  const fields = { type: side, quantity: units.toFixed(), fee_tax: charges.toFixed() };
  const asFound = trade.price === '' ? {} : { price: trade.price };
  if (moved === null) return { fields: { ...fields, ...asFound } };
  const gross = side === 'BUY' ? moved.minus(charges) : moved.plus(charges);
  const stated = { amount: moved.toFixed(), charges: 'included' as const };
  if (gross.isNegative()) return { fields: { ...fields, ...asFound }, stated };
  const byAmount = { fields, totals: { price: gross.toFixed() }, stated };
  if (price === null || (price.isZero() && !gross.isZero())) return byAmount;
  if (gross.minus(units.times(price)).abs().lte(CENT)) return { fields: { ...fields, ...asFound }, stated };
  // The price is rounded, the money is not.
  if (isAbout(gross, units.times(price), units, trade.price)) return byAmount;
  if (!trade.mayBeBond || !isPer100(trade, gross)) return { fields: { ...fields, ...asFound }, stated };
  return {
    ...byAmount,
    fields: { ...fields, asset_class: 'Bond', note: 'The file has its price per 100 of face value.' },
  };
}

function isPer100({ units, price: text }: Priced, gross: Decimal): boolean {
  const price = amountIn(text);
  return price !== null && isAbout(gross, units.times(price).div(100), units.div(100), text);
}

/** Whether money is what units and price come to, within a percent, or as far as the last digits of money and price tell. */
function isAbout(money: Decimal, comes: Decimal, units: Decimal, price: string): boolean {
  const decimals = /\.(\d+)\D*$/.exec(price)?.[1]?.length ?? 0;
  // Noughts at the end are often left away: a price of 98.2 is one of 98.20.
  const rounding = units.times(new Decimal(10).pow(-Math.min(Math.max(decimals, 2), 10)));
  return isNear(comes, money, rounding.plus(CENT));
}

/**
 * All charges within an amount: what a trade came to, in whole cents, less what moved. Fees of exchanges have no column in
 * some files. They are there only where they can be some, which is far below a hundredth of the trade beside its
 * commission; else the commission alone counts, and the row has to prove itself.
 */
export function feeWithin(
  side: 'BUY' | 'SELL',
  {
    quantity,
    price,
    amount,
    commission = '',
  }: { quantity: string; price: string; amount: string; commission?: string },
): string {
  const [units, each, moved] = [amountIn(quantity)?.abs(), amountIn(price), amountIn(amount)?.abs()];
  if (units === undefined || moved === undefined || each === null) return commission;
  const gross = units.times(each).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const all = side === 'SELL' ? gross.minus(moved) : moved.minus(gross);
  const unnamed = all.minus(amountIn(commission)?.abs() ?? 0);
  const isFee = unnamed.gt(0) && unnamed.lte(Decimal.max(gross.times('0.002'), '0.05'));
  return isFee ? all.toFixed() : commission;
}
