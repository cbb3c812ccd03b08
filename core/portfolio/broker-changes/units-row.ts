import { Decimal, istDate } from '../../platform/index.ts';
import type { BrokerChangeRow } from './change-store.ts';
import { isTrade } from './compare-trades.ts';

/** The transaction that accepting an entry about units records: it moves no money, and its cost or price is unknown. */
export interface UnitsRow {
  type: 'TRANSFER_IN' | 'TRANSFER_OUT';
  /** The first reading that showed the units, YYYY-MM-DD. */
  date: string;
  quantity: Decimal;
  currency: string;
}

/** The row for the units that the transactions lack or have too many of; null once they explain what the broker holds. */
export function unitsRow(row: BrokerChangeRow): UnitsRow | null {
  const { after, seen_at, currency, ledger_units, held_units } = row;
  if (after === null || isTrade(after) || currency === null) return null;
  // Trades since change both alike.
  const difference = new Decimal(held_units ?? after.quantity).minus(ledger_units ?? 0);
  if (difference.isZero()) return null;
  return {
    type: difference.isPositive() ? 'TRANSFER_IN' : 'TRANSFER_OUT',
    date: after.day ?? istDate(seen_at),
    quantity: difference.abs(),
    currency,
  };
}
