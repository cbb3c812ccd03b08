import assert from 'node:assert/strict';
import { historyNeeded, type StrategyConfig } from '../../../../core/strategies/index.ts';
import { sessionMarks } from '../../../../core/strategies/engine/index.ts';
import { calculateRun } from '../../../../core/strategies/runs/calculate.ts';
import {
  contributionConfig,
  contributionMarket,
  evenings,
  LAST_CLOSE,
  rowsOf,
  START,
} from '../../../support/contribution-world.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { policyBody } from '../../../support/policies.ts';

const BY = { actor: 'api:owner' };

interface BatchRow {
  effective_date: string;
  requested_allocation_mode: string;
  status: string;
  fallback_code: string | null;
  cycle_date: string | null;
  cycle_type: string | null;
  amount: number;
}

describe('contributions in sessions on paper', () => {
  let test: TestCore;
  let tags = 0;
  before(async () => {
    test = await testCore({ at: `${START}T05:00:00.000Z` });
    await contributionMarket(test);
  });
  after(async () => await test.close());
  beforeEach(() => void (test.clock.at = new Date(`${START}T05:00:00.000Z`)));

  async function policyOf(config: StrategyConfig): Promise<string> {
    const tag_code = `MONEY${String((tags += 1)).padStart(3, '0')}`;
    return (await test.core.policies.create(test.owner, policyBody({ tag_code, config }), BY)).id;
  }
  const batches = async (policyId: string) =>
    await rowsOf<BatchRow>(
      test,
      `select b.effective_date, b.requested_allocation_mode, b.status, b.fallback_code, c.cycle_date, c.cycle_type,
         (select sum(amount) from policy.policy_contribution_batch_items i where i.batch_id = b.id)::float8 as amount
       from policy.policy_contribution_application_batch b left join policy.policy_cycles c on c.id = b.cycle_id
       where b.policy_id = ? order by b.id`,
      [policyId],
    );

  async function backtest(config: StrategyConfig) {
    const { core } = test;
    const { panel } = await core.strategies.panels.load({
      universe: config.universe,
      from: START,
      to: LAST_CLOSE,
      warmup: historyNeeded(config),
    });
    return calculateRun({
      panel,
      config,
      marks: sessionMarks(core.calendar, panel.days, config.rebalance),
      from: START,
      to: LAST_CLOSE,
      initial_capital: '1000000',
      risk_free_pct: 6,
      trading_days: 252,
    });
  }

  for (const allocation_mode of ['next_rebalance', 'buy_only_current_targets'] as const)
    it(`policies/Policy rules 10: evening by evening, ${allocation_mode}, PAPER comes to the equity of the backtest to the paisa`, async () => {
      const config = contributionConfig({
        max_sector_pct: 80,
        // The 20th of January is a Saturday with a session of its own; the 20th of April is none.
        contribution_schedule: {
          amount: 85_000.55,
          frequency: 'monthly',
          start_date: '2024-01-20',
          allocation_mode,
        },
      });
      const policy = await policyOf(config);
      await evenings(test, policy, START, LAST_CLOSE);
      const expected = await backtest(config);
      const own = await rowsOf<Record<string, unknown>>(
        test,
        `select day, cash::text, total_value::text, tax_accrued::text, cumulative_costs::text, nav_net_of_tax::text,
           nav_gross::text, performance_index_gross, performance_index_net_of_tax, drawdown_net_of_tax_pct
         from policy.policy_equity where policy_id = ? order by day`,
        [policy],
      );
      assert.equal(own.length, expected.equity.length);
      for (const [at, { date, ...row }] of expected.equity.entries())
        for (const [name, value] of Object.entries(own[at] ?? {}))
          assert.equal(value, name === 'day' ? date : row[name as keyof typeof row], `${name} on ${date}`);
      const orders = await rowsOf<{ day: string; side: string; symbol: string; quantity: string }>(
        test,
        `select c.cycle_date as day, o.side, o.symbol, o.quantity::text from policy.policy_orders o
         join policy.policy_cycles c on c.id = o.cycle_id where o.policy_id = ? and o.quantity > 0 order by o.id`,
        [policy],
      );
      assert.deepEqual(
        orders.map(({ day, side, quantity }) => [day, side, quantity]),
        expected.orders
          .filter(({ state }) => state !== 'NOT_MADE')
          .map(({ date, side, quantity }) => [date, side, quantity]),
      );
      const due = await rowsOf<{ due_date: string; applied_on: string }>(
        test,
        `select due_date, applied_on from policy.policy_contributions where policy_id = ? and state = 'APPLIED' order by nr`,
        [policy],
      );
      assert.deepEqual(due, [
        { due_date: '2024-01-20', applied_on: '2024-01-20' },
        { due_date: '2024-02-20', applied_on: '2024-02-20' },
        { due_date: '2024-03-20', applied_on: '2024-03-20' },
        { due_date: '2024-04-20', applied_on: '2024-04-22' },
      ]);
      const found = await batches(policy);
      assert.deepEqual(
        found.map(({ effective_date, amount }) => [effective_date, amount]),
        due.map(({ applied_on }) => [applied_on, 85_000.55]),
      );
      const isLater = allocation_mode === 'next_rebalance';
      assert.deepEqual(
        found.map(({ status, cycle_date, cycle_type }) => [status, cycle_date, cycle_type]),
        isLater
          ? [
              ['EXECUTED', '2024-02-01', 'NORMAL_REBALANCE'],
              ['EXECUTED', '2024-03-01', 'NORMAL_REBALANCE'],
              ['EXECUTED', '2024-04-01', 'NORMAL_REBALANCE'],
              ['WAITING_FOR_REBALANCE', null, null],
            ]
          : due.map(({ applied_on }) => ['EXECUTED', applied_on, 'CONTRIBUTION_ALLOCATION']),
      );
    });
});
