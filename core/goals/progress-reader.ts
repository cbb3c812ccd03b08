import { addMonths, type Context, istDate, type DbTransaction } from '../platform/index.ts';
import {
  type PortfolioArea,
  portfolioNames,
  type UndecidedAction,
  undecidedReason,
} from '../portfolio/index.ts';
import { linkOf, termsOf } from './goal-store.ts';
import { countTowards, type Item } from './links.ts';
import type { GoalLinkModel, GoalModel, SipPlanModel } from './models.ts';
import { progressOf } from './progress.ts';
import type { Contribution } from './projection.ts';
import { instalments, monthlyAmount } from './sip-plan.ts';
import type { VolatilityOfGoal } from './goal-volatility.ts';
import type { GoalProgress } from './view.ts';

/** Everything that the goals of one person are measured by. */
export interface GoalBook {
  goals: readonly GoalModel[];
  links: readonly GoalLinkModel[];
  plans: readonly SipPlanModel[];
  volatility: VolatilityOfGoal;
  /** Shares with a corporate action that waits for a decision. */
  undecided: readonly UndecidedAction[];
}

/** Holdings, dividends and rates in one currency. */
interface Known {
  holdings: Awaited<ReturnType<PortfolioArea['worth']['holdings']>>;
  dividends: readonly Item[];
  rateOf: (currency: string) => number | null;
}

const NOTHING: Known = { holdings: [], dividends: [], rateOf: () => null };

/** Reads what goals are linked to, and measures them (spec: Resources, Goal: every read has a progress block). */
export function createProgressReader(
  { clock }: Pick<Context, 'clock'>,
  { worth, rates }: Pick<PortfolioArea, 'worth' | 'rates'>,
) {
  /** Payments of the linked plans towards a goal, in its currency, by their shares. */
  function payments(
    goal: GoalModel,
    { links, plans }: GoalBook,
    rateOf: (currency: string) => number | null,
  ): { contributions: Contribution[]; planned_monthly: number | null; excluded: string[] } {
    const today = istDate(clock.now());
    const contributions: Contribution[] = [];
    const excluded: string[] = [];
    let planned_monthly = 0;
    let counted = 0;
    for (const { goal_id, sip_plan_id, pct } of links.map(linkOf)) {
      if (goal_id !== goal.id || sip_plan_id === null) continue;
      const plan = plans.find(({ id, is_active }) => id === sip_plan_id && is_active);
      if (plan === undefined || pct === 0) continue;
      const rate = rateOf(plan.currency);
      if (rate === null) {
        excluded.push(
          `These figures exclude the plan ${plan.name}: there is no exchange rate for ${plan.currency}.`,
        );
        continue;
      }
      counted += 1;
      const share = (pct / 100) * rate;
      const terms = termsOf(plan);
      if (terms.start_date <= today)
        planned_monthly += (monthlyAmount(terms, today)?.toNumber() ?? 0) * share;
      if (goal.target_date === null) continue;
      for (const { date, amount } of instalments(terms, today, goal.target_date))
        contributions.push({ date, amount: amount.toNumber() * share });
    }
    return {
      contributions,
      planned_monthly: counted === 0 && excluded.length > 0 ? null : planned_monthly,
      excluded,
    };
  }

  return {
    /** Progress of each of these goals, in their order. */
    async read(trx: DbTransaction, goals: readonly GoalModel[], book: GoalBook): Promise<GoalProgress[]> {
      const now = clock.now();
      const today = istDate(now);
      const links = book.links.map(linkOf);
      const known = new Map<string, Known>();
      const ids = new Map([...(await portfolioNames(trx))].map(([id, name]) => [name, id]));
      const undecided = book.undecided.map((one) => ({
        ...one,
        portfolio_id: ids.get(one.portfolio) ?? '',
        amount: 0,
      }));
      for (const { currency } of goals) {
        if (known.has(currency)) continue;
        const holdings = await worth.holdings(trx, currency);
        const dividends = await worth.dividends(
          trx,
          { after: addMonths(today, -12), until: today },
          currency,
        );
        const fx = await rates(trx, { from: book.plans.map((plan) => plan.currency), to: [currency] });
        const rateOf = (from: string) =>
          from === currency ? 1 : (fx(from, currency)?.rate.toNumber() ?? null);
        known.set(currency, { holdings, dividends, rateOf });
      }
      return goals.map((goal) => {
        const { holdings, dividends, rateOf } = known.get(goal.currency) ?? NOTHING;
        const value = countTowards(goal.id, links, holdings);
        const income = countTowards(goal.id, links, dividends);
        const planned = payments(goal, book, rateOf);
        const unrated =
          income.unknown.length === 0
            ? []
            : [
                `These figures exclude income from ${income.unknown.join(', ')}: there is no exchange rate for it.`,
              ];
        return progressOf(termsOfGoal(goal), {
          now,
          value: value.amount,
          unpriced: value.unknown,
          freshness: value.known.length === 0 ? null : worth.freshness(value.known),
          provisional_reason: undecidedReason(countTowards(goal.id, links, undecided).known),
          year_income: income.items === 0 ? null : income.amount,
          volatility: book.volatility(goal.id),
          ...planned,
          excluded: [...planned.excluded, ...(goal.type === 'INCOME' ? unrated : [])],
        });
      });
    },
  };
}

function termsOfGoal(goal: GoalModel) {
  if (goal.type === 'INCOME')
    return { type: 'INCOME' as const, target: goal.target_monthly_income?.toNumber() ?? 0 };
  return {
    type: 'CORPUS' as const,
    target: goal.target_corpus?.toNumber() ?? 0,
    target_date: goal.target_date ?? '',
    inflation_pct: goal.inflation_pct ?? 0,
    expected_return_pct: goal.expected_return_pct ?? 0,
  };
}
