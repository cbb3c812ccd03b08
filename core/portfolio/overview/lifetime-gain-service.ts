import type { PriceSessions } from '../../market/calendar/index.ts';
import type { Context } from '../../platform/index.ts';
import { portfolioScope } from '../records/index.ts';
import {
  holdingsToValue,
  ledgerTotals,
  type LoadFx,
  type LifetimeGain,
  lifetimeGain,
  valueHoldings,
} from '../valuation/index.ts';

/** Realised and unrealised gain and dividends of a portfolio since its beginning. */
export function createLifetimeGainService(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  loadFx: LoadFx,
  sessions: PriceSessions,
) {
  return {
    /** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name?: string | null): Promise<LifetimeGain> {
      return await database.asUser(userId, async (trx) => {
        const { id, currency } = await portfolioScope(trx, name);
        const rows = (await holdingsToValue(trx)).filter((row) => id === null || row.portfolio_id === id);
        const ledgers = await ledgerTotals(trx, { portfolio: id });
        const fx = await loadFx(trx, {
          from: [...rows, ...ledgers].map((one) => one.currency),
          to: [currency],
        });
        const { total } = valueHoldings(rows, { base: currency, fx, now: clock.now(), sessions });
        return lifetimeGain(ledgers, total, fx);
      });
    },
  };
}
