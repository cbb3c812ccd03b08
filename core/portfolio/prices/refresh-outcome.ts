import type { Quote, FetchedQuote, NamelessReason } from '../../market/quotes/index.ts';
import { toNumber } from '../../platform/index.ts';
import { type RefreshStep, toProviderAttemptViews, unchangedOutcome } from './refresh.ts';
import type { RefreshOutcome } from './view.ts';
import type { PricedHolding } from './priced-holding.ts';
import type { QuoteDecision } from './quote-decision.ts';

/** Reasons for which a holding with a market is not asked about: somebody has to say what it is. */
export const NAMELESS: ReadonlySet<string> = new Set<NamelessReason>([
  'ISIN_CONTRADICTS',
  'SYMBOL_AMBIGUOUS',
]);

/** What a source answers that does not know the thing, or has no price for it. */
const UNKNOWN_TO_SOURCES: ReadonlySet<string> = new Set(['NOT_FOUND', 'NO_PRICE']);

/** Its person prices it: that no source can is no failure, and nothing that they could mend. */
const isPricedByHand = ({ price_source, current_price }: PricedHolding): boolean =>
  price_source === 'MANUAL' && current_price !== null;

/**
 * What a refresh did for one holding.
 * @param answer of those who were asked about it.
 * @param quote what came, and the decision about it; null and undefined where nothing came.
 */
export function outcomeFor(
  holding: PricedHolding,
  step: RefreshStep | undefined,
  answer: FetchedQuote | undefined,
  quote: Quote | null,
  decision: QuoteDecision | undefined,
): RefreshOutcome {
  if (step === undefined || step.ask === null) {
    const reason = step?.skip ?? 'NO_PROVIDER';
    return unchangedOutcome(holding, NAMELESS.has(reason) ? 'FAILED' : 'SKIPPED', reason);
  }
  const { failure = null, tried = [] } = answer ?? {};
  if (quote === null && isPricedByHand(holding) && failure !== null && UNKNOWN_TO_SOURCES.has(failure))
    return unchangedOutcome(holding, 'SKIPPED', 'PRICED_BY_HAND', tried);
  if (quote === null || decision === undefined)
    return unchangedOutcome(holding, 'FAILED', failure ?? 'PROVIDER_ERROR', tried);
  if (decision.reason !== null) return unchangedOutcome(holding, decision.status, decision.reason, tried);
  return {
    symbol: holding.symbol,
    portfolio: holding.portfolio,
    status: decision.status,
    reason: null,
    message: null,
    price: toNumber(decision.price),
    previous_close: toNumber(decision.previous_close),
    source: quote.source,
    tried: toProviderAttemptViews(tried),
  };
}
