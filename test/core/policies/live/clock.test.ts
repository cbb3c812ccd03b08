import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  BY,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';

const DAY_MINUTES = 24 * 60;

describeEachBroker('orders while the clock jumps', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) =>
    plannedAt(one, at, { top_n: 6, plan_expiry_hours: 200 }),
  );
  let world: LiveWorld;
  let connection: string;
  let plan: PlanView;
  beforeEach(async () => {
    ({
      world,
      prepared: { connection, plan },
    } = await worldAnew());
  });

  const mostSends = () => {
    const counts = new Map<string | null, number>();
    for (const { tag } of world.broker.account.state.requests) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return Math.max(0, ...counts.values());
  };

  it('Orders, clock: a day back, an order whose answer was lost is found all the same, and nothing is sent twice', async () => {
    world.broker.dice.plan({ name: 'seen_late', times: 1 });
    await world.approve(plan);
    assert.equal((await world.states(plan.plan_id))[0], 'PLACEMENT_UNKNOWN');
    // Only Munim's clock: the broker's day is the same. Sessions of the future are still sessions.
    world.clock.pass(-DAY_MINUTES);
    await world.core.policies.live.round(new AbortController().signal);
    await world.core.policies.live.round(new AbortController().signal);
    assert.equal((await world.states(plan.plan_id))[0], 'FILLED');
    world.clock.pass(DAY_MINUTES);
    await world.rounds(4);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'EXECUTED');
    assert.equal(mostSends(), 1);
  });

  it('Orders, clock: a day forward, an order whose answer was lost is asked about, never sent again', async () => {
    world.broker.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 10 * 60_000 });
    await world.approve(plan);
    world.clock.pass(DAY_MINUTES);
    await loginAgain(world, connection).catch(() => undefined);
    await world.rounds(6);
    const [first] = await world.states(plan.plan_id);
    // The book of another day says nothing of it: a person decides.
    assert.ok(first === 'ABSENT' || first === 'PLACEMENT_UNKNOWN', first);
    assert.equal(mostSends(), 1);
  });

  const plans = () => world.core.policies.plans;
  const isoOf = async (id: string) => (await plans().get(world.owner, id)).expires_at ?? '';

  it('Orders, clock: a plan that was seen after its time stays expired when the clock is set back', async () => {
    const before = world.clock.at;
    world.at(await isoOf(plan.plan_id));
    assert.equal((await plans().get(world.owner, plan.plan_id)).state, 'EXPIRED');
    world.at(before.toISOString());
    assert.equal((await plans().get(world.owner, plan.plan_id)).state, 'EXPIRED');
    await assert.rejects(world.approve(plan), { code: 'PLAN_EXPIRED' });
    assert.equal(world.broker.account.state.requests.length, 0);
  });

  it('Orders, clock: an answer after its time writes the plan as expired, and a list shows no such plan as waiting', async () => {
    const before = world.clock.at;
    world.at(await isoOf(plan.plan_id));
    await assert.rejects(world.approve(plan), { code: 'PLAN_EXPIRED' });
    world.at(before.toISOString());
    await assert.rejects(world.approve(plan), { code: 'PLAN_EXPIRED' });
    assert.equal((await plans().pending(world.owner, {})).total, 0);
  });

  it('Orders, clock: a list that is read after its time expires the plans in it', async () => {
    const before = world.clock.at;
    world.at(await isoOf(plan.plan_id));
    assert.equal((await plans().pending(world.owner, {})).total, 0);
    world.at(before.toISOString());
    assert.equal((await plans().pending(world.owner, {})).total, 0);
  });

  const UNSENT: readonly [what: string, meanwhile: () => Promise<unknown>, note: RegExp][] = [
    ['nothing is known', () => Promise.resolve(), /^Its time ran out before it was sent\.$/],
    [
      'trading is paused',
      () => world.core.policies.live.pause.pauseAll(world.owner, BY),
      /before it was sent: trading is paused\.$/,
    ],
    [
      'its policy is paused',
      () => world.core.policies.pause(world.owner, plan.policy_id, BY),
      /before it was sent: the policy is not active\.$/,
    ],
    [
      'nobody logged in',
      async () => {
        world.at('2024-05-03T05:00:00.000Z');
        await world.rounds(1);
      },
      /before it was sent, since the account could not be read: .* needs a login/,
    ],
  ];
  for (const [what, meanwhile, note] of UNSENT)
    it(`Orders, clock: an approved plan whose time ran out says why it was not sent, where ${what}`, async () => {
      world.at('2024-05-02T12:30:00.000Z');
      await world.approve(plan);
      await meanwhile();
      world.at(await isoOf(plan.plan_id));
      await world.core.policies.live.round(new AbortController().signal);
      const after = await plans().get(world.owner, plan.plan_id);
      assert.equal(after.state, 'EXPIRED');
      assert.match(after.note ?? '', note);
      const { items } = await world.core.notifications.list(world.owner, {});
      assert.ok(items.some(({ body }) => body === after.note));
    });

  it('Orders, clock: a lease of an hour ahead that a wrong clock wrote binds nobody, and the account is traded', async () => {
    await world.core.database.systemPool.query(
      `insert into policy.trading_accounts (connection_id, owner_user_id, epoch, lease_until)
       values ($1, $2, 7, '2024-05-03T06:00:00Z')`,
      [connection, world.owner],
    );
    const done = await world.approve(plan);
    assert.equal(done.state, 'EXECUTED');
    assert.equal(mostSends(), 1);
  });
});
