import assert from 'node:assert/strict';
import type { PolicyView } from '../../../../core/policies/index.ts';
import type { FaultName } from '../../../../core/brokers/practice/index.ts';
import {
  ANSWERER,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  tradingConnection,
} from '../../../support/live-policy.ts';
import { sampled } from '../../../support/soak.ts';

/** Faults after which the truth can be found by reading alone. */
const MENDED: readonly FaultName[] = [
  'answer_lost',
  'seen_late',
  'timed_out_placed',
  'server_error_placed',
  'garbage',
  'cut',
  'refused_funds',
  'cancelled',
];
const CAPITAL = 2_000_000;

/**
 * Weeks of two policies over two brokers' forms with faults by the way: whatever happened, positions and cash of the books are
 * what the broker's own record comes to, every approval has its orders once, and every notice came once.
 */
describe('weeks of policies that trade', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(1_200_000);
  const worldAnew = liveWorlds('10000000', '2024-08-05');
  let world: LiveWorld;
  before(async () => {
    world = await worldAnew();
  });

  it('policies/Policy rules 3: the books of live policies are what the broker has, week after week', async () => {
    const { core, owner, broker } = world;
    const connections = [await tradingConnection(world, 'zerodha'), await tradingConnection(world, 'dhan')];
    const policies: PolicyView[] = [];
    for (const [nr, connection] of connections.entries())
      policies.push(
        await livePolicy(world, {
          connection,
          capital: CAPITAL,
          tag_code: `WEEKLY0${nr}`,
          config: {
            top_n: 4 + nr,
            strategy: nr === 0 ? 'momentum_6_1' : 'low_volatility',
            plan_expiry_hours: 100,
          },
        }),
      );
    const first = '2024-05-02';
    const sessions = core.calendar.sessionsBetween('NSE', first, '2024-08-02').slice(0, sampled(22, 65));
    let [plans, sent] = [0, 0];
    for (const [nr, day] of sessions.entries()) {
      world.at(`${day}T03:55:00.000Z`);
      for (const connection of connections) await loginAgain(world, connection);
      // What was approved in the evening is sent in the morning, and some of it goes wrong.
      if (nr % 3 === 1)
        broker.dice.plan({ name: MENDED[nr % MENDED.length] ?? 'answer_lost', times: 1, after: nr % 2 });
      await world.rounds(4);
      await world.rounds(2, 10);
      broker.dice.forget();
      world.at(`${day}T12:45:00.000Z`);
      await core.policies.cycles.advanceAll(new AbortController().signal);
      const { items } = await core.policies.plans.pending(owner, {});
      for (const plan of items) {
        plans += 1;
        sent += plan.orders.length;
        await core.policies.live.approvals.approve(owner, plan.plan_id, { digest: plan.digest }, ANSWERER);
      }
      await core.policies.live.settled();
    }
    assert.ok(plans >= sampled(6, 12), `${plans} plans`);
    world.at(`${core.calendar.nextSession('NSE', sessions.at(-1) ?? first)}T03:55:00.000Z`);
    for (const connection of connections) await loginAgain(world, connection);
    await world.rounds(4);
    await world.rounds(2, 10);

    // One request for each approved order, and none beside.
    const counts = new Map<string | null, number>();
    for (const { tag } of broker.account.state.requests) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    assert.ok([...counts.values()].every((count) => count === 1));
    assert.equal(counts.size, sent);

    // The second bookkeeping: the broker's own.
    const { rows: positions } = await core.database.systemPool.query<{ symbol: string; quantity: string }>(
      `select symbol, sum(quantity)::text as quantity from policy.policy_positions where mode = 'LIVE' group by 1 order by 1`,
    );
    const held = broker.account
      .shares()
      .map(({ symbol, opening, bought, sold }) => ({ symbol, quantity: opening + bought - sold }))
      .filter(({ quantity }) => quantity !== 0)
      .map(({ symbol, quantity }) => `${symbol} ${quantity}`)
      .toSorted();
    assert.deepEqual(
      positions.map(({ symbol, quantity }) => `${symbol} ${Number(quantity)}`).toSorted(),
      held,
    );
    const { rows: sums } = await core.database.systemPool.query<{ cash: string; costs: string }>(
      `select sum(cash)::text as cash, sum(cumulative_costs)::text as costs from policy.policy_state where mode = 'LIVE'`,
    );
    // The practice broker takes no charges, and begins with ten million of which these policies have two each.
    const cash = Number(sums[0]?.cash) + Number(sums[0]?.costs);
    const expected = Number(broker.account.state.cash) - (10_000_000 - 2 * CAPITAL);
    assert.ok(Math.abs(cash - expected) < 0.01, `${cash} in the books, ${expected} at the broker`);
    const { items: differences } = await core.policies.live.reads.differences(owner, {});
    assert.deepEqual(differences, []);

    // Each day has its value, and money is where it was: NAV times units is cash and positions.
    for (const policy of policies) {
      const { items: equity } = await core.policies.books.equity(owner, policy.id, { mode: 'LIVE' });
      assert.equal(equity.length, sessions.length + 1);
      const last = equity.at(-1);
      assert.ok(Math.abs((last?.cash ?? 0) + (last?.positions_value ?? 0) - (last?.total_value ?? 0)) < 0.01);
      const { items: cycles } = await core.policies.books.cycles(owner, policy.id, {
        mode: 'LIVE',
        page_size: 200,
      });
      assert.ok(
        cycles.every(({ status }) => ['EXECUTED', 'PARTIAL', 'NOOP'].includes(status)),
        JSON.stringify(cycles),
      );
    }
    const { rows: notices } = await core.database.systemPool.query<{ count: string }>(
      `select count(*) from notifications.outbox where kind = 'policy_plan' group by dedup_key having count(*) > 1`,
    );
    assert.deepEqual(notices, []);
  });
});
