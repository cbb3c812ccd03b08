import type { Core } from '../core/assembly/index.ts';
import { Problem } from '../core/platform/index.ts';
import type { ArgumentContext } from './arguments.ts';
import type { Who } from './ports.ts';
import { day } from './text/times.ts';

/** Plans that are offered to choose from. */
const MOST_PLANS = 50;

/** The person's own portfolios and holdings; each is read at most once for the length of one command. */
export function createArgumentContext(core: Core, who: Who): ArgumentContext {
  let portfolios: ReturnType<ArgumentContext['portfolios']> | null = null;
  let holdings: ReturnType<ArgumentContext['holdings']> | null = null;
  let connections: ReturnType<ArgumentContext['connections']> | null = null;
  const readPortfolios = async () => {
    const all = await core.portfolio.portfolios.list(who.userId);
    return all.filter((portfolio) => !portfolio.is_protected).map((portfolio) => portfolio.name);
  };
  return {
    portfolios: () => (portfolios ??= readPortfolios()),
    holdings: () => (holdings ??= core.portfolio.holdings.all(who.userId)),
    now: () => core.clock.now(),
    connections: () => (connections ??= core.connections.list(who.userId)),
    brokers: () => core.connections.brokers(),
    goals: () => core.goals.goals.names(who.userId),
    sipPlans: async () => (await core.goals.sips.list(who.userId)).map(({ name }) => name),
    sipSymbols: async () =>
      (await core.goals.sips.list(who.userId)).map(({ name, symbol }) => ({ name, symbol })),
    policies: async () => (await core.policies.overview.list(who.userId)).map(({ policy }) => policy),
    pendingPlans: async () =>
      (await core.policies.plans.pending(who.userId, { page_size: MOST_PLANS })).items.map(
        ({ plan_id, policy_name, cycle_date, new_money }) => ({
          label: `${policy_name}, ${day(cycle_date)}${new_money === null ? '' : ', new money'}`,
          value: `#${plan_id}`,
        }),
      ),
    optionStrategies: async () =>
      (await core.options.goLive.status(who.userId)).strategies.map(({ strategy }) => strategy),
    watched: () => core.watchlist.items.symbols(who.userId),
    researched: () => core.research.runs.companies(who.userId),
    sold: () => core.portfolio.symbolFacts.sold(who.userId),
    renamed: async (symbol) => {
      try {
        return (await core.reports.holding.read(who.userId, { symbol })).symbol;
      } catch (error) {
        if (error instanceof Problem && error.code === 'HOLDING_NOT_FOUND') return null;
        throw error;
      }
    },
    alerts: () => core.watchlist.alerts.list(who.userId),
    instruments: (search) => core.portfolio.suggestions.suggest(who.userId, { search, limit: 6 }),
  };
}
