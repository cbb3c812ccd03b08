import assert from 'node:assert/strict';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  firstPlan,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  tradingConnection,
} from '../../../support/live-policy.ts';

describe('how many orders an account is sent', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = liveWorlds();
  let world: LiveWorld;
  beforeEach(async () => {
    world = await worldAnew();
  });

  /** As if so many orders more had been sent with those of a plan, some minutes ago. */
  const sentBefore = async (plan: PlanView, count: number, minutesAgo: number): Promise<void> => {
    const { systemPool } = world.core.database;
    await systemPool.query(
      `insert into policy.policy_orders (policy_id, owner_user_id, mode, cycle_id, plan_id, nr, side, instrument_id, symbol,
         state, rule, reason, wanted_quantity, quantity, value, tag, order_kind, epoch, submitted_at)
       select o.policy_id, o.owner_user_id, o.mode, o.cycle_id, o.plan_id, 1000 + n, o.side, o.instrument_id, o.symbol,
         'EXPIRED', o.rule, o.reason, o.wanted_quantity, o.quantity, o.value, 'EARLIER' || lpad(n::text, 5, '0'), 'MARKET', 1, $3
       from policy.policy_orders o, generate_series(1, $2::int) n where o.id = $1`,
      [plan.orders[0]?.order_id, count, new Date(world.clock.now().getTime() - minutesAgo * 60_000)],
    );
  };
  /** A plan that is over, and one of another policy of the same account that waits. */
  const twoPlans = async (broker: 'zerodha' | 'dhan') => {
    const connection = await tradingConnection(world, broker);
    const first = await livePolicy(world, { connection, capital: 300_000 });
    const done = await world.approve(await firstPlan(world, first.id));
    assert.equal(done.state, 'EXECUTED');
    const second = await livePolicy(world, { connection, capital: 300_000, tag_code: 'LIVESECO' });
    return { done, next: await firstPlan(world, second.id) };
  };
  const requests = () => world.broker.account.state.requests.length;
  const told = async () => {
    const { items } = await world.core.notifications.list(world.owner, { page_size: 100 });
    return items.filter(({ title }) => /wait for the broker’s limit/.test(title));
  };

  it('Orders: what is beyond an hour’s orders is not sent, stays approved and says so, and is sent when the hour is over', async () => {
    const { done, next } = await twoPlans('dhan');
    // Dhan takes 1,000 an hour; Munim sends 900. Of those all but two are used up.
    await sentBefore(done, 900 - done.orders.length - 2, 50);
    const before = requests();
    const partly = await world.approve(next);
    assert.equal(requests(), before + 2);
    assert.equal(partly.state, 'PARTIAL_PLACEMENT');
    assert.deepEqual(
      partly.orders.map(({ state }) => state),
      ['FILLED', 'FILLED', ...next.orders.slice(2).map(() => 'APPROVED')],
    );
    assert.match(partly.note ?? '', /^900 orders were sent to this account within an hour/);
    await world.rounds(3);
    assert.equal(requests(), before + 2);
    assert.equal((await told()).length, 1);
    // Those of fifty minutes ago are an hour old; nothing keeps the rest.
    await world.rounds(1, 10);
    const whole = await world.core.policies.plans.get(world.owner, next.plan_id);
    assert.equal(whole.state, 'EXECUTED');
    assert.equal(whole.note, null);
    assert.equal(requests(), before + next.orders.length);
  });

  it('Orders: what is beyond a day’s orders is not even begun', async () => {
    const { done, next } = await twoPlans('zerodha');
    // Kite takes 3,000 a day; Munim sends 2,700.
    await sentBefore(done, 2_700 - done.orders.length, 120);
    const before = requests();
    const waiting = await world.approve(next);
    await world.rounds(2);
    assert.equal(requests(), before);
    assert.equal(waiting.state, 'APPROVED');
    assert.match(waiting.note ?? '', /^2700 orders were sent to this account today/);
    assert.equal((await told()).length, 1);
  });
});
