import type { DbTransaction } from '../../core/platform/index.ts';
import type { BacktestRows, EquityRow } from '../../core/strategies/engine/index.ts';
import type { PanelSecurity } from '../../core/strategies/panel/index.ts';
import { compressedBlocks, resultBlocks } from '../../core/strategies/runs/result-blocks.ts';
import { insertResult } from '../../core/strategies/runs/result-store.ts';

/** Rows that are made as they are read, as lists. */
export function listed<T extends BacktestRows>({ equity, orders, holdings, ...others }: T) {
  return { ...others, equity: [...equity], orders: [...orders], holdings: [...holdings] };
}

/** A session of a backtest that holds one rupee in cash. */
export function equityRow(change: Partial<EquityRow> & { date: string }): EquityRow {
  return {
    cash: '1',
    positions_value: '0',
    stale_value: '0',
    total_value: '1',
    nav_gross: '10',
    nav_net_of_costs: '10',
    nav_net_of_tax: '10',
    performance_index_gross: 10,
    performance_index_net_of_costs: 10,
    performance_index_net_of_tax: 10,
    drawdown_net_of_tax_pct: 0,
    cumulative_costs: '0',
    tax_accrued: '0',
    tax_paid: '0',
    turnover_pct: 0,
    benchmark_index: null,
    ...change,
  };
}

/** Stores rows as the result of a run, as the worker does. */
export async function storeResult(
  trx: DbTransaction,
  run: { id: string; owner_user_id: string },
  rows: Partial<BacktestRows>,
  securities: readonly PanelSecurity[] = [],
): Promise<void> {
  const all = { equity: [], orders: [], holdings: [], events: [], ...rows };
  await insertResult(trx, run, await compressedBlocks(resultBlocks(all, securities)));
}
