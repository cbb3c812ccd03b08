import { toNumber } from '../../platform/index.ts';
import {
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  text,
  view,
  type ViewOf,
  oneOf,
  whole,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import type { SnapshotModel } from '../models.ts';

/**
 * A recorded hour of a portfolio; amounts in its base currency, percentages in points, null where unknown. FROM_CLOSES is the
 * last hour of a day on which none was measured: its value is of that day's closes, and it has no yearly return.
 */
export const snapshotView = view({
  portfolio: text,
  recorded_at: instant,
  source: oneOf('MEASURED', 'FROM_CLOSES'),
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_profit: numberOrNull,
  total_profit_pct: numberOrNull,
  total_dividends: numberOrNull,
  xirr: numberOrNull,
  holdings_count: wholeOrNull,
  state: text,
});
export type SnapshotView = ViewOf<typeof snapshotView>;

/** A series as one answer gives it, the oldest first. */
export const snapshotSeriesView = view({
  portfolio: text,
  items: listOf(snapshotView),
  /** Snapshots in the window, of which `items` has the most recent ones. */
  total: whole,
  /** Asked for with this as `to`, the part before `items` is answered; null where nothing is missing. */
  earlier_to: instantOrNull,
});
export type SnapshotSeries = ViewOf<typeof snapshotSeriesView>;

/** Columns of a shown snapshot. */
export type ShownSnapshot = Pick<
  SnapshotModel,
  (Exclude<keyof SnapshotView, 'portfolio'> & keyof SnapshotModel) | 'owner_user_id'
>;

export function toSnapshotView(row: ShownSnapshot, portfolio: string): SnapshotView {
  return {
    portfolio,
    recorded_at: row.recorded_at.toISOString(),
    source: row.source,
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
