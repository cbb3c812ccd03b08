import assert from 'node:assert/strict';
import { LAST_CLOSE, liveWorlds, plannedAt } from '../../../support/live-policy.ts';
import { describeFaults, FEW_FAULTS, FEW_LIES, sentTo } from './fault-cases.ts';

describe('orders of a live policy', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = liveWorlds();

  for (const broker of ['zerodha', 'dhan'] as const)
    it(`policies/Plan states: approved orders go to ${broker} once each, and the books are what it filled`, async () => {
      const world = await worldAnew();
      const { core, owner } = world;
      const { policy, plan } = await plannedAt(world, broker, {});
      assert.deepEqual([policy.mode, policy.status, policy.state.mode], ['LIVE', 'ACTIVE', 'LIVE']);
      assert.equal(plan.cycle_date, LAST_CLOSE);
      assert.ok(plan.orders.length > 1);
      assert.equal(sentTo(world).size, 0, 'nothing is sent before an approval');

      const done = await world.approve(plan);
      assert.equal(done.state, 'EXECUTED', JSON.stringify(done.orders));
      assert.deepEqual(
        world.broker.account.state.requests.map(({ tag }) => tag),
        plan.orders.map(({ tag }) => tag),
      );
      const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
      const fills = world.broker.account.state.fills.map(({ symbol, quantity, price }) => [
        symbol,
        quantity,
        Number(price),
        'BROKER',
      ]);
      assert.deepEqual(
        trades
          .toReversed()
          .map(({ symbol, quantity, price, price_source }) => [symbol, quantity, price, price_source]),
        fills,
      );
      // Money identity at this moment: the capital is what was paid, what it cost, and the cash that is left.
      const after = await core.policies.get(owner, policy.id);
      const paid = trades.reduce((sum, { value, costs }) => sum + value + costs, 0);
      assert.ok(Math.abs(after.state.cash + paid - 1_000_000) < 0.01, `${after.state.cash} + ${paid}`);
      assert.equal(after.latest_cycle?.status, 'EXECUTED');
      // Its books on paper are what they were.
      const paper = await core.policies.books.trades(owner, policy.id, {});
      assert.equal(paper.total, 0);
    });
});

describeFaults(FEW_FAULTS, 'zerodha');
describeFaults(FEW_LIES, 'dhan');
