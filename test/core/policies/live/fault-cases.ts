import assert from 'node:assert/strict';
import { FAULT_NAMES, type FaultName } from '../../../../core/brokers/practice/index.ts';
import {
  firstPlan,
  LAST_CLOSE,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  tradingConnection,
} from '../../../support/live-policy.ts';

/** What becomes of the first order of a plan that meets a fault, and of its plan, once nothing moves any more. */
interface Fate {
  /** Right after the turn that sent it. */
  at_once: string;
  /** After three more reads over more than two quiet minutes, and a quarter of an hour. */
  finally: string;
  plan: string;
  /** Differences with the broker that a person is told. */
  named?: string[];
}

const FOUND: Fate = { at_once: 'FILLED', finally: 'FILLED', plan: 'EXECUTED' };
const GONE: Fate = { at_once: 'PLACEMENT_UNKNOWN', finally: 'ABSENT', plan: 'PLACEMENT_UNKNOWN' };
/** The book says of it what was not sent: nothing is booked, and a person decides. */
const contradicted = (kind = 'ORDER_MISMATCH'): Fate => ({
  at_once: 'PLACED',
  finally: 'PLACED',
  plan: 'EXECUTING',
  named: [kind],
});
const FATES: Readonly<Record<FaultName, Fate>> = {
  answer_lost: FOUND,
  // Not in the book at first: found by a later read, never sent again.
  seen_late: { ...FOUND, at_once: 'PLACEMENT_UNKNOWN' },
  dropped: GONE,
  refused_funds: { at_once: 'REJECTED', finally: 'REJECTED', plan: 'PARTIAL' },
  timed_out_placed: { ...FOUND, at_once: 'PLACEMENT_UNKNOWN' },
  timed_out: GONE,
  too_many_requests: GONE,
  server_error_placed: FOUND,
  server_error: GONE,
  hang_placed: FOUND,
  hang: GONE,
  garbage: FOUND,
  cut: FOUND,
  // Two of three parts: what came is booked after a quarter of an hour.
  sliced: { at_once: 'PLACED', finally: 'PARTIAL', plan: 'PARTIAL' },
  resting: { at_once: 'PLACED', finally: 'PLACED', plan: 'EXECUTING' },
  partial_fill: { at_once: 'PLACED', finally: 'PLACED', plan: 'EXECUTING' },
  // Over after a quarter of an hour, in which a fill may be told late.
  cancelled: { at_once: 'PLACED', finally: 'CANCELLED', plan: 'PARTIAL' },
  overfilled: contradicted('OVERFILLED'),
  price_zero: contradicted('PRICE'),
  cancelled_then_filled: { ...FOUND, at_once: 'PLACED' },
  // Its tag is none of the policy's: somebody else's business.
  stranger_fill: FOUND,
  other_side: contradicted(),
  other_symbol: contradicted(),
  price_out_of_band: contradicted('PRICE'),
  shrinking_fill: contradicted(),
  // Filled and booked at the first look; what the book says afterwards is nobody's order any more.
  larger_fill: FOUND,
  // The one that the broker answered is booked, the other is named.
  two_ids: { ...FOUND, named: ['ORDER_MISMATCH'] },
  lost_tag: FOUND,
  cut_tag: FOUND,
  complete_with_0: contradicted(),
  session_ends: { at_once: 'REJECTED', finally: 'REJECTED', plan: 'PARTIAL_PLACEMENT' },
};
/** They take as long as a request may: the contract of gateways has them. */
const SLOW: readonly FaultName[] = ['hang', 'hang_placed'];

describe('orders of a live policy', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = liveWorlds();
  let world: LiveWorld;
  beforeEach(async () => {
    world = await worldAnew();
  });

  const begun = async (broker: 'zerodha' | 'dhan' = 'zerodha') => {
    const connection = await tradingConnection(world, broker);
    const policy = await livePolicy(world, { connection });
    return { policy, plan: await firstPlan(world, policy.id) };
  };
  /** How often the broker was asked for each tag: the judge. */
  const sent = () => {
    const counts = new Map<string | null, number>();
    for (const { tag } of world.broker.account.state.requests) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return counts;
  };

  for (const broker of ['zerodha', 'dhan'] as const)
    it(`policies/Plan states: approved orders go to ${broker} once each, and the books are what it filled`, async () => {
      const { core, owner } = world;
      const { policy, plan } = await begun(broker);
      assert.deepEqual([policy.mode, policy.status, policy.state.mode], ['LIVE', 'ACTIVE', 'LIVE']);
      assert.equal(plan.cycle_date, LAST_CLOSE);
      assert.ok(plan.orders.length > 1);
      assert.equal(sent().size, 0, 'nothing is sent before an approval');

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

  for (const name of FAULT_NAMES.filter((one) => !SLOW.includes(one)))
    it(`Orders: ${name}: the first order ends as ${FATES[name].finally}, and no order is sent twice`, async () => {
      const { core, owner, broker } = world;
      const fate = FATES[name];
      const { policy, plan } = await begun();
      broker.dice.plan({ name, times: 1 });
      await world.approve(plan);
      const [first] = await world.states(plan.plan_id);
      assert.equal(first, fate.at_once);
      await world.rounds(4);
      await world.rounds(3, 8);
      const [last, ...others] = await world.states(plan.plan_id);
      const after = await core.policies.plans.get(owner, plan.plan_id);
      assert.deepEqual([last, after.state], [fate.finally, fate.plan], JSON.stringify(after.orders[0]));
      for (const [tag, count] of sent()) assert.equal(count, 1, `${tag} was sent ${count} times`);
      // Where the first one is not known, nothing else was sent; else everything was.
      const isHeld = fate.plan === 'PLACEMENT_UNKNOWN' || fate.plan === 'PARTIAL_PLACEMENT';
      assert.ok(
        others.every((state) => state === (isHeld ? 'APPROVED' : 'FILLED')),
        others.join(),
      );
      const { items: differences } = await core.policies.live.reads.differences(owner, {});
      assert.deepEqual(
        differences.map(({ kind }) => kind),
        fate.named ?? [],
      );
      // What is in the books is what was filled and can be booked, once.
      const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
      const booked = after.orders.filter(
        ({ state, filled_quantity }) => ['FILLED', 'PARTIAL'].includes(state) && filled_quantity > 0,
      );
      assert.deepEqual(
        trades.map(({ symbol, quantity, price }) => `${symbol} ${quantity} ${price}`).toSorted(),
        booked
          .map(
            ({ symbol, filled_quantity, average_price }) => `${symbol} ${filled_quantity} ${average_price}`,
          )
          .toSorted(),
      );
    });
});
