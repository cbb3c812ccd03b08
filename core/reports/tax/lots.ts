import { type FinancialYear, GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import { Decimal } from '../../platform/index.ts';
import {
  chainOf,
  compareInReplay,
  type LedgerPosition,
  type LedgerTransaction,
  type LotStep,
  type Rename,
} from '../../portfolio/index.ts';
import { type OldShare, oldShareOf } from './old-share.ts';
import type { TaxLotKind } from './view.ts';

/** A part of a sale and the purchase it came from; exact, in the currency of the position. */
export interface SoldSlice {
  kind: TaxLotKind;
  quantity: Decimal;
  buy_date: string;
  sell_date: string;
  buy_id: string | null;
  sell_id: string | null;
  is_bonus: boolean;
  /** Bought and sold on one day, and matched before older lots. */
  is_intraday: boolean;
  cost: Decimal;
  /** After the fee. */
  proceeds: Decimal;
  fee: Decimal;
  /** The shares that it was, up to the sale. */
  chain: readonly LotStep[];
  /** The share of 31 January 2018; null for what was bought later. */
  old: OldShare | null;
}

/** A part of a sale whose units nobody knows the cost of. */
export interface UnknownCostSlice {
  quantity: Decimal;
  buy_date: string;
  sell_date: string;
  buy_id: string | null;
  sell_id: string | null;
  /** The units were there on `buy_date`; when they were bought is not known. */
  is_opening: boolean;
  chain: readonly LotStep[];
  /** After the fee. */
  proceeds: Decimal;
  fee: Decimal;
}

export interface HeldSlice {
  quantity: Decimal;
  buy_date: string;
  buy_id: string | null;
  is_bonus: boolean;
  chain: readonly LotStep[];
  /** Null where nobody knows it. */
  unit_cost: Decimal | null;
  cost: Decimal | null;
  /** As in {@link UnknownCostSlice}. */
  is_opening: boolean;
}

export interface UnmatchedSlice {
  id: string | null;
  sell_date: string;
  quantity: Decimal;
  proceeds: Decimal;
}

/** Sales and lots of one position in one year. */
export interface PositionYear {
  sold: SoldSlice[];
  costless: UnknownCostSlice[];
  held: HeldSlice[];
  unmatched: UnmatchedSlice[];
  /** Units that left without a sale on record: their proceeds are unknown. */
  unpriced: (Omit<UnmatchedSlice, 'proceeds'> & { proceeds: null })[];
  /** Rows that take back what the ledger does not know. */
  unmatched_cancellations: number;
  has_splits: boolean;
  first_date: string;
}

/**
 * The sales of a year and what was left at its end, from the ledger's own FIFO lots: a split keeps the day of purchase,
 * a bonus share counts from its allotment at no cost but its fee.
 * @param position replayed up to the end of the year.
 * @param rows the rows that it was replayed from.
 */
export function positionYear(
  position: LedgerPosition,
  rows: readonly LedgerTransaction[],
  { from, to }: Pick<FinancialYear, 'from' | 'to'>,
  renames: readonly Rename[] = [],
): PositionYear {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes = position.lot_changes;
  // Later actions of the morning on which a fraction was paid out did not change that fraction.
  const chainUntil = (id: string | null, day: string, leaving: string | null = null): LotStep[] => {
    const [row, last] = [byId.get(id), byId.get(leaving)];
    const own = changes.filter((change) => last === undefined || compareInReplay(change, last) < 0);
    return row === undefined ? [] : chainOf(row, own, renames).filter(({ date }) => date <= day);
  };
  // Units of a merger or demerger keep their cost and day.
  const isBonus = (id: string | null): boolean => {
    const row = byId.get(id);
    return row?.type === 'BUY' && new Decimal(row.price).isZero() && !row.lot_chain;
  };
  const isWithin = ({ date }: { date: string }) => date >= from && date <= to;
  const sold = position.disposals({ from, to }).flatMap((disposal) => {
    let units = new Decimal(0);
    let given = new Decimal(0);
    return disposal.matches.map((match): SoldSlice => {
      units = units.plus(match.quantity);
      const upTo = disposal.fee.times(units).div(disposal.quantity).toDecimalPlaces(20, Decimal.ROUND_DOWN);
      const fee = upTo.minus(given);
      given = upTo;
      const chain = chainUntil(match.lot_transaction_id, disposal.date, disposal.transaction_id);
      return {
        kind: disposal.kind,
        quantity: match.quantity,
        buy_date: match.lot_date,
        sell_date: disposal.date,
        buy_id: match.lot_transaction_id,
        sell_id: disposal.transaction_id,
        is_bonus: isBonus(match.lot_transaction_id),
        is_intraday: match.is_intraday,
        cost: match.cost,
        proceeds: match.proceeds,
        fee,
        chain,
        old: match.lot_date > GRANDFATHERED_ON ? null : oldShareOf(chain),
      };
    });
  });
  const held = position
    .lots()
    .map(({ quantity, date, transaction_id, unit_cost, cost, is_opening }): HeldSlice => ({
      quantity,
      buy_date: date,
      buy_id: transaction_id,
      is_bonus: cost !== null && isBonus(transaction_id),
      chain: chainUntil(transaction_id, to),
      unit_cost,
      cost,
      is_opening,
    }));
  const within = position.unmatched().filter(isWithin);
  const missing = within.filter(({ kind }) => kind === 'NO_UNITS');
  const costless = within.flatMap(({ kind, transaction_id, date, parts }) =>
    kind === 'NO_UNITS'
      ? []
      : parts.map((part): UnknownCostSlice => ({
          quantity: part.quantity,
          buy_date: part.lot_date,
          sell_date: date,
          buy_id: part.lot_transaction_id,
          sell_id: transaction_id,
          is_opening: part.is_opening,
          chain: chainUntil(part.lot_transaction_id, date, transaction_id),
          proceeds: part.proceeds,
          fee: part.fee,
        })),
  );
  const isSale = (id: string | null) => {
    const row = byId.get(id);
    return row?.type === 'SELL' && new Decimal(row.quantity).gt(0);
  };
  // Units of unknown cost were sold, or paid out for a fraction; a cancelled sale of them is below zero.
  const unmatched = missing.filter((one) => one.kind === 'NO_COST' || isSale(one.transaction_id));
  return {
    sold,
    costless,
    held,
    unmatched: unmatched.map(({ transaction_id: id, date: sell_date, quantity, proceeds }) => ({
      id,
      sell_date,
      quantity,
      proceeds,
    })),
    unpriced: within.flatMap(({ kind, transaction_id: id, date: sell_date, quantity }) =>
      kind === 'NO_PRICE' ? [{ id, sell_date, quantity, proceeds: null }] : [],
    ),
    unmatched_cancellations: missing.length - unmatched.length,
    has_splits: changes.some(({ type }) => type === 'SPLIT'),
    first_date: position.first_date,
  };
}
