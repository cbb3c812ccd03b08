import type { Context } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import type { HeldFacts, HeldPortfolio } from '../held.ts';
import { targetsOfHoldings } from './buckets.ts';
import { toRebalanceView, withoutTargets } from './rebalance.ts';
import type { ReportQuery } from '../report-query.ts';
import type { RebalanceView, TargetsOf } from './view.ts';

/** Targets against what is held (spec: Reports, /rebalance; Report rules 10). @throws 404 PORTFOLIO_NOT_FOUND */
export function createRebalance({ clock }: Pick<Context, 'clock'>, facts: HeldFacts, cached: Cached) {
  return cached('rebalance', async (userId: string, query: ReportQuery): Promise<RebalanceView> => {
    const held = await facts.read(userId, { portfolio: query.portfolio });
    const now = clock.now();
    const explain = query.explain === true;
    const found = targetsOf(held);
    if (found.targets !== null) return toRebalanceView({ held, ...found, now, explain });
    return withoutTargets(held, found.reason, held.with_targets, now, explain);
  });
}

type Targets = { targets: Record<string, number>; targets_of: TargetsOf } | { targets: null; reason: string };

/** The portfolio's own targets, else those of its holdings; Networth has none (spec: Report rules 10). */
function targetsOf({ is_networth, target_allocation, holdings, name }: HeldPortfolio): Targets {
  if (is_networth)
    return {
      targets: null,
      reason: `${name} is the total of all portfolios and has no targets. Choose one of them.`,
    };
  if (target_allocation !== null && Object.keys(target_allocation).length > 0)
    return { targets: target_allocation, targets_of: 'PORTFOLIO' };
  const { targets, reason } = targetsOfHoldings(holdings);
  if (targets !== null) return { targets, targets_of: 'HOLDINGS' };
  return {
    targets: null,
    reason:
      reason ??
      `${name} has no targets. Set a target allocation, such as 60% Indian Equity and 40% Bond, on the Portfolios page.`,
  };
}
