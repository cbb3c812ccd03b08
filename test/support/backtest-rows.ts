import type { BacktestRows } from '../../core/strategies/engine/index.ts';

/** Rows that are made as they are read, as lists. */
export function listed<T extends BacktestRows>({ equity, orders, holdings, ...others }: T) {
  return { ...others, equity: [...equity], orders: [...orders], holdings: [...holdings] };
}
