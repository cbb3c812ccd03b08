/** A policy on paper that may go live, as the dashboard's tests have it. */
import type { PracticeBroker } from '../../core/brokers/practice/index.ts';
import type { Core } from '../../core/assembly/index.ts';
import { backtest, runAll, SYMBOLS } from '../support/backtests.ts';
import { leapingTimers } from '../support/leaping-timers.ts';

const BY = { actor: 'api:owner' };

/** What a server is given, so that its policies trade with a practice broker and nobody waits. */
export const tradingWith = (broker: PracticeBroker) => ({
  environment: { ZERODHA_BASE_URL: broker.url },
  trading: { timers: leapingTimers(), readAfterMs: [1] },
});

/** Writes what validation says of a backtest. */
export async function validateRun(core: Core, run: string, status: 'VALIDATED' | 'REJECTED'): Promise<void> {
  const reasons = [{ code: 'COVERED', message: 'Coverage: 5 of 5 members priced.' }];
  const validation = { status, promotion_allowed: status === 'VALIDATED', reasons };
  await core.database.systemPool.query('update strategy.research_runs set validation = $2 where id = $1', [
    run,
    JSON.stringify(validation),
  ]);
}

/** A policy on paper out of a backtest that validation allows. @returns its id, and that of the backtest. */
export async function promotedPolicy(
  core: Core,
  userId: string,
  { name = 'Four best', tag_code = 'FOURBEST', config = {} as Record<string, unknown> } = {},
): Promise<{ id: string; run: string }> {
  const body = backtest(
    { name: 'Source', from: '2025-01-01', to: '2025-03-31' },
    { universe: SYMBOLS.slice(0, 5), top_n: 4, max_stock_pct: 6, ...config },
  );
  const { run_id: run } = await core.strategies.runs.create(userId, body, BY);
  await runAll(core);
  await validateRun(core, run, 'VALIDATED');
  const { policy } = await core.policies.promotions.promote(
    userId,
    run,
    { key: `promotion-of-${run}-to-paper`, body: { name, tag_code } },
    BY,
  );
  return { id: policy.id, run };
}
