import { ADAPTERS, createBrokers } from '../brokers/index.ts';
import { createSettlementDays } from '../market/calendar/index.ts';
import { createMarket, findRates } from '../market/index.ts';
import { createBrokerChanges } from '../portfolio/broker-changes/index.ts';
import { createCorporateActions } from '../portfolio/corporate-actions/index.ts';
import {
  closeFileReaders,
  createCatchUpService,
  createClosePricing,
  createHoldingsBackfill,
  createPortfolio,
  createPriceRefresh,
} from '../portfolio/index.ts';
import type { CoreOptions } from './core-options.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';

export type Books = ReturnType<typeof openBooks>;

/** The books of every person, the brokers that fill them, and the prices of what is in them. */
export function openBooks({ context, notifications }: Ground, facts: Facts, options: CoreOptions) {
  const { calendar, sessions, instruments, history } = facts;
  const portfolio = createPortfolio(context, {
    notifications,
    readRates: findRates,
    sessions,
    instruments,
    settlement: createSettlementDays(calendar),
  });
  const brokers = createBrokers(context, {
    portfolioSync: portfolio.brokerSync,
    notifications,
    instruments,
    calendar,
    limits: context.limits,
    adapters: options.adapters ?? ADAPTERS,
    ...(options.outsideTimers === undefined ? {} : { timers: options.outsideTimers }),
  });
  const corporateActions = createCorporateActions(context, {
    portfolio,
    instruments,
    history,
    notifications,
  });
  const brokerChanges = createBrokerChanges(context, {
    waitingActions: corporateActions.undecided,
    notifications,
  });
  const market = createMarket(context, instruments, brokers);
  const closes = createClosePricing(context, { quotes: portfolio.quotes, instruments, history });
  const refreshes = createPriceRefresh(context, { quotes: portfolio.quotes, market, closes });
  const catchUps = createCatchUpService(context);
  return {
    portfolio: { ...portfolio, brokerChanges },
    brokers,
    market,
    closes,
    refreshes,
    catchUps,
    backfill: createHoldingsBackfill(context, history),
    corporateActions,
    /** Everything of a person that waits for a decision and may change figures. */
    readUndecided: async (userId: string) => {
      const [actions, changes] = await Promise.all([
        corporateActions.undecided(userId),
        brokerChanges.undecided(userId),
      ]);
      return changes.length === 0 ? actions : [...actions, ...changes];
    },
    async close() {
      await closeFileReaders();
      await refreshes.close();
      await brokers.close();
    },
  };
}
