import type { Core } from '../../core/core.ts';
import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  type PracticeBroker,
  practicePrices,
} from '../../core/brokers/practice/index.ts';
import type { Clock } from '../../core/platform/index.ts';
import { backtest, runAll, SYMBOLS } from './backtests.ts';
import { leapingTimers } from './leaping-timers.ts';

const BY = { actor: 'api:owner' };

/** A broker with an account of its own, which fills every order at once unless a fault is planned. */
export async function startPracticeBroker(clock: Clock, cash = '1000000'): Promise<PracticeBroker> {
  const account = new PracticeAccount({ clock, prices: practicePrices(), cash });
  const broker = createPracticeBroker({ account, clock, dice: new FaultDice() });
  await broker.listen(0);
  return broker;
}

/** What a core or a server is given, so that its policies trade with a practice broker and nobody waits. */
export const tradingWith = (broker: PracticeBroker) => ({
  environment: { ZERODHA_BASE_URL: broker.url },
  trading: { timers: leapingTimers() },
});

/** A connection that may trade, signed in for the day. @returns its id. */
export async function tradingConnection(core: Core, userId: string): Promise<string> {
  const { id } = await core.connections.create(
    userId,
    {
      broker: 'zerodha',
      label: 'Trading account',
      role: 'TRADING',
      credentials: { client_id: 'AB1234', api_key: 'practicekey', api_secret: 'practicesecret' },
    },
    BY,
  );
  await core.connections.login(userId, id, 'practice-access-token', BY);
  return id;
}

/** Writes what validation says of a backtest. */
export async function validateRun(core: Core, run: string, status: 'VALIDATED' | 'REJECTED'): Promise<void> {
  const validation = { status, promotion_allowed: status === 'VALIDATED', reasons: [] };
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
