import type { Context } from '../context.ts';
import type { DailyValues, PortfolioArea } from '../portfolio/index.ts';
import { listLinks, listSipPlans } from './goal-store.ts';
import { together, type Volatility, volatilityOf } from './volatility.ts';

/** The volatility that a goal rides on. */
export type SwingOf = (goalId: string) => Volatility;

/** What is told where the goal's own portfolios are all there are, or none of them is named. */
const EVERYTHING = 'all portfolios';

/**
 * Reads how much the portfolios of each goal swing: those that are linked, those that hold what is linked, and those that
 * linked plans pay into. A goal without any rides on everything together.
 */
export function createSwings(
  { config, database }: Pick<Context, 'config' | 'database'>,
  { daily }: Pick<PortfolioArea, 'daily'>,
) {
  const days = config.PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR;

  async function namesOf(userId: string): Promise<{ byGoal: Map<string, Set<string>>; all: number }> {
    return await database.asUser(userId, async (trx) => {
      const rows = await trx<{ id: string; name: string; is_protected: boolean }>('portfolio.portfolios')
        .where({ is_protected: false })
        .select('id', 'name');
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      const plans = new Map((await listSipPlans(trx)).map(({ id, portfolio_id }) => [id, portfolio_id]));
      const byGoal = new Map<string, Set<string>>();
      for (const { goal_id, portfolio_id, sip_plan_id, pct } of await listLinks(trx)) {
        const name = names.get(portfolio_id ?? plans.get(sip_plan_id ?? '') ?? '');
        if (name === undefined || pct.isZero()) continue;
        byGoal.set(goal_id, (byGoal.get(goal_id) ?? new Set()).add(name));
      }
      return { byGoal, all: rows.length };
    });
  }

  return async function swings(userId: string): Promise<SwingOf> {
    const { byGoal, all } = await namesOf(userId);
    const read = new Map<string | null, DailyValues>();
    const valuesOf = async (name: string | null): Promise<DailyValues> => {
      const known = read.get(name) ?? (await daily.read(userId, name));
      read.set(name, known);
      return known;
    };
    const found = new Map<string, Volatility>();
    const measured = async (names: readonly string[]): Promise<Volatility> => {
      const key = names.join('\n');
      const known = found.get(key);
      if (known !== undefined) return known;
      const isAll = names.length === 0 || names.length === all;
      const parts: DailyValues[] = [];
      for (const name of isAll ? [null] : names) parts.push(await valuesOf(name));
      const of = isAll ? EVERYTHING : names.join(' and ');
      const swing = volatilityOf(together(parts), days, of);
      found.set(key, swing);
      return swing;
    };
    const everything = await measured([]);
    const own = new Map<string, Volatility>();
    for (const [goal, names] of byGoal) own.set(goal, await measured([...names].sort()));
    return (goalId) => own.get(goalId) ?? everything;
  };
}
