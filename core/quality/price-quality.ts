import type { PriceFilter } from './inputs.ts';
import type { DataQuality, PriceQuality } from './view.ts';
import { reasonWords, type HoldingPrice } from '../portfolio/index.ts';

function isFailing({ last_attempt }: HoldingPrice): boolean {
  return last_attempt !== null && last_attempt.failing_since !== null;
}

/** True if a refresh failed and the last price is shown. A rejected value waits for a decision of its own. */
export const keepsLastPrice = (price: HoldingPrice): boolean =>
  isFailing(price) && price.state !== 'UNAVAILABLE' && price.last_attempt?.reason !== 'GUARD_REJECTED';

/** Which holdings a list shows; `attention` is whatever is not as it should be. */
export function matches(price: HoldingPrice, filter: PriceFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failing':
      return isFailing(price);
    case 'stale':
      return price.state === 'STALE';
    case 'unavailable':
      return price.state === 'UNAVAILABLE';
    case 'attention':
      return isFailing(price) || price.state === 'STALE' || price.state === 'UNAVAILABLE';
  }
}

export function countPrices(
  prices: readonly HoldingPrice[],
  threshold_minutes: number,
): DataQuality['prices'] {
  const count = (wanted: (price: HoldingPrice) => boolean) => prices.filter(wanted).length;
  const attempts = prices.flatMap(({ last_attempt }) => (last_attempt === null ? [] : [last_attempt.at]));
  return {
    holdings: prices.length,
    fresh: count(({ state }) => state === 'FRESH'),
    stale: count(({ state }) => state === 'STALE'),
    unavailable: count(({ state }) => state === 'UNAVAILABLE'),
    by_hand: count(({ state }) => state === 'BY_HAND'),
    failing: count(isFailing),
    never_tried: count(
      ({ last_attempt, asset_class }) => last_attempt === null && !['Unlisted', 'Cash'].includes(asset_class),
    ),
    threshold_minutes,
    last_attempt_at: attempts.reduce<string | null>(
      (newest, at) => (newest === null || at > newest ? at : newest),
      null,
    ),
  };
}

/** A holding's price with its reasons in words. */
export function toPriceQuality({ last_attempt, ...price }: HoldingPrice): PriceQuality {
  if (last_attempt === null) return { ...price, last_attempt };
  return {
    ...price,
    last_attempt: {
      ...last_attempt,
      message: reasonWords(last_attempt.reason),
      tried: last_attempt.tried.map(({ source, reason }) => ({
        source,
        reason,
        message: reasonWords(reason) ?? reason,
      })),
    },
  };
}
