import { type Context, istDate } from '../../platform/index.ts';
import { type LedgerEvidence, NETWORTH, type PortfolioArea } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { MOST_INPUTS } from '../explanation.ts';
import { within } from '../measures/index.ts';
import { spanOf } from '../span.ts';
import { countedEvidence } from './counted-evidence.ts';
import { partialPerformance } from './partial-performance.ts';
import { explainPerformance } from './performance-explanations.ts';
import { daysOfPayments, performanceReport } from './performance-report.ts';
import type { ReturnFacts } from './return-facts.ts';
import type { PerformanceQuery, PerformanceView } from './view.ts';
import type { Benchmarks } from '../../performance/index.ts';
import { fxSplit } from '../../finance/attribution/index.ts';
import { unknown } from '../../finance/figures/index.ts';
import { hiddenXirr } from '../../finance/returns/index.ts';
import type { PerformanceFacts } from './performance-facts.ts';

const RUPEES = 'INR';
const DOLLARS = 'USD';
/** All that XIRR counts (spec: Report rules 2). */
const FLOW_TYPES = ['BUY', 'SELL', 'DIVIDEND', 'CASH_IN', 'CASH_OUT'] as const;

/** GET /performance: what a portfolio earned, against an index (spec: Reports; Report rules 1 to 4 and 7). */
export function createPerformanceReport(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  parts: {
    portfolio: Pick<PortfolioArea, 'holdingsValuation' | 'gaps' | 'lifetimeGain'>;
    benchmarks: Pick<Benchmarks, 'against'>;
    facts: ReturnFacts;
    gaps: GapWarnings;
    cached: Cached;
  },
) {
  const { portfolio, benchmarks, facts, gaps } = parts;
  const reference = config.PORTFOLIO_USD_TO_INR_REFERENCE_FX;
  /** The very facts that a kept report was made of: newer ones might not lead to its figures. */
  const madeOf = new WeakMap<PerformanceView, PerformanceFacts>();

  async function fxOf(userId: string, name: string, isPast: boolean): Promise<PerformanceFacts['fx']> {
    const { base_currency, holdings, fx_rates } = await portfolio.holdingsValuation.read(userId, {
      portfolio: name,
      currency: RUPEES,
    });
    const used = fx_rates.find(({ from }) => from === DOLLARS);
    const rate = { rate: used?.rate ?? null, rate_is_reference: used?.source === 'REFERENCE' };
    const split = fxSplit(holdings, rate.rate, reference);
    const without = (reason: string) => ({ ...split, fx_return: unknown(reason), ...rate });
    if (split.fx_estimated && base_currency === DOLLARS)
      return without('The portfolio is in US dollars, so it has no currency return.');
    if (split.fx_estimated && isPast)
      return without('Dollar holdings of past days are not recorded. Omit the end date.');
    return { ...split, ...rate };
  }

  async function factsOf(userId: string, query: PerformanceQuery): Promise<PerformanceFacts> {
    const span = spanOf(query);
    const asked = query.portfolio?.trim() || null;
    const as_known = query.as_known ?? 'now';
    // Side by side: the days are worked out in a thread, what there is now in this one.
    const [daily, standings] = await Promise.all([
      facts.daily(userId, asked, as_known),
      facts.standings(userId, asked ?? NETWORTH, span.to),
    ]);
    const first_payment = daily.payments.amounts[0]?.day;
    const starts = [first_payment, daily.days[0]?.day, standings.day].filter((day) => day !== undefined);
    return {
      daily,
      as_known,
      ...(await facts.limits(userId, within(daily, span.from, span.to), span.to)),
      standings,
      span,
      index: await benchmarks.against(query.benchmark, daily.currency, starts.toSorted()[0] ?? standings.day),
      fx: await fxOf(userId, daily.portfolio, isPast(standings.day)),
      made: isPast(standings.day) ? null : await portfolio.lifetimeGain.read(userId, daily.portfolio),
    };
  }

  const isPast = (day: string): boolean => day < istDate(clock.now());

  async function compute(userId: string, query: PerformanceQuery): Promise<PerformanceView> {
    if (query.explain === true) return await explained(userId, query);
    const known = await factsOf(userId, query);
    const { daily } = known;
    const report = performanceReport(known);
    const missing = await gaps.warnings(userId, daily.portfolio);
    const whole = { ...report, warnings: [...report.warnings, ...missing] };
    const partial = partialPerformance(whole, known);
    // A part is measured by the same rule as the whole.
    if (partial.xirr_pct !== undefined && hiddenXirr(partial.xirr_pct.figure, daysOfPayments(known)) !== null)
      delete partial.xirr_pct;
    const view = { ...whole, partial };
    madeOf.set(view, known);
    return view;
  }

  /** The report as it is kept, with the way to its figures beside it. */
  async function explained(userId: string, query: PerformanceQuery): Promise<PerformanceView> {
    const view = await report.read(userId, { ...query, explain: undefined });
    const known = madeOf.get(view) ?? (await factsOf(userId, query));
    const name = known.daily.portfolio;
    const counted = await evidence(userId, name, known.standings.day);
    const explanations = explainPerformance(view, known, {
      flows: await counted(FLOW_TYPES, MOST_INPUTS - 1),
      dividends: await counted(['DIVIDEND'], MOST_INPUTS - 2),
      standing: await portfolio.holdingsValuation.read(userId, { portfolio: name }),
      reference,
    });
    return { ...view, explanations };
  }

  /** The largest transactions, each with the part of its money that the ledger counts; those that it does not are not shown. */
  async function evidence(userId: string, name: string, to: string) {
    const uncounted = await portfolio.gaps.shares(userId, name);
    return async (types: readonly string[], limit: number): Promise<LedgerEvidence> => {
      const found = await portfolio.holdingsValuation.largestTransactions(userId, {
        portfolio: name,
        types,
        to,
        limit: limit + uncounted.size,
      });
      return countedEvidence(found, uncounted, limit);
    };
  }

  const report = parts.cached('performance', compute);
  return report;
}
