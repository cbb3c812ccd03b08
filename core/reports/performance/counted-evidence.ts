import type { LedgerEvidence, UncountedShares } from '../../portfolio/index.ts';

/**
 * Transactions as evidence of a figure, without what the ledger does not count: rows that it skipped and sales without a
 * purchase go, and of a sale that purchases cover in part that part stays. Pure.
 * @param found more than `limit` by as many rows as may go.
 */
export function countedEvidence(
  found: LedgerEvidence,
  uncounted: UncountedShares,
  limit: number,
): LedgerEvidence {
  const counted = found.items.flatMap((row) => {
    const share = 1 - (uncounted.get(row.id) ?? 0);
    if (share === 1) return [row];
    if (!(share > 0)) return [];
    return [
      { ...row, quantity: row.quantity * share, amount: row.amount === null ? null : row.amount * share },
    ];
  });
  const weight = (at: number) => Math.abs(counted[at]?.amount ?? 0);
  const kept = new Set(
    Array.from(counted.keys())
      .sort((a, b) => weight(b) - weight(a) || a - b)
      .slice(0, limit),
  );
  const currencies = new Set(counted.map(({ currency }) => currency));
  return {
    ...found,
    flow_rates: found.flow_rates.filter(({ from }) => currencies.has(from)),
    fx_rates: found.fx_rates.filter(({ from }) => currencies.has(from)),
    items: counted.filter((_, at) => kept.has(at)),
    total: found.total - (found.items.length - counted.length),
  };
}
