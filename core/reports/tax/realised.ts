import { financialYearOf } from '../../finance/tax-law/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import { portfolioScope } from '../../portfolio/index.ts';
import { createReplayedYearCache, readLedgers } from './tax-reader.ts';

/** The gain of one symbol's sales in one financial year, in its own currency. */
interface RealisedGain {
  portfolio: string;
  symbol: string;
  currency: string;
  /** Such as 2025-26. */
  fy: string;
  gain: number;
}

const BEGINNING = '0001-01-01';

/** The lots that were sold, of all years in one replay: what the tax reports of the years add up to. Sales of unknown cost are left out. */
export function createRealisedGains(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { instruments }: { instruments: Pick<Instruments, 'resolver'> },
) {
  const ledgers = createReplayedYearCache();
  return async (userId: string): Promise<RealisedGain[]> => {
    const today = istDate(clock.now());
    const resolver = await instruments.resolver();
    const { positions } = await database.asUser(userId, async (trx) => {
      const scope = await portfolioScope(trx, null);
      const year = { fy: '', from: BEGINNING, to: today };
      return await readLedgers(trx, { userId, scope, year, resolver, today, undecided: [] }, ledgers);
    });
    const gains = new Map<string, RealisedGain>();
    for (const { portfolio, security, year } of positions)
      for (const { sell_date, proceeds, cost } of year.sold) {
        const { symbol, currency } = security;
        const { fy } = financialYearOf(sell_date);
        const key = `${portfolio}\n${symbol}\n${fy}`;
        const known = gains.get(key) ?? { portfolio, symbol, currency, fy, gain: 0 };
        gains.set(key, { ...known, gain: known.gain + proceeds.minus(cost).toNumber() });
      }
    return [...gains.values()];
  };
}
