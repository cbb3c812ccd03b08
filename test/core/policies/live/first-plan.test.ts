import assert from 'node:assert/strict';
import type { PracticeBroker } from '../../../../core/brokers/practice/index.ts';
import { heldClock, sharedCore, type TestCore } from '../../../support/core.ts';
import {
  ANSWERER,
  firstPlan,
  LAST_CLOSE,
  liveMarket,
  livePolicy,
  practiceBroker,
  TRADING_BEGINS,
  tradingConnection,
} from '../../../support/live-policy.ts';

describe('a policy that trades', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const brokerClock = heldClock(TRADING_BEGINS);
  let broker: PracticeBroker;
  let world: TestCore;
  before(async () => {
    broker = practiceBroker(brokerClock);
    await broker.listen(0);
  });
  after(() => broker.close());
  const worldAnew = sharedCore(() => ({
    at: TRADING_BEGINS,
    environment: { ZERODHA_BASE_URL: broker.url, DHAN_BASE_URL: broker.url },
  }));
  beforeEach(async () => {
    world = await worldAnew();
    brokerClock.at = new Date(TRADING_BEGINS);
    Object.assign(broker.account.state, { cash: '10000000', orders: [], fills: [], requests: [] });
    await liveMarket(world);
  });

  it('policies/Plan states: approved orders are sent once each, and the books are what the broker filled', async () => {
    const { core, owner } = world;
    const connection = await tradingConnection(world);
    const policy = await livePolicy(world, { connection });
    assert.deepEqual([policy.mode, policy.status, policy.state.mode], ['LIVE', 'ACTIVE', 'LIVE']);
    const plan = await firstPlan(world, policy.id);
    assert.equal(plan.cycle_date, LAST_CLOSE);
    assert.ok(plan.orders.length > 0);
    assert.equal(broker.account.state.requests.length, 0, 'nothing is sent before an approval');

    const approved = await core.policies.live.approvals.approve(
      owner,
      plan.plan_id,
      { digest: plan.digest },
      ANSWERER,
    );
    assert.ok(['APPROVED', 'EXECUTING', 'EXECUTED'].includes(approved.state), approved.state);
    await core.policies.live.settled();
    const done = await core.policies.plans.get(owner, plan.plan_id);
    assert.equal(done.state, 'EXECUTED', JSON.stringify(done, null, 1));
    assert.deepEqual(
      broker.account.state.requests.map(({ tag }) => tag),
      plan.orders.map(({ tag }) => tag),
    );
    const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
    assert.equal(trades.length, plan.orders.length);
    const after = await core.policies.get(owner, policy.id);
    assert.equal(after.latest_cycle?.status, 'EXECUTED');
  });
});
