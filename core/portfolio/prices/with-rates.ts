import type { Fx } from '../../market/index.ts';
import type { Timers } from '../../platform/index.ts';
import type { PriceRefresh } from './price-refresh.ts';

const RATES_AWAITED_MS = 2_000;

/**
 * A refresh of prices brings the exchange rates of the same person up to date as well. It does not wait for them for
 * long: what comes later shows as soon as it is there.
 */
export function withRates(
  refreshes: PriceRefresh,
  fx: Pick<Fx, 'keepUpFor'>,
  timers: Pick<Timers, 'sleep'>,
): PriceRefresh {
  return {
    ...refreshes,
    async refresh(userId, options) {
      const rates = fx.keepUpFor(userId);
      const view = await refreshes.refresh(userId, options);
      const patience = new AbortController();
      await Promise.race([rates, timers.sleep(RATES_AWAITED_MS, patience.signal)]);
      patience.abort();
      return view;
    },
  };
}
