import { type Log, type People, toNumber } from '../../platform/index.ts';
import type { ClosePricing, ClosePricingService } from './close-pricing.ts';
import type { PricedHolding } from './priced-holding.ts';
import type { ProviderQuote } from './quote-decision.ts';
import { StaleHoldings } from './quote-service.ts';
import { toProviderAttemptViews } from './refresh.ts';
import type { RefreshOutcome } from './view.ts';

/** Skipped without a new price. */
const UNPRICED_SKIPS = new Set(['NO_PROVIDER', 'OLDER_THAN_KNOWN', 'ADDED_MEANWHILE']);

/**
 * What nobody outside gave a price for takes the newest close on record, where what it knows is older. Should the closes
 * fail, the refresh stands without them.
 * @throws StaleHoldings
 */
export async function pricedByCloses<Settled extends { holding: PricedHolding; outcome: RefreshOutcome }>(
  holders: People,
  settled: readonly Settled[],
  closes: Pick<ClosePricingService, 'price'>,
  log: Log,
): Promise<readonly Settled[]> {
  const wanting = settled.filter(({ outcome }) => isWanting(outcome)).map(({ holding }) => holding);
  if (wanting.length === 0) return settled;
  try {
    const found = await closes.price(holders, wanting);
    const byId = new Map(found.map((one) => [one.holding.id, one]));
    return settled.map((one) => ({ ...one, outcome: withClose(one.outcome, byId.get(one.holding.id)) }));
  } catch (error) {
    if (error instanceof StaleHoldings) throw error;
    log.error({ err: error }, 'recorded closes could not be looked up for a refresh');
    return settled;
  }
}

/** Values of funds without the one of the session before take it from the history. Should that fail, they stand without it. */
export async function withPreviousNavs<Priced extends { holding: PricedHolding; quote: ProviderQuote }>(
  priced: readonly Priced[],
  closes: Pick<ClosePricingService, 'previousNavs'>,
  log: Log,
): Promise<readonly Priced[]> {
  const lacking = priced.filter(
    ({ holding, quote }) =>
      holding.asset_class === 'Mutual Fund' &&
      quote.previous_close === null &&
      (holding.previous_close === null ||
        holding.price_as_of !== quote.as_of ||
        holding.price_source !== quote.source),
  );
  try {
    const known = await closes.previousNavs(lacking);
    return priced.map((one) => ({ ...one, quote: { ...one.quote, ...known.get(one.holding) } }));
  } catch (error) {
    log.error({ err: error }, 'recorded fund values could not be looked up for a refresh');
    return priced;
  }
}

function isWanting({ status, reason }: RefreshOutcome): boolean {
  // A refused fund value waits for its person.
  if (status === 'FAILED') return reason !== 'GUARD_REJECTED';
  return status === 'SKIPPED' && UNPRICED_SKIPS.has(reason ?? '');
}

/** Status and reason stay: whoever was asked gave nothing. */
function withClose(outcome: RefreshOutcome, found: ClosePricing | undefined): RefreshOutcome {
  if (found === undefined) return outcome;
  if (found.refusal !== null)
    return { ...outcome, tried: [...outcome.tried, ...toProviderAttemptViews([found.refusal])] };
  const { close, decision } = found;
  if (decision.reason !== null) return outcome;
  return {
    ...outcome,
    price: toNumber(decision.price),
    previous_close: toNumber(decision.previous_close),
    source: close.source,
  };
}
