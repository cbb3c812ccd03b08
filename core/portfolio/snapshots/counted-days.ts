import { Decimal } from '../../platform/index.ts';
import type { LedgerPosition } from '../ledger/index.ts';

/** What the replay counted of one symbol on a day on which anything moved, in the currency of its rows. */
export interface CountedDay {
  date: string;
  currency: string;
  /** How the cost of what is held changed. */
  cost: Decimal;
  /** Purchases with their fees, less sales after theirs: positive was put in. */
  flow: Decimal;
  /** Dividends after the tax withheld. */
  dividends: Decimal;
  /** CASH_IN less CASH_OUT: in no value of holdings. */
  cash: Decimal;
  /** How many units more are held, or fewer (negative). */
  units: Decimal;
  /** Units of unknown cost came to be held (1), are held no more (-1), or neither. */
  unknown: -1 | 0 | 1;
}

const NOTHING = new Decimal(0);

type Totals = Omit<CountedDay, 'date' | 'currency' | 'unknown'> & { unknown: 0 | 1 };
const BEGINNING: Totals = {
  cost: NOTHING,
  flow: NOTHING,
  dividends: NOTHING,
  cash: NOTHING,
  units: NOTHING,
  unknown: 0,
};

/**
 * Counts the days of one symbol, given each day's position in turn. Rows that the replay leaves out, and the part of a sale
 * that no purchase covers, move no units, so their money must not move either: a return would take it for a gain or a loss.
 */
export function createDayCounter() {
  const days: CountedDay[] = [];
  let before = BEGINNING;
  return {
    count(date: string, position: LedgerPosition): void {
      const now = totalsOf(position);
      const day: CountedDay = {
        date,
        currency: position.currency,
        cost: less(now.cost, before.cost),
        flow: less(now.flow, before.flow),
        dividends: less(now.dividends, before.dividends),
        cash: less(now.cash, before.cash),
        units: less(now.units, before.units),
        unknown: (now.unknown - before.unknown) as -1 | 0 | 1,
      };
      before = now;
      if (isMoved(day)) days.push(day);
    },
    days: days as readonly CountedDay[],
  };
}

const isMoved = ({ unknown, cost, flow, dividends, cash, units }: CountedDay): boolean =>
  unknown !== 0 || [cost, flow, dividends, cash, units].some((one) => !one.isZero());

/** Most of what is subtracted here is nothing, and there are thousands of days. */
const less = (one: Decimal, other: Decimal): Decimal =>
  other.isZero() ? one : one.eq(other) ? NOTHING : one.minus(other);

function totalsOf(position: LedgerPosition): Totals {
  return {
    cost: position.cost_basis,
    flow: position.purchases.plus(position.fees).minus(position.sales),
    dividends: position.dividends,
    cash: less(position.cash_in, position.cash_out),
    units: position.quantity,
    unknown: position.unknown_cost_quantity.isZero() ? 0 : 1,
  };
}
