import type { Context } from '../../context.ts';
import type { Cached } from '../cached.ts';
import type { LedgerGaps } from '../ledger-gaps.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { spanOf } from '../span.ts';
import { explainRisk } from './risk-explanations.ts';
import { type RiskFacts, riskReport } from './risk-report.ts';
import type { RiskQuery, RiskView } from './view.ts';

export type { DayReturn, RiskFigure, RiskQuery, RiskView } from './view.ts';

/** GET /risk: how deep a portfolio fell and how much it swings (spec: Reports; Report rules 6). */
export function createRiskReport(
  { config }: Pick<Context, 'config'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: LedgerGaps; cached: Cached },
) {
  return cached('risk', async (userId: string, query: RiskQuery): Promise<RiskView> => {
    const span = spanOf(query);
    const daily = await facts.daily(userId, query.portfolio?.trim() || null);
    const known: RiskFacts = {
      daily,
      standings: await facts.standings(userId, daily.portfolio, span.to),
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
