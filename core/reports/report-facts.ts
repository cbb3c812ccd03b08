import type { Instruments, ReadMarketState } from '../market/instruments/index.ts';
import type { PriceSessions } from '../market/calendar/index.ts';
import type { MarketHistory } from '../market/index.ts';
import { createValues } from '../performance/engine/index.ts';
import type { Context } from '../platform/index.ts';
import type { PortfolioArea, ReadUndecided } from '../portfolio/index.ts';
import { createCached } from './cached.ts';
import { lastValuedDay } from './measures/index.ts';
import { createReturnFacts } from './performance/index.ts';

export type ReportFacts = ReturnType<typeof createReportFacts>;

/** Data that the reports rest on. Goals and alerts measure on the same days, and are made before the reports. */
export function createReportFacts(
  context: Context,
  parts: {
    portfolio: Pick<PortfolioArea, 'recordedDays' | 'snapshots' | 'holdingsValuation'>;
    history: Pick<MarketHistory, 'ratiosOf'>;
    instruments: Pick<Instruments, 'resolver'>;
    readUndecided: ReadUndecided;
    sessions: Pick<PriceSessions, 'isOfLastSession' | 'stateAt'>;
    readMarketState: ReadMarketState;
  },
) {
  const cached = createCached(context, parts);
  const values = createValues(context, parts);
  const returns = createReturnFacts(context, { ...parts, values, cached });
  return {
    cached,
    /** Daily values since the first transaction or record, calculated from ledger, closes and rates. */
    values,
    returns,
    /** Values of a portfolio by day with the money that moved: the line that all reports measure. */
    days: async (userId: string, portfolio: string | null) => {
      const line = await returns.daily(userId, portfolio);
      const { ends_early } = await returns.limits(userId, line, null);
      return { ...line, ends_on: ends_early ? lastValuedDay(line) : null };
    },
  };
}
