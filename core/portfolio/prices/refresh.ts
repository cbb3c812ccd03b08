import type { ProviderAttempt, QuotePlan, QuoteRequest, QuoteSources } from '../../market/quotes/index.ts';
import { type RefreshReason, reasonWords } from './refresh-reasons.ts';
import { type PricedHolding, UNPRICED_CLASSES } from './priced-holding.ts';
import type { ProviderAttemptView, RefreshOutcome, RefreshStatus, RefreshView } from './view.ts';

/** What to do about one holding. */
export type RefreshStep = (QuoteRequest & { skip: null }) | { ask: null; key: string; skip: RefreshReason };

/**
 * Decides whether to ask the sources of a holding: not without a market price, nor if one of them gave its price and that is
 * still fresh (spec: Price refresh rules 3 and 5).
 */
export function planRefresh(
  { asset_class, priced_at, price_source }: Pick<PricedHolding, 'asset_class' | 'priced_at' | 'price_source'>,
  plan: QuotePlan,
  { isFresh }: Pick<QuoteSources, 'isFresh'>,
): RefreshStep {
  const skip = (reason: RefreshReason): RefreshStep => ({ ask: null, key: plan.key, skip: reason });
  if (UNPRICED_CLASSES.includes(asset_class)) return skip(asset_class === 'Cash' ? 'CASH' : 'MANUAL_PRICE');
  if (plan.ask === null) return skip(plan.reason);
  if (priced_at !== null && isFresh(priced_at) && plan.ask.some(({ name }) => name === price_source))
    return skip('RECENTLY_PRICED');
  return { ...plan, skip: null };
}

/** What happened to a holding whose price stays as it was. */
export function unchangedOutcome(
  holding: PricedHolding,
  status: 'SKIPPED' | 'FAILED',
  reason: RefreshReason,
  tried: ProviderAttempt[] = [],
): RefreshOutcome {
  return {
    symbol: holding.symbol,
    portfolio: holding.portfolio,
    status,
    reason,
    message: reasonWords(reason),
    price: holding.current_price,
    previous_close: holding.previous_close,
    source: holding.price_source,
    tried: toProviderAttemptViews(tried),
  };
}

/** Who was asked in vain, with the reasons in words. */
export function toProviderAttemptViews(
  tried: readonly Pick<ProviderAttemptView, 'source' | 'reason'>[],
): ProviderAttemptView[] {
  return tried.map(({ source, reason }) => ({ source, reason, message: reasonWords(reason) ?? reason }));
}

/** The answer of a refresh. */
export function toRefreshView(outcomes: RefreshOutcome[], at: Date): RefreshView {
  const count = (status: RefreshStatus) => outcomes.filter((one) => one.status === status).length;
  return {
    refreshed_at: at.toISOString(),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    skipped: count('SKIPPED'),
    failed: count('FAILED'),
    outcomes,
  };
}
