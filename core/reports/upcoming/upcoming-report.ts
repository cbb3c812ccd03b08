import { type GoalModel, listGoals, listSipPlans, type SipPlanModel, termsOf } from '../../goals/index.ts';
import { readHeldBonds, readIncomeDays, readRecordedCoupons, withIsins } from '../../income/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, invalid, istDate, type DbTransaction } from '../../platform/index.ts';
import { portfolioNames } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import { bondPayments } from './bond-payments.ts';
import { type UpcomingQuery, windowErrors, windowOf } from './inputs.ts';
import { type DatedGoal, type PlannedSip, upcoming } from './upcoming.ts';
import type { UpcomingView } from './view.ts';

/** The calendar (spec: Reports, /calendar; Report rules 12). */
export function createUpcomingReport(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { instruments }: { instruments: Pick<Instruments, 'resolver'> },
  cached: Cached,
) {
  /**
   * Income, instalments of active SIP plans and days of active goals between two days, ascending.
   * @throws 422 VALIDATION_ERROR for a span that ends before it begins, or of more than ten years.
   */
  async function compute(userId: string, query: UpcomingQuery): Promise<UpcomingView> {
    const now = clock.now();
    const today = istDate(now);
    const span = windowOf(query, today);
    const errors = windowErrors(span);
    if (errors.length > 0) throw invalid(errors);
    const resolver = await instruments.resolver();
    const facts = await database.asUser(userId, async (trx) => {
      const bonds = withIsins(await readHeldBonds(trx), resolver, today);
      const recorded = bonds.length === 0 ? [] : await readRecordedCoupons(trx, span);
      return {
        income: await readIncomeDays(trx, span),
        bonds: bondPayments(bonds, recorded, span, today),
        sips: await plannedSips(trx),
        goals: (await listGoals(trx)).flatMap(datedGoal),
      };
    });
    return {
      calculated_at: now.toISOString(),
      ...span,
      provisional_reason: null,
      items: upcoming(facts, span, today),
    };
  }

  return cached('calendar', compute);
}

async function plannedSips(trx: DbTransaction): Promise<PlannedSip[]> {
  const plans = (await listSipPlans(trx)).filter(({ is_active }) => is_active);
  if (plans.length === 0) return [];
  const portfolios = await portfolioNames(trx);
  return plans.map((plan: SipPlanModel) => ({
    id: plan.id,
    name: plan.name,
    symbol: plan.symbol,
    portfolio: plan.portfolio_id === null ? null : (portfolios.get(plan.portfolio_id) ?? null),
    currency: plan.currency,
    terms: termsOf(plan),
  }));
}

function datedGoal({ id, name, currency, target_date, target_corpus, is_active }: GoalModel): DatedGoal[] {
  if (!is_active || target_date === null || target_corpus === null) return [];
  return [{ id, name, currency, target_date, target: target_corpus }];
}
