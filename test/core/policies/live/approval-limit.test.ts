import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  ANSWERER,
  BY,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  plannedAt,
} from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';

/** What a person is expected to type above a limit of their own. */
describeEachBroker('orders/What people expect of an approval: the typed words', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds('2000000'), (one) => plannedAt(one, at));
  let world: LiveWorld;
  let plan: PlanView;
  /** Purchases and sales of the whole plan, rupees: whole shares at closes in paise. */
  let worth: number;
  beforeEach(async () => {
    ({
      world,
      prepared: { plan },
    } = await worldAnew());
    worth = paise(plan.orders.map(({ value }) => value));
  });

  const paise = (values: readonly number[]): number =>
    Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100;
  const limit = () => world.core.policies.live.approvalLimit;
  const above = async (confirm_above: number) => await limit().set(world.owner, { confirm_above }, BY);
  const approve = async (body: object = {}) => {
    const done = await world.core.policies.live.approvals.approve(world.owner, plan.plan_id, body, ANSWERER);
    await world.core.policies.live.settled();
    return done;
  };
  const requests = () => world.broker.account.state.requests.length;
  const look = async () => await world.core.policies.plans.get(world.owner, plan.plan_id);

  it('portfolio/Plan states, approve: above the limit the tag code is typed, and nothing is sent before', async () => {
    await above(worth - 0.01);
    const { confirmation } = await look();
    assert.deepEqual(confirmation, { above: worth - 0.01, words: 'LIVEMOMO' });
    for (const wrong of [{}, { confirmation: '' }, { confirmation: 'LIVEMOM' }, { confirmation: 'yes' }])
      await refused(approve(wrong), 409, 'CONFIRMATION_REQUIRED', /type LIVEMOMO to approve them/);
    await refused(approve({ confirmation: 'x'.repeat(51) }), 422, 'VALIDATION_ERROR');
    assert.deepEqual([(await look()).state, requests()], ['PENDING_APPROVAL', 0]);
    await approve({ digest: plan.digest, confirmation: ' livemomo ' });
    assert.deepEqual([(await look()).state, requests()], ['EXECUTED', plan.orders.length]);
    const { items } = await world.core.policies.live.reads.events(world.owner, {
      plan_id: plan.plan_id,
      page_size: 200,
    });
    const decision = items.find(({ event, order_id }) => event === 'approve' && order_id === null);
    assert.equal((decision?.evidence as { typed: string } | undefined)?.typed, 'livemomo');
  });

  it('portfolio/Plan states, approve: at the limit, and without one, a tap is enough', async () => {
    await above(worth);
    await approve();
    assert.equal((await look()).state, 'EXECUTED');
    assert.deepEqual(await limit().remove(world.owner, BY), { confirm_above: null });
    assert.equal((await look()).confirmation, null);
  });

  it('portfolio/Plan states, approve: what is left out does not count; what was typed without need does no harm', async () => {
    const [first, ...rest] = plan.orders;
    // Just enough for the others.
    await above(paise(rest.map(({ value }) => value)));
    await refused(approve(), 409, 'CONFIRMATION_REQUIRED');
    const { plans } = world.core.policies;
    const now = await look();
    assert.deepEqual(
      [plans.sums(now).confirmation, plans.sums(now, [first?.order_id ?? '']).confirmation],
      ['LIVEMOMO', null],
    );
    await approve({ excluded_order_ids: [first?.order_id], confirmation: 'something else' });
    assert.equal(requests(), rest.length);
  });

  it('portfolio/Errors: a tap that is not enough does not reject the plan for an order above max_order_value', async () => {
    await world.core.database.systemPool.query(
      `update policy.policies set config = config || '{"max_order_value": 1000}' where id = $1`,
      [plan.policy_id],
    );
    await above(0);
    await refused(approve(), 409, 'CONFIRMATION_REQUIRED');
    assert.equal((await look()).state, 'PENDING_APPROVAL');
    await refused(approve({ confirmation: 'LIVEMOMO' }), 409, 'ORDER_ABOVE_LIMIT');
    assert.equal((await look()).state, 'REJECTED');
  });

  it('portfolio/Plan states, approve: of a limit and a tap at the same moment, the one that is first holds', async () => {
    const [set, tap] = await Promise.allSettled([above(1), approve()]);
    assert.equal(set.status, 'fulfilled');
    const isFirst = tap.status === 'rejected';
    if (isFirst) assert.equal((tap.reason as { code?: string }).code, 'CONFIRMATION_REQUIRED');
    const { state, decided } = await look();
    assert.deepEqual(
      [state, requests()],
      isFirst ? ['PENDING_APPROVAL', 0] : ['EXECUTED', plan.orders.length],
    );
    // Whoever approved by a tap did so before the limit was there.
    const { rows } = await world.core.database.systemPool.query<{ updated_at: Date }>(
      'select updated_at from policy.approval_limits',
    );
    if (!isFirst) assert.ok(Date.parse(decided?.at ?? '') <= (rows[0]?.updated_at.getTime() ?? 0));
  });

  it('portfolio/Policy rules 7: the limit is a person’s own, goes on record, and a repeat changes nothing', async () => {
    assert.deepEqual(await limit().read(world.owner), { confirm_above: null });
    for (const wrong of [
      {},
      { confirm_above: -1 },
      { confirm_above: 1e12 + 1 },
      { confirm_above: 'many' },
      { confirm_above: 1, nonsense: true },
    ])
      await refused(limit().set(world.owner, wrong, BY), 422, 'VALIDATION_ERROR');
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual(await above(500_000.5), { confirm_above: 500_000.5 });
    assert.deepEqual(await limit().read(world.stranger), { confirm_above: null });
    await above(0);
    for (let times = 0; times < 2; times += 1) await limit().remove(world.owner, BY);
    const { rows } = await world.core.database.systemPool.query<{ data: unknown }>(
      `select data from evidence.events where kind = 'APPROVAL_LIMIT_SET' order by id`,
    );
    assert.deepEqual(
      rows.map(({ data }) => data),
      [
        { before: null, after: '500000.5' },
        { before: '500000.5', after: '0' },
        { before: '0', after: null },
      ],
    );
  });
});
