import type { PriceSessions } from '../../market/calendar/index.ts';
import { toNumber } from '../../platform/index.ts';
import type { HoldingRow } from './holding-store.ts';
import { costReason, type HoldingFigures, holdingFigures } from '../valuation/index.ts';
import { type Reconciliation, reconcile } from '../ledger/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** A holding as every door shows it. Amounts are in `currency`; null is unknown. */
export interface HoldingView {
  id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  asset_class: AssetClass;
  currency: string;
  isin: string | null;
  quantity: number;
  avg_buy_price: number | null;
  /** Why avg_buy_price, and with it the gain, is not known; null where it is. */
  cost_reason: string | null;
  current_price: number | null;
  previous_close: number | null;
  market_value: number | null;
  invested: number | null;
  gain: number | null;
  gain_pct: number | null;
  day_change: number | null;
  day_change_pct: number | null;
  /** The session that the change is of. */
  day_change_date: string;
  /** What that is called now: `Today`, or `Fri 20 Nov`. */
  day_change_label: string;
  price_state: HoldingFigures['price_state'];
  priced_at: string | null;
  price_source: string | null;
  /** Day of the price at its market, where a provider told it. */
  price_as_of: string | null;
  sector: string | null;
  beta: number | null;
  /** The last day that a beta rests on which was worked out; null for one that somebody wrote. */
  beta_as_of: string | null;
  /** Why there is no beta, where one was tried. */
  beta_reason: string | null;
  target_allocation_pct: number | null;
  maturity_date: string | null;
  face_value: number | null;
  coupon_rate: number | null;
  coupon_frequency: number | null;
  source: string;
  reconciliation: Reconciliation;
  created_at: string;
  updated_at: string;
}

/** Turns a row into what doors show; gains are null where the price or the cost is not known. */
export function holdingView(row: HoldingRow, now: Date, sessions: PriceSessions): HoldingView {
  const figures = holdingFigures(row, now);
  return {
    id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    name: row.name,
    asset_class: row.asset_class,
    currency: row.currency,
    isin: row.isin,
    quantity: row.quantity.toNumber(),
    avg_buy_price: toNumber(row.avg_buy_price),
    cost_reason: costReason(row),
    current_price: figures.price,
    previous_close: toNumber(row.previous_close),
    market_value: figures.market_value,
    invested: figures.invested,
    gain: figures.gain,
    gain_pct: figures.gain_pct,
    day_change: figures.day_change,
    day_change_pct: figures.day_change_pct,
    ...sessions.changeOf(sessions.dateOf(row), now),
    price_state: figures.price_state,
    priced_at: figures.priced_at,
    price_source: row.price_source,
    price_as_of: row.price_as_of,
    sector: row.sector,
    beta: row.beta,
    beta_as_of: row.beta !== null && row.beta === row.beta_computed ? row.beta_as_of : null,
    beta_reason: row.beta === null ? row.beta_reason : null,
    target_allocation_pct: row.target_allocation_pct,
    maturity_date: row.maturity_date,
    face_value: toNumber(row.face_value),
    coupon_rate: row.coupon_rate,
    coupon_frequency: row.coupon_frequency,
    source: row.source,
    reconciliation: reconciliationOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** How a holding's quantity stands against its transactions. */
export function reconciliationOf(row: HoldingRow): Reconciliation {
  return reconcile({
    source: row.source,
    holding_quantity: row.quantity,
    ledger_quantity: row.ledger_quantity,
    has_transactions: (row.transactions_count ?? 0) > 0,
    calculated_at: (row.reconciled_at ?? row.updated_at).toISOString(),
  });
}
