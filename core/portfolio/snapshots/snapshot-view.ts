import { toNumber } from '../../platform/index.ts';
import type { SnapshotModel } from '../models.ts';

/** A recorded hour of a portfolio; amounts in its base currency, percentages in points, null where unknown. */
export interface SnapshotView {
  portfolio: string;
  recorded_at: string;
  current_value: number | null;
  total_invested: number | null;
  total_profit: number | null;
  total_profit_pct: number | null;
  total_dividends: number | null;
  xirr: number | null;
  holdings_count: number;
  state: string;
}

export function snapshotView(row: SnapshotModel, portfolio: string): SnapshotView {
  return {
    portfolio,
    recorded_at: row.recorded_at.toISOString(),
    current_value: toNumber(row.current_value),
    total_invested: toNumber(row.total_invested),
    total_profit: toNumber(row.total_profit),
    total_profit_pct: row.total_profit_pct,
    total_dividends: toNumber(row.total_dividends),
    xirr: row.xirr,
    holdings_count: row.holdings_count,
    state: row.state,
  };
}
