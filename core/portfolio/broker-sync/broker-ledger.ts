import { type Decimal, type DbTransaction } from '../../platform/index.ts';
import { withUnlistedAction } from '../records/index.ts';
import { ledgerQuantities } from './broker-sync-store.ts';

/**
 * The ledger as the broker has it, as far as that difference is known: by its versions of the trades of which the person kept
 * theirs, and without a corporate action that it does not list.
 */
export async function brokerLedger(
  trx: DbTransaction,
  portfolioId: string,
  symbols: readonly string[],
  found: readonly { symbol: string; kept: Decimal }[],
) {
  const ledger = await ledgerQuantities(trx, portfolioId, symbols);
  for (const { symbol, kept } of found) {
    const one = ledger.get(symbol);
    if (one !== undefined) ledger.set(symbol, { ...one, quantity: one.quantity.plus(kept) });
  }
  for (const { symbol, quantity } of await withUnlistedAction(trx, portfolioId, symbols)) {
    const one = ledger.get(symbol);
    if (one !== undefined) ledger.set(symbol, { ...one, quantity: quantity.plus(one.unmatched) });
  }
  return ledger;
}
