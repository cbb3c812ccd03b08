import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { within } from '../measures/index.ts';
import { datedValuations, type ReturnFacts } from '../performance/index.ts';
import { spanOf } from '../span.ts';
import { explainRisk } from './risk-explanations.ts';
import type { Context } from '../../platform/index.ts';
import { type RiskFacts, riskReport } from './risk-report.ts';
import type { RiskQuery, RiskView } from './view.ts';

/** GET /risk: how deep a portfolio fell and how much it swings (spec: Reports; Report rules 6). */
export function createRiskReport(
  { config }: Pick<Context, 'config'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: GapWarnings; cached: Cached },
) {
  return cached('risk', async (userId: string, query: RiskQuery): Promise<RiskView> => {
    const span = spanOf(query);
    const as_known = query.as_known ?? 'now';
    const daily = await facts.daily(userId, query.portfolio?.trim() || null, as_known);
    const standings = await facts.standings(userId, daily.portfolio, span.to);
    const gain = standings.partial?.gain ?? null;
    const known: RiskFacts = {
      daily,
      as_known,
      ...(await facts.limits(userId, within(daily, span.from, span.to), span.to)),
      // Value and cost of the holdings for which both are known, where the whole lacks one of them.
      standings: gain === null ? standings : datedValuations(standings.day, gain.fields, null),
      span,
      riskFree: config.PORTFOLIO_RISK_FREE_RATE_PCT,
      tradingDays: config.PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR,
    };
    const { view: report, ...measured } = riskReport(known);
    const missing = await gaps.warnings(userId, daily.portfolio);
    const view = { ...report, warnings: [...report.warnings, ...missing] };
    return query.explain === true ? { ...view, explanations: explainRisk(view, known, measured) } : view;
  });
}
