import { Decimal } from '../../../platform/index.ts';
import type { LedgerPosition, LedgerTransaction } from '../../ledger/index.ts';
import type { OwnLot } from './comparison.ts';

/**
 * What was sold of one position by our FIFO lots, sale by sale and purchase by purchase. `rows` are those that were replayed:
 * they tell how much of what a lot cost were charges. A cancelled sale takes its units back. What a company paid for the
 * fraction of a share is no trade: no broker reports it.
 */
export function ownLots(position: LedgerPosition, rows: Iterable<LedgerTransaction>): OwnLot[] {
  const { symbol, isin } = position;
  const charged = new Map<string, Decimal>();
  const paidOut = new Set<string | null>();
  for (const row of rows) {
    if (row.id !== null && row.type === 'BUY') charged.set(row.id, chargedShare(row));
    if (row.type === 'FRACTION') paidOut.add(row.id);
  }
  const sold = position
    .disposals()
    .filter(({ kind, transaction_id: id }) => kind !== 'PURCHASE_CANCELLED' && !paidOut.has(id))
    .flatMap(({ date, matches, fee, quantity }) =>
      matches.map((match): OwnLot => ({
        symbol,
        isin,
        bought_on: match.lot_date,
        sold_on: date,
        quantity: match.quantity.toFixed(),
        cost: match.cost.toFixed(),
        proceeds: match.proceeds.toFixed(),
        purchase_charges: match.cost.times(charged.get(match.lot_transaction_id ?? '') ?? 0).toFixed(),
        sale_charges: shareOf(fee, match.quantity, quantity),
      })),
    );
  const missing = position
    .unmatched()
    .filter(({ kind, transaction_id: id }) => kind !== 'NO_PRICE' && !paidOut.has(id));
  const unmatched = missing.map(({ date, quantity, proceeds }): OwnLot => ({
    symbol,
    isin,
    bought_on: null,
    sold_on: date,
    quantity: quantity.toFixed(),
    cost: null,
    proceeds: proceeds.toFixed(),
    purchase_charges: '0',
    sale_charges: '0',
  }));
  return [...sold, ...unmatched];
}

/** The part of what a purchase cost that was charges, 0 to 1. */
function chargedShare({ quantity, price, fee_tax }: LedgerTransaction): Decimal {
  const cost = new Decimal(quantity).times(price).plus(fee_tax);
  return cost.isZero() ? new Decimal(0) : new Decimal(fee_tax).div(cost);
}

function shareOf(fee: Decimal, units: Decimal, of: Decimal): string {
  return of.isZero() ? '0' : fee.times(units).div(of).toFixed();
}
