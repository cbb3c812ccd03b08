import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { spanOf } from '../span.ts';
import { explainRisk } from './risk-explanations.ts';
import { type Context, istDate } from '../../platform/index.ts';
import { hasUnknown, partialRisk, type RiskFacts, riskReport } from './risk-report.ts';
import type { RiskQuery, RiskView } from './view.ts';

/** GET /risk: how deep a portfolio fell and how much it swings (spec: Reports; Report rules 6). */
export function createRiskReport(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: GapWarnings; cached: Cached },
) {
  /** Where the whole has no figure: the same report over the holdings that are known throughout. */
  async function partOf(userId: string, whole: RiskView, of: RiskFacts): Promise<RiskView['partial']> {
    // The holdings of a day in the past, and what was missing of them, are not recorded.
    const isPast = of.standings.day < istDate(clock.now());
    if (isPast || !hasUnknown(whole, of.standings.day)) return null;
    const part = await facts.part(userId, of.daily);
    if (part === null) return null;
    const standings = await facts.standingsWithout(userId, of.daily.portfolio, part.excluded);
    return partialRisk(whole, { ...of, daily: part.daily, standings }, part.coverage);
  }

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
    const whole = { ...report, warnings: [...report.warnings, ...missing] };
    const view = { ...whole, partial: await partOf(userId, whole, known) };
    return query.explain === true ? { ...view, explanations: explainRisk(view, known, measured) } : view;
  });
}
