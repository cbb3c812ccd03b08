import { BOUND, MONEY_BOUND } from '../../platform/money.ts';
import { type Amount, AMOUNT_ONE, FIXED_ONE, type Fixed } from '../../platform/fixed-point.ts';
import type { Trade } from './position-books.ts';
import { type Skip, skip } from './skipped-row.ts';

/** Units stay below this, and so does what one of them costs. */
const MOST_UNITS: Fixed = BigInt(BOUND) * FIXED_ONE;
/** Units that were sold without a purchase are added up in one column, which has room for this many times the bound. */
const MOST_TURNED_OVER: Fixed = MOST_UNITS * 10_000n;
/**
 * All money of a position stays below this. Every figure that is kept of it, costs and gains among them, is no more than the
 * money of all its rows together.
 */
const MOST_MONEY: Amount = BigInt(MONEY_BOUND.toFixed()) * AMOUNT_ONE;

/** Rows of such numbers reach no bound, however many there are. They are all but all, and need no further look. */
const USUAL: Fixed = 10n ** 9n * FIXED_ONE;
const USUAL_MONEY: Amount = USUAL * FIXED_ONE;
const USUAL_LEAST: Fixed = FIXED_ONE / 10n ** 5n;

const LIMIT = '10^15';

/** Keeps one position within what the columns can hold: what its large rows add up to, and which row would be too much. */
export class LedgerBounds {
  #units: Fixed = 0n;
  #money: Amount = 0n;

  /** Why a row would take its position, of so many units, beyond what can be kept; null where it does not. */
  refusal(trade: Trade, held: Fixed): Skip | null {
    if (!isLarge(trade, held)) return null;
    const { row, effect, quantity, price } = trade;
    // A split is judged by what it makes of the units; what leaves by a corporate action was there before.
    if (effect.quantity === 'multiplies' || (effect.cost === 'carries' && row.type !== 'TRANSFER_IN'))
      return null;
    const comes = effect.quantity === 'adds' ? quantity > 0n : effect.quantity === 'removes' && quantity < 0n;
    const units = magnitude(quantity);
    const money = moneyOf(trade);
    if (price >= MOST_UNITS) return tooLarge('price', `the price is out of range; it must be below ${LIMIT}`);
    if (
      units >= MOST_UNITS ||
      this.#units + units >= MOST_TURNED_OVER ||
      (comes && held + units >= MOST_UNITS)
    )
      return tooManyUnits(row.symbol);
    if (comes && money >= units * MOST_UNITS)
      return tooLarge(
        'fee_tax',
        `with the fee a unit would cost more than can be kept; it must be below ${LIMIT}`,
      );
    return this.refusalOfMoney(money, row.symbol);
  }

  /** The same of money that comes without a trade, such as the cost of units from another share. */
  refusalOfMoney(money: Amount, symbol: string): Skip | null {
    if (this.#money + money < MOST_MONEY) return null;
    return tooLarge('quantity', `the amounts of ${symbol} are too large: their total must be below 10^30`);
  }

  /** Notes a row that counted. @param held the units before it. */
  count(trade: Trade, held: Fixed): void {
    if (isLarge(trade, held)) this.countMoney(moneyOf(trade), magnitude(trade.quantity));
  }

  countMoney(money: Amount, units: Fixed = 0n): void {
    this.#money += money;
    this.#units += units;
  }
}

/** Why units cannot become this many; null where they can. */
export function refusalOfUnits(units: Fixed, symbol: string): Skip | null {
  return units < MOST_UNITS ? null : tooManyUnits(symbol);
}

function isLarge({ quantity, price, fee }: Trade, held: Fixed): boolean {
  return (
    quantity >= USUAL ||
    -quantity >= USUAL ||
    (quantity > 0n && quantity < USUAL_LEAST) ||
    price >= USUAL ||
    fee >= USUAL_MONEY ||
    held >= USUAL
  );
}

/** What moves with a row, its fee included, whichever way it goes. */
function moneyOf({ quantity, price, fee }: Trade): Amount {
  return (quantity === 0n ? FIXED_ONE : magnitude(quantity)) * price + magnitude(fee);
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const tooLarge = (field: NonNullable<Skip['field']>, reason: string): Skip =>
  skip('TOO_LARGE', reason, field);

const tooManyUnits = (symbol: string): Skip =>
  tooLarge('quantity', `${symbol} would have too many units: they must be below ${LIMIT}`);
