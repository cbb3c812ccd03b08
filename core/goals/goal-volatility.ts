import { type Context, istDate } from '../platform/index.ts';
import { listPortfolios } from '../portfolio/index.ts';
import { listGoals, listLinks, listSipPlans } from './goal-store.ts';
import type { ReadVolatilitySeries, VolatilitySeries } from './volatility-series.ts';
import { together, type Volatility, volatilityOf } from './volatility.ts';

/** The volatility of what is linked to a goal. */
export type VolatilityOfGoal = (goalId: string) => Volatility;

/** The words where the goal's own portfolios are all there are, or none of them is named. */
const EVERYTHING = 'all portfolios';
const NOT_ASKED: Volatility = {
  pct: null,
  reason: 'Set a future date to see how likely this goal is.',
};

/**
 * Reads the volatility of the portfolios of each goal: those that are linked, those that hold what is linked, and those
 * that linked plans pay into. A goal without any takes that of everything together.
 */
export function createGoalVolatility(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  readDays: ReadVolatilitySeries,
) {
  const tradingDays = config.PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR;

  /** Names of its portfolios by each goal that has a day to come, and how many portfolios there are. */
  async function namesOf(userId: string): Promise<{ byGoal: Map<string, Set<string>>; all: number }> {
    const today = istDate(clock.now());
    return await database.asUser(userId, async (trx) => {
      const byGoal = new Map<string, Set<string>>();
      for (const { id, target_date } of await listGoals(trx))
        if (target_date !== null && target_date > today) byGoal.set(id, new Set());
      if (byGoal.size === 0) return { byGoal, all: 0 };
      const rows = (await listPortfolios(trx)).filter(({ is_protected }) => !is_protected);
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      const plans = new Map((await listSipPlans(trx)).map(({ id, portfolio_id }) => [id, portfolio_id]));
      for (const { goal_id, portfolio_id, sip_plan_id, pct } of await listLinks(trx)) {
        const name = names.get(portfolio_id ?? plans.get(sip_plan_id ?? '') ?? '');
        if (name !== undefined && !pct.isZero()) byGoal.get(goal_id)?.add(name);
      }
      return { byGoal, all: rows.length };
    });
  }

  /** @param only the goal that is looked at; all of them where none is given. */
  return async function readVolatility(userId: string, only?: string): Promise<VolatilityOfGoal> {
    const { byGoal, all } = await namesOf(userId);
    const read = new Map<string | null, VolatilitySeries>();
    const valuesOf = async (name: string | null): Promise<VolatilitySeries> => {
      const known = read.get(name) ?? (await readDays(userId, name));
      read.set(name, known);
      return known;
    };
    const found = new Map<string, Volatility>();
    const measured = async (names: readonly string[]): Promise<Volatility> => {
      const isAll = names.length === 0 || names.length === all;
      const key = isAll ? '' : names.join('\n');
      const known = found.get(key);
      if (known !== undefined) return known;
      const parts: VolatilitySeries[] = [];
      for (const name of isAll ? [null] : names) parts.push(await valuesOf(name));
      const of = isAll ? EVERYTHING : names.join(' and ');
      const volatility = volatilityOf(together(parts), tradingDays, of);
      found.set(key, volatility);
      return volatility;
    };
    const own = new Map<string, Volatility>();
    for (const [goal, names] of byGoal)
      if (only === undefined || goal === only) own.set(goal, await measured([...names].sort()));
    return (goalId) => own.get(goalId) ?? NOT_ASKED;
  };
}
