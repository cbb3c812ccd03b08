import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import { Decimal, toNumber } from '../../platform/index.ts';
import {
  date,
  dateOrNull,
  instant,
  instantOrNull,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import { type Reconciliation, reconcile, reconciliationView } from '../ledger/index.ts';
import { HOLDING_SOURCES, type HoldingPriceUpdateModel } from '../models.ts';
import {
  changeDayFields,
  costReason,
  holdingFigures,
  PRICE_STATES,
  priceNote,
  provisionalFields,
} from '../valuation/index.ts';
import type { HoldingRow } from './holding-store.ts';

/** A holding as every door shows it. Amounts are in `currency`; null is unknown. */
export const holdingView = view({
  id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  asset_class: oneOf(...ASSET_CLASSES),
  currency: text,
  isin: textOrNull,
  quantity: number,
  avg_buy_price: numberOrNull,
  /** Why avg_buy_price, and with it the gain, is not known; null where it is. */
  cost_reason: textOrNull,
  current_price: numberOrNull,
  previous_close: numberOrNull,
  market_value: numberOrNull,
  invested: numberOrNull,
  gain: numberOrNull,
  gain_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
  ...changeDayFields,
  price_state: oneOf(...PRICE_STATES),
  priced_at: instantOrNull,
  price_source: textOrNull,
  /** Day of the price at its market, where a provider told it. */
  price_as_of: dateOrNull,
  /** Origin of a price that no market gave: `your last trade, 12 Mar 2024`. */
  price_note: textOrNull,
  sector: textOrNull,
  beta: numberOrNull,
  /** The last day that a computed beta rests on; null for one that somebody wrote. */
  beta_as_of: dateOrNull,
  /** Why there is no beta, where one was tried. */
  beta_reason: textOrNull,
  target_allocation_pct: numberOrNull,
  /** Days for which a price by hand counts, if it has an interval of its own. */
  price_interval_days: wholeOrNull,
  maturity_date: dateOrNull,
  face_value: numberOrNull,
  coupon_rate: numberOrNull,
  coupon_frequency: numberOrNull,
  source: oneOf(...HOLDING_SOURCES),
  reconciliation: reconciliationView,
  ...provisionalFields,
  created_at: instant,
  updated_at: instant,
});
export type HoldingView = ViewOf<typeof holdingView>;

/** One price that was entered by hand for a holding. */
export const priceUpdateView = view({
  id: text,
  valuation_date: date,
  prior_price: numberOrNull,
  price: number,
  source: text,
  note: textOrNull,
  created_at: instant,
});
export type PriceUpdateView = ViewOf<typeof priceUpdateView>;

/** Turns a row into what doors show; gains are null where the price or the cost is not known. */
export function toHoldingView(row: HoldingRow, now: Date, sessions: PriceSessions): HoldingView {
  const figures = holdingFigures(row, now, sessions);
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
    price_note: figures.price === null ? null : priceNote(row),
    sector: row.sector,
    beta: row.beta,
    beta_as_of: row.beta !== null && row.beta === row.beta_computed ? row.beta_as_of : null,
    beta_reason: row.beta === null ? row.beta_reason : null,
    target_allocation_pct: row.target_allocation_pct,
    price_interval_days: row.price_interval_days,
    maturity_date: row.maturity_date,
    face_value: toNumber(row.face_value),
    coupon_rate: row.coupon_rate,
    coupon_frequency: row.coupon_frequency,
    source: row.source,
    reconciliation: reconciliationOf(row, unsettledUntil(row, now, sessions)),
    provisional_reason: null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toPriceUpdateView(row: HoldingPriceUpdateModel): PriceUpdateView {
  return {
    id: row.id,
    valuation_date: row.valuation_date,
    prior_price: toNumber(row.prior_price),
    price: row.price.toNumber(),
    source: row.source,
    note: row.note,
    created_at: row.created_at.toISOString(),
  };
}

/** The day on which the last trade of a holding settles, while a broker's file may not list it; null otherwise. */
export function unsettledUntil(row: HoldingRow, now: Date, sessions: PriceSessions): string | null {
  if (row.source !== 'CSV') return null;
  return sessions.unsettledUntil(row.currency, row.last_trade_on, now);
}

/**
 * How a holding's quantity stands against its transactions.
 * @param unsettled_until day on which the last trade settles, while that is not over.
 */
export function reconciliationOf(row: HoldingRow, unsettled_until: string | null): Reconciliation {
  return reconcile({
    unsettled_until,
    unlisted_action: unlistedAction(row),
    source: row.source,
    holding_quantity: row.quantity,
    ledger_quantity: row.ledger_quantity,
    has_transactions: (row.transactions_count ?? 0) > 0,
    calculated_at: (row.reconciled_at ?? row.updated_at).toISOString(),
  });
}

/** "5 for 1 split", "1:1 bonus". */
function unlistedAction({ unlisted_action: action }: HoldingRow) {
  if (action === null) return null;
  const { kind, ex_date } = action;
  const [to, from] = [new Decimal(action.new_shares), new Decimal(action.old_shares)];
  const title =
    kind === 'BONUS'
      ? `${to.minus(from).toFixed()}:${from.toFixed()} bonus`
      : `${to.toFixed()} for ${from.toFixed()} ${kind.toLowerCase()}`;
  return { title, ex_date };
}
