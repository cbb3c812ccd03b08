import type { SyncedHolding } from '../../brokers/index.ts';
import { type DbTransaction, Decimal } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import { ledgerQuantities } from './broker-sync-store.ts';

/**
 * Holdings of the broker that it does not have any more. Where the ledger has nothing left either, the reconciled quantity
 * is zero and the holding goes (spec: Import and ledger rules 3); else it stays with nothing in it, and reconciliation
 * tells what is missing. A broker that answers with no holdings at all takes nothing away.
 */
export async function settleMissing(
  trx: DbTransaction,
  portfolioId: string,
  { before, held, now }: { before: readonly HoldingModel[]; held: readonly SyncedHolding[]; now: Date },
): Promise<{ left: number; changed: boolean }> {
  const there = new Set(held.map(({ symbol }) => symbol));
  const missing = before.filter((row) => row.source === 'BROKER' && !there.has(row.symbol));
  if (missing.length === 0) return { left: 0, changed: false };
  const ledger = await ledgerQuantities(
    trx,
    portfolioId,
    missing.map(({ symbol }) => symbol),
  );
  const isClosed = ({ symbol }: HoldingModel): boolean => {
    const position = ledger.get(symbol);
    return position !== undefined && position.transactions > 0 && position.quantity.isZero();
  };
  const closed = missing.filter(isClosed).map(({ id }) => id);
  const emptied =
    held.length === 0
      ? []
      : missing.filter((row) => !isClosed(row) && !row.quantity.isZero()).map(({ id }) => id);
  if (closed.length > 0) await HoldingModel.query(trx).whereIn('id', closed).delete();
  if (emptied.length > 0)
    await HoldingModel.query(trx)
      .whereIn('id', emptied)
      .patch({ quantity: new Decimal(0), updated_at: now });
  return { left: missing.length - closed.length, changed: closed.length + emptied.length > 0 };
}
