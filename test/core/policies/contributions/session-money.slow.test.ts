import assert from 'node:assert/strict';
import { createSessionContributions } from '../../../../core/policies/contributions/index.ts';
import { createCycles } from '../../../../core/policies/cycle/index.ts';
import { createLeases } from '../../../../core/platform/index.ts';
import { historyNeeded, type StrategyConfig } from '../../../../core/strategies/index.ts';
import { sessionMarks } from '../../../../core/strategies/engine/index.ts';
import { calculateRun } from '../../../../core/strategies/runs/calculate.ts';
import {
  caughtUp,
  contributionConfig,
  contributionMarket,
  evenings,
  LAST_CLOSE,
  rowsOf,
  START,
} from '../../../support/contribution-world.ts';
import { listed } from '../../../support/backtest-rows.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { policyBody, seedRun } from '../../../support/policies.ts';
import { refused } from '../../../support/problems.ts';
import { sampled } from '../../../support/soak.ts';
import { meanwhile } from '../../../support/meanwhile.ts';

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

  async function backtest(config: StrategyConfig, to: string) {
    const { core } = test;
    const { panel } = await core.strategies.panels.load({
      universe: config.universe,
      from: START,
      to,
      warmup: historyNeeded(config),
    });
    const result = calculateRun({
      panel,
      config,
      marks: sessionMarks(core.calendar, panel.days, config.rebalance),
      from: START,
      to,
      initial_capital: '1000000',
      risk_free_pct: 6,
      trading_days: 252,
    });
    return listed(result);
  }

  for (const allocation_mode of ['next_rebalance', 'buy_only_current_targets'] as const)
    it(`policies/Policy rules 10: evening by evening, ${allocation_mode}, PAPER comes to the equity of the backtest to the paisa`, async () => {
      const isLater = allocation_mode === 'next_rebalance';
      // The 20th of January is a Saturday with a session of its own, the 20th of April is none; the 26th of January is a holiday.
      const start_date = isLater ? '2024-01-20' : '2024-01-26';
      const config = contributionConfig({
        max_sector_pct: 80,
        contribution_schedule: { amount: 85_000.55, frequency: 'monthly', start_date, allocation_mode },
      });
      const policy = await policyOf(config);
      // The first instalment goes with its rebalance, and the second waits for one.
      const last = sampled(isLater ? '2024-02-26' : '2024-02-02', LAST_CLOSE);
      await evenings(test, policy, START, last);
      const expected = await backtest(config, last);
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
      assert.deepEqual(
        due,
        (isLater
          ? [
              { due_date: '2024-01-20', applied_on: '2024-01-20' },
              { due_date: '2024-02-20', applied_on: '2024-02-20' },
              { due_date: '2024-03-20', applied_on: '2024-03-20' },
              { due_date: '2024-04-20', applied_on: '2024-04-22' },
            ]
          : [
              { due_date: '2024-01-26', applied_on: '2024-01-29' },
              { due_date: '2024-02-26', applied_on: '2024-02-26' },
              { due_date: '2024-03-26', applied_on: '2024-03-26' },
              { due_date: '2024-04-26', applied_on: '2024-04-26' },
            ]
        ).filter(({ applied_on }) => applied_on <= last),
      );
      const found = await batches(policy);
      assert.deepEqual(
        found.map(({ effective_date, amount }) => [effective_date, amount]),
        due.map(({ applied_on }) => [applied_on, 85_000.55]),
      );
      assert.deepEqual(
        found.map(({ status, cycle_date, cycle_type }) => [status, cycle_date, cycle_type]),
        isLater
          ? ['2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01']
              .slice(0, due.length)
              .map((day) =>
                day <= last ? ['EXECUTED', day, 'NORMAL_REBALANCE'] : ['WAITING_FOR_REBALANCE', null, null],
              )
          : due.map(({ applied_on }) => ['EXECUTED', applied_on, 'CONTRIBUTION_ALLOCATION']),
      );
    });

  const money = () => test.core.policies.contributions;
  const add = async (policy: string, change: object = {}) =>
    await money().schedule(
      test.owner,
      policy,
      { amount: 20_000, frequency: 'once', start_date: '2024-01-10', ...change },
      BY,
    );
  const instalments = async (policy: string) =>
    await rowsOf<{
      id: string;
      due_date: string;
      state: string;
      applied_on: string | null;
      reason: string | null;
    }>(
      test,
      `select id::text, due_date, state, applied_on, reason from policy.policy_contributions where policy_id = ?
       order by due_date, id`,
      [policy],
    );
  const books = async (policy: string) =>
    (
      await rowsOf<{ day: string; cash: number; units: number; deposits: number }>(
        test,
        `select day, cash::float8, units_outstanding::float8 as units, deposits::float8 from policy.policy_state
         where policy_id = ?`,
        [policy],
      )
    )[0];

  it('policies/Policy rules 10: those of one day have one valuation, cash one after the other, and a batch for each mode', async () => {
    const policy = await policyOf(contributionConfig());
    const buy = { allocation_mode: 'buy_only_current_targets' };
    for (const change of [
      { amount: 10_000 },
      { amount: 20_000 },
      { amount: 30_000, ...buy },
      { amount: 40_000, ...buy },
    ])
      await add(policy, change);
    await caughtUp(test, policy, '2024-01-10');
    const applied = await rowsOf<{
      amount: number;
      before: number;
      after: number;
      nav: number;
      valuation: string;
    }>(
      test,
      `select amount::float8, cash_before::float8 as before, cash_after::float8 as after, nav::float8,
         valuation_id::text as valuation from policy.policy_contributions where policy_id = ? order by id`,
      [policy],
    );
    const first = applied[0]?.before ?? 0;
    assert.deepEqual(
      applied.map(({ before, after }) => [before - first, after - first].map(Math.round)),
      [
        [0, 10_000],
        [10_000, 30_000],
        [30_000, 60_000],
        [60_000, 100_000],
      ],
    );
    assert.equal(new Set(applied.map(({ nav, valuation }) => `${nav} ${valuation}`)).size, 1);
    assert.deepEqual(
      (await batches(policy)).map(({ requested_allocation_mode, status, amount, cycle_type }) => [
        requested_allocation_mode,
        status,
        amount,
        cycle_type,
      ]),
      [
        ['next_rebalance', 'WAITING_FOR_REBALANCE', 30_000, null],
        ['buy_only_current_targets', 'EXECUTED', 70_000, 'CONTRIBUTION_ALLOCATION'],
      ],
    );
    const [spent] = await rowsOf<{ spent: number; side: string }>(
      test,
      `select sum(t.value + t.costs)::float8 as spent, min(t.side) || max(t.side) as side from policy.policy_trades t
       join policy.policy_orders o on o.id = t.order_id join policy.policy_cycles c on c.id = o.cycle_id
       where t.policy_id = ? and c.cycle_type = 'CONTRIBUTION_ALLOCATION'`,
      [policy],
    );
    assert.equal(spent?.side, 'BUYBUY');
    assert.ok((spent?.spent ?? 0) <= 70_000 && (spent?.spent ?? 0) > 65_000, String(spent?.spent));
    const { prices } = (await money().list(test.owner, policy)).batches[0]?.valuation ?? {};
    assert.ok(Array.isArray(prices) && prices.length > 0, 'what it was valued at is kept');
  });

  it('policies/buy_only_current_targets: without targets, or on the day of a rebalance, the rebalance takes it', async () => {
    const policy = await policyOf(contributionConfig());
    // Its first session is a rebalance; money of that day is part of it.
    await add(policy, { start_date: START, allocation_mode: 'buy_only_current_targets' });
    await evenings(test, policy, START, START);
    assert.deepEqual(
      (await batches(policy)).map(({ status, cycle_date, cycle_type }) => [status, cycle_date, cycle_type]),
      [['EXECUTED', START, 'NORMAL_REBALANCE']],
    );
    test.clock.at = new Date('2024-01-02T05:00:00Z');
    const late = await policyOf(contributionConfig());
    await add(late, { allocation_mode: 'buy_only_current_targets' });
    await caughtUp(test, late, '2024-01-31');
    const waiting = await batches(late);
    assert.deepEqual(
      waiting.map(({ status, fallback_code }) => [status, fallback_code]),
      [['FALLBACK_NEXT_REBALANCE', 'NO_TARGETS']],
    );
    await evenings(test, late, '2024-02-01', '2024-02-01');
    assert.deepEqual(
      (await batches(late)).map(({ status, cycle_date }) => [status, cycle_date]),
      [['EXECUTED', '2024-02-01']],
    );
  });

  it('policies/next_rebalance: a cycle without orders leaves the batch waiting, the next one with orders takes it', async () => {
    // Nothing can be ranked that needs two thousand sessions.
    const policy = await policyOf(
      contributionConfig({
        strategy: 'momentum_12_1',
        params: { lookback_sessions: 700, skip_sessions: 21 },
        rebalance: 'weekly',
      }),
    );
    await add(policy, { start_date: '2024-01-04' });
    await caughtUp(test, policy, '2024-01-12');
    const cycles = await rowsOf(
      test,
      `select status from policy.policy_cycles where policy_id = ? and cycle_date > '2024-01-04'`,
      [policy],
    );
    assert.deepEqual(cycles, [{ status: 'NOOP' }, { status: 'NOOP' }]);
    assert.deepEqual(
      (await batches(policy)).map(({ status }) => status),
      ['WAITING_FOR_REBALANCE'],
    );
  });

  it('policies/Contribution states: PAPER applied by a person, between two sessions, its cash is there for that day’s rebalance', async () => {
    const policy = await policyOf(contributionConfig());
    await add(policy, { start_date: '2024-02-05' });
    await add(policy, {
      start_date: '2024-02-05',
      amount: 30_000,
      allocation_mode: 'buy_only_current_targets',
    });
    const [one, two] = await instalments(policy);
    await refused(money().apply(test.owner, one?.id ?? '', BY), 409, 'POLICY_NOT_STARTED');
    await caughtUp(test, policy, '2024-01-31');
    const before = await books(policy);
    test.clock.at = new Date('2024-02-01T04:00:00Z');
    const applied = await money().apply(test.owner, one?.id ?? '', BY);
    assert.deepEqual([applied.state, applied.applied_on], ['APPLIED', '2024-02-01']);
    const after = await books(policy);
    assert.equal(Math.round((after?.cash ?? 0) - (before?.cash ?? 0)), 20_000);
    assert.deepEqual(
      [after?.units, after?.deposits],
      [(before?.units ?? 0) + (applied.units_issued ?? 0), (before?.deposits ?? 0) + 20_000],
    );
    await refused(money().apply(test.owner, one?.id ?? '', BY), 409, 'CONTRIBUTION_STATE');
    await refused(
      money().confirm(test.owner, two?.id ?? '', { confirmed_amount: 1, operator_attested: true }, BY),
      409,
      'CONTRIBUTION_STATE',
      /On paper/,
    );
    await evenings(test, policy, '2024-02-01', '2024-02-02');
    // The other one, for the targets, by hand on a day without a rebalance: the evening buys.
    test.clock.at = new Date('2024-02-05T04:00:00Z');
    await money().apply(test.owner, two?.id ?? '', BY);
    assert.deepEqual(
      (await batches(policy)).map(({ status }) => status),
      ['EXECUTED', 'PENDING'],
    );
    await evenings(test, policy, '2024-02-05', '2024-02-05');
    assert.deepEqual(
      (await batches(policy)).map(({ status, cycle_date, cycle_type }) => [status, cycle_date, cycle_type]),
      [
        ['EXECUTED', '2024-02-01', 'NORMAL_REBALANCE'],
        ['EXECUTED', '2024-02-05', 'CONTRIBUTION_ALLOCATION'],
      ],
    );
  });

  it('policies/policy_equity: money that comes into all cash, in a session or between two, moves no index', async () => {
    const policy = await policyOf(
      contributionConfig({
        strategy: 'momentum_12_1',
        params: { lookback_sessions: 700, skip_sessions: 21 },
        contribution_schedule: { amount: 333.33, frequency: 'monthly', start_date: '2024-01-03' },
      }),
    );
    await evenings(test, policy, START, '2024-01-05');
    const next = (await instalments(policy)).find(({ state }) => state === 'SCHEDULED');
    test.clock.at = new Date('2024-01-06T05:00:00Z');
    await money().apply(test.owner, next?.id ?? '', BY);
    await evenings(test, policy, '2024-01-08', '2024-01-09');
    const curve = await rowsOf<{ total: number; index: number; gross: number; drawdown: number }>(
      test,
      `select total_value::float8 as total, performance_index_net_of_tax as index, performance_index_gross as gross,
         drawdown_net_of_tax_pct as drawdown from policy.policy_equity where policy_id = ? order by day`,
      [policy],
    );
    assert.deepEqual([curve[0]?.total, curve.at(-1)?.total], [1_000_000, 1_000_666.66], 'the money is there');
    for (const { index, gross, drawdown } of curve) assert.deepEqual([index, gross, drawdown], [10, 10, 0]);
  });

  it('policies/Contribution schedules: a schedule of long ago floods nobody, and one from before the known days is passed over', async () => {
    const past = { amount: 1000, frequency: 'monthly' as const };
    const old = await policyOf(
      contributionConfig({ contribution_schedule: { ...past, start_date: '2016-03-15' } }),
    );
    const unknown = await policyOf(
      contributionConfig({ contribution_schedule: { ...past, start_date: '2010-03-15' } }),
    );
    await caughtUp(test, old, '2024-01-31');
    await evenings(test, unknown, START, '2024-01-02');
    assert.deepEqual(
      (await instalments(old)).map(({ due_date, state }) => [due_date, state]),
      [
        ['2024-01-15', 'APPLIED'],
        ['2024-02-15', 'SCHEDULED'],
      ],
    );
    assert.deepEqual(await instalments(unknown), []);
    const [schedule] = (await money().list(test.owner, unknown)).schedules;
    assert.match(schedule?.passed_over ?? '', /before 1 Jan 2014/);
    assert.deepEqual(schedule?.upcoming, []);
    for (const config of [
      contributionConfig({ contribution_schedule: { ...past, start_date: '2016-03-15' } }),
      contributionConfig({ contribution_schedule: { ...past, start_date: '2010-03-15' } }),
    ]) {
      const { equity } = await backtest(config, '2024-01-31');
      const own = await rowsOf(
        test,
        `select day as date, cash::text, total_value::text from policy.policy_equity where policy_id = ? and day <= ? order by day`,
        [config.contribution_schedule?.start_date === '2016-03-15' ? old : unknown, '2024-01-31'],
      );
      assert.deepEqual(
        own,
        equity.slice(0, own.length).map(({ date, cash, total_value }) => ({ date, cash, total_value })),
      );
    }
    await refused(add(old, { start_date: '2024-01-01' }), 422, 'VALIDATION_ERROR', /start_date/);
  });

  it('policies/Contribution states: instalments of days on which a policy was paused are left out', async () => {
    const policy = await policyOf(contributionConfig());
    await add(policy, { frequency: 'monthly', start_date: '2024-01-10' });
    await evenings(test, policy, START, '2024-01-05');
    await test.core.policies.pause(test.owner, policy, BY);
    test.clock.at = new Date('2024-03-05T05:00:00Z');
    await test.core.policies.resume(test.owner, policy, BY);
    await caughtUp(test, policy, '2024-03-11');
    assert.deepEqual(
      (await instalments(policy)).map(({ due_date, state, reason }) => [due_date, state, reason]),
      [
        ['2024-01-10', 'SKIPPED', 'The policy was paused on that day.'],
        ['2024-02-10', 'SKIPPED', 'The policy was paused on that day.'],
        ['2024-03-10', 'APPLIED', null],
        ['2024-04-10', 'SCHEDULED', null],
      ],
    );
  });

  it('policies/Contribution states: deferred on paper it comes in later, skipped never, and a cancelled schedule ends', async () => {
    const policy = await policyOf(contributionConfig());
    const { schedule_id } = await add(policy, { frequency: 'monthly', start_date: '2024-01-03' });
    await add(policy, { start_date: '2024-01-04' });
    const [one, two] = await instalments(policy);
    const deferred = await money().defer(test.owner, one?.id ?? '', { until: '2024-01-08' }, BY);
    assert.deepEqual([deferred.state, deferred.due_date], ['SCHEDULED', '2024-01-08']);
    await money().skip(test.owner, two?.id ?? '', {}, BY);
    await caughtUp(test, policy, '2024-01-09');
    assert.deepEqual(
      (await instalments(policy)).map(({ due_date, state, applied_on }) => [due_date, state, applied_on]),
      [
        ['2024-01-04', 'SKIPPED', null],
        ['2024-01-08', 'APPLIED', '2024-01-08'],
        ['2024-02-03', 'SCHEDULED', null],
      ],
    );
    const ended = await money().cancelSchedule(test.owner, schedule_id, BY);
    assert.equal(ended.status, 'CANCELLED');
    await money().cancelSchedule(test.owner, schedule_id, BY);
    await caughtUp(test, policy, '2024-02-06');
    assert.deepEqual((await instalments(policy)).map(({ due_date, state }) => [due_date, state]).slice(2), [
      ['2024-02-03', 'CANCELLED'],
    ]);
  });

  it('policies/Policy rules 10: what fails between the credit and the end of a session leaves nothing of it', async () => {
    const policy = await policyOf(contributionConfig());
    await add(policy, { start_date: '2024-01-03' });
    await evenings(test, policy, START, '2024-01-02');
    const before = await books(policy);
    const pool = test.core.database.systemPool;
    // The books are written after the money is credited: refused there, as a process that dies there would leave it.
    await pool.query(`create function policy.fails() returns trigger language plpgsql as
      $$ begin raise exception 'the process died'; end $$`);
    await pool.query(
      `create trigger fails before update on policy.policy_state for each row execute function policy.fails()`,
    );
    try {
      await evenings(test, policy, '2024-01-03', '2024-01-03');
    } finally {
      await pool.query('drop function policy.fails cascade');
    }
    assert.deepEqual(
      (await instalments(policy)).map(({ state }) => state),
      ['SCHEDULED'],
    );
    assert.deepEqual([await books(policy), await batches(policy)], [before, []]);
    const left = await rowsOf(
      test,
      `select id from policy.policy_valuation_records where policy_id = ?
       union all select id from policy.policy_cash_flows where policy_id = ? and kind = 'CONTRIBUTION'`,
      [policy, policy],
    );
    assert.deepEqual(left, []);
    await evenings(test, policy, '2024-01-03', '2024-01-03');
    assert.deepEqual(
      (await instalments(policy)).map(({ state }) => state),
      ['APPLIED'],
    );
    assert.equal((await books(policy))?.deposits, 1_020_000);
  });

  it('policies/Contribution states: skipped while its session is calculated, it does not come in', async () => {
    const policy = await policyOf(contributionConfig());
    await add(policy, { start_date: '2024-01-03' });
    await evenings(test, policy, START, '2024-01-02');
    const [one] = await instalments(policy);
    // Between what the session read and what it writes, somebody skips the instalment.
    const contributions = createSessionContributions(test.core, { calendar: test.core.calendar });
    let skips = 0;
    const cycles = createCycles(test.core, {
      leases: createLeases({ table: 'policy.policies', key: ['id'], leaseMs: 60_000 }, test.core),
      loader: test.core.strategies.panels,
      calendar: test.core.calendar,
      quotesOf: async (_, wanted) => wanted.map(() => ({ quote: null, reason: 'NO_PROVIDER' })),
      contributions: {
        ...contributions,
        async book(trx, key, finished, now) {
          if (skips === 0) await meanwhile(() => money().skip(test.owner, one?.id ?? '', {}, BY));
          skips += 1;
          return await contributions.book(trx, key, finished, now);
        },
      },
    });
    test.clock.at = new Date('2024-01-03T14:00:00Z');
    const done = await cycles.advance(policy, { requestedBy: 'scheduler' });
    assert.deepEqual([done?.sessions, done?.stopped, skips], [1, null, 2]);
    assert.deepEqual(
      (await instalments(policy)).map(({ state }) => state),
      ['SKIPPED'],
    );
    assert.equal((await books(policy))?.deposits, 1_000_000);
  });

  it('policies/Policy rules 8: create and promotion make the schedule of the config, or nothing at all', async () => {
    const contribution_schedule = { amount: 1234.5, frequency: 'quarterly' as const };
    const policy = await policyOf(contributionConfig({ contribution_schedule }));
    const listed = await money().list(test.owner, policy);
    assert.deepEqual(
      listed.schedules.map(({ amount, frequency, start_date, allocation_mode, source }) => [
        amount,
        frequency,
        start_date,
        allocation_mode,
        source,
      ]),
      [[1234.5, 'quarterly', START, 'next_rebalance', 'CONFIG']],
    );
    assert.deepEqual([listed.next?.due_date, listed.next?.nr], [START, 1]);
    const config = JSON.stringify({
      ...contributionConfig(),
      contribution_schedule: { ...contribution_schedule, allocation_mode: 'buy_only_current_targets' },
    });
    const run = await seedRun(test.core, test.owner, { config });
    const promoted = async (tag_code: string, key: string, change: object = {}) =>
      await test.core.policies.promotions.promote(
        test.owner,
        run,
        { key, body: { tag_code, name: 'Promoted', ...change } },
        BY,
      );
    const counts = async () =>
      await rowsOf<{ policies: number; schedules: number }>(
        test,
        `select (select count(*) from policy.policies)::int as policies,
           (select count(*) from policy.policy_contribution_schedules)::int as schedules`,
      );
    const before = await counts();
    const { policy: first } = await promoted('PROMOTE1', 'a key of promotion one');
    assert.equal(first.allocation_mode, 'buy_only_current_targets');
    assert.deepEqual(
      (await money().list(test.owner, first.id)).schedules.map(({ allocation_mode }) => allocation_mode),
      ['buy_only_current_targets'],
    );
    await promoted('PROMOTE1', 'a key of promotion one');
    const [one] = before;
    assert.deepEqual(await counts(), [
      { policies: (one?.policies ?? 0) + 1, schedules: (one?.schedules ?? 0) + 1 },
    ]);
    const again = { confirm_additional_policy: true, allocation_mode: 'next_rebalance' };
    const { policy: second } = await promoted('PROMOTE2', 'a key of promotion two', again);
    assert.deepEqual(
      (await money().list(test.owner, second.id)).schedules.map(({ allocation_mode }) => allocation_mode),
      ['next_rebalance'],
    );
    const bad = { ...contribution_schedule, amount: -5 };
    await refused(policyOf(contributionConfig({ contribution_schedule: bad })), 422, 'VALIDATION_ERROR');
  });

  it('portfolio/Live policies, DELETE: a policy goes with all of its money', async () => {
    const policy = await policyOf(contributionConfig());
    await add(policy, { start_date: '2024-01-03', allocation_mode: 'buy_only_current_targets' });
    await evenings(test, policy, START, '2024-01-04');
    assert.equal((await batches(policy)).length, 1);
    await test.core.policies.remove(test.owner, policy, BY);
    assert.deepEqual(await batches(policy), []);
  });
});
