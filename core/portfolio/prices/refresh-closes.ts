import { type Log, type People, toNumber } from '../../platform/index.ts';
import type { ClosePricing, ClosePricingService } from './close-pricing.ts';
import type { PricedHolding } from './priced-holding.ts';
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
