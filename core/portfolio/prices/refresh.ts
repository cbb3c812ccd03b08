import {
  type Instrument,
  instrumentKey,
  type QuoteProvider,
  type QuoteRequest,
  type ProviderAttempt,
} from '../../market/quotes/index.ts';
import { type RefreshReason, reasonWords } from './refresh-reasons.ts';
import type { PricedHolding } from './quote-service.ts';
import type { ProviderAttemptView, RefreshOutcome, RefreshStatus, RefreshView } from './view.ts';

/** A thing is not asked for again within this time unless the person insists. */
export const RECENT_MS = 30_000;

/** What to do about one holding. */
export type RefreshStep = (QuoteRequest & { skip: null }) | { ask: null; key: string; skip: RefreshReason };

interface PlanOptions {
  now: Date;
  force: boolean;
  /** Whether this was tried in vain a moment ago, by key. */
  wasTried: (key: string) => boolean;
  /** What it is called at its exchange; undefined where nobody looked it up. */
  names: readonly string[] | undefined;
  /** Why it has no name that is certainly its own. */
  nameless: NamelessReason;
}

export type NamelessReason = 'ISIN_CONTRADICTS' | 'SYMBOL_AMBIGUOUS';

/**
 * Decides for a holding whom to ask, in order: every provider that covers it (spec: Price refresh rules 2, 3 and 5). What
 * has no name that is certainly its own is not asked for: a wrong price is worse than none.
 */
export function planRefresh(
  holding: PricedHolding,
  providers: readonly QuoteProvider[],
  { now, force, wasTried, names, nameless }: PlanOptions,
): RefreshStep {
  const { symbol, name, isin, asset_class, currency } = holding;
  const instrument: Instrument = { symbol, name, isin, asset_class, currency, names };
  const key = instrumentKey(instrument);
  const skip = (reason: RefreshReason): RefreshStep => ({ ask: null, key, skip: reason });
  if (asset_class === 'Unlisted') return skip('MANUAL_PRICE');
  if (asset_class === 'Cash') return skip('CASH');
  const ask = providers.filter((one) => one.covers(instrument));
  if (ask.length === 0) return skip('NO_PROVIDER');
  if (names?.length === 0) return skip(nameless);
  if (!force) {
    const isRecent = holding.priced_at !== null && now.getTime() - holding.priced_at.getTime() < RECENT_MS;
    if (isRecent && providers.some(({ name: source }) => source === holding.price_source))
      return skip('RECENTLY_PRICED');
    if (wasTried(key)) return skip('RECENTLY_TRIED');
  }
  return { ask, instrument, key, skip: null };
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
