import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  livePolicy,
  loginAgain,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  plannedAt,
  tradingConnection,
} from '../../../support/live-policy.ts';
import { gate } from '../../../support/gate.ts';
import { policyBody, seedRun } from '../../../support/policies.ts';
import { refused } from '../../../support/problems.ts';

describeEachBroker('approvals of plans', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const anew = liveWorlds('300000');
  const worldAnew = preparedWorlds(anew, (one) => tradingConnection(one, at));
  const plannedAnew = preparedWorlds(anew, (one) => plannedAt(one, at));
  const worldOfFriday = liveWorlds('10000000', '2024-05-03');
  let world: LiveWorld;
  let connection: string;
  beforeEach(async () => {
    ({ world, prepared: connection } = await worldAnew());
  });

  const approvals = () => world.core.policies.live.approvals;
  /** A plan of two orders; by other settings, one of several. */
  const planned = async (of?: Partial<Parameters<typeof livePolicy>[1]>): Promise<PlanView> => {
    if (of === undefined) {
      const { world: same, prepared } = await plannedAnew();
      [world, connection] = [same, prepared.connection];
      return prepared.plan;
    }
    const policy = await livePolicy(world, { connection, ...of });
    return await firstPlan(world, policy.id);
  };
  const approve = async (plan: PlanView, body: object = {}) => {
    const done = await approvals().approve(world.owner, plan.plan_id, body, ANSWERER);
    await world.core.policies.live.settled();
    return done;
  };
  const requests = () => world.broker.account.state.requests.length;

  it('policies/Plan states, approve: fifty answers at once are one approval, and the others hear who gave it', async () => {
    const plan = await planned();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, nr) =>
        nr % 5 === 4
          ? approvals().reject(world.owner, plan.plan_id, {}, { actor: `chat:${nr}`, via: 'TELEGRAM' })
          : approvals().approve(world.owner, plan.plan_id, {}, { actor: `chat:${nr}`, via: 'TELEGRAM' }),
      ),
    );
    await world.core.policies.live.settled();
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const answer of answers)
      if (answer.status === 'rejected')
        assert.match(
          String((answer.reason as { detail?: string }).detail),
          /^This plan was already (approved|rejected) by \d+ on /,
          String(answer.reason),
        );
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.match(after.decided?.by ?? '', /^chat:\d+$/);
    assert.equal(after.decided?.via, 'TELEGRAM');
    assert.equal(requests(), after.state === 'REJECTED' ? 0 : plan.orders.length);
  });

  it('policies/Plan states, approve: what is left out is never sent, and the rest is', async () => {
    const plan = await planned();
    const [out, ...rest] = plan.orders;
    await approve(plan, { digest: plan.digest, excluded_order_ids: [out?.order_id] });
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.deepEqual(
      after.orders.map(({ state }) => state),
      ['EXCLUDED', ...rest.map(() => 'FILLED')],
    );
    assert.equal(after.state, 'EXECUTED');
    assert.equal(requests(), rest.length);
  });

  it('policies/Plan states, approve: a digest of another plan, a foreign order and nothing at all are refused', async () => {
    const plan = await planned();
    await refused(approve(plan, { digest: 'f'.repeat(64) }), 409, 'PLAN_CHANGED');
    await refused(approve(plan, { digest: 'short' }), 422, 'VALIDATION_ERROR');
    await refused(approve(plan, { excluded_order_ids: ['999999'] }), 422, 'VALIDATION_ERROR');
    const all = plan.orders.map(({ order_id }) => order_id);
    await refused(approve(plan, { excluded_order_ids: all }), 422, 'VALIDATION_ERROR');
    await refused(approve(plan, { nonsense: 1 }), 422, 'VALIDATION_ERROR');
    await refused(approvals().approve(world.stranger, plan.plan_id, {}, ANSWERER), 404, 'PLAN_NOT_FOUND');
    await refused(approvals().approve(world.owner, '999999', {}, ANSWERER), 404, 'PLAN_NOT_FOUND');
    await refused(approvals().reject(world.owner, '1 or 1=1', {}, ANSWERER), 404, 'PLAN_NOT_FOUND');
    assert.deepEqual(
      await world.states(plan.plan_id),
      plan.orders.map(() => 'PENDING_APPROVAL'),
    );
    assert.equal(requests(), 0);
  });

  it('portfolio/Errors: an order above max_order_value rejects the plan outright, with no partial approval', async () => {
    const plan = await planned({ config: { max_order_value: 50_000 } });
    const large = plan.orders.filter(({ value }) => value > 50_000);
    assert.ok(large.length > 0 && large.length < plan.orders.length);
    await refused(approve(plan), 409, 'ORDER_ABOVE_LIMIT');
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.equal(after.state, 'REJECTED');
    assert.match(after.note ?? '', /above the limit of ₹50,000/);
    assert.deepEqual(new Set(await world.states(plan.plan_id)), new Set(['DECLINED']));
    assert.equal(requests(), 0);
  });

  it('portfolio/Errors: left out, an order above max_order_value keeps no other from being sent', async () => {
    const plan = await planned({ config: { max_order_value: 50_000 } });
    const large = plan.orders.filter(({ value }) => value > 50_000).map(({ order_id }) => order_id);
    await approve(plan, { excluded_order_ids: large });
    assert.equal(requests(), plan.orders.length - large.length);
  });

  it('policies/Plan states, approve: funds that do not cover it refuse; a look-up that fails is traded through', async () => {
    const plan = await planned();
    world.broker.account.state.cash = '1000';
    // In the Indian grouping, to the paisa, like every amount.
    await refused(
      approve(plan),
      409,
      'FUNDS_SHORT',
      /^The plan needs ₹\d,\d\d,\d{3}\.\d\d on top of what its sales bring in, but the account has ₹1,000\.00\./,
    );
    assert.equal((await world.states(plan.plan_id))[0], 'PENDING_APPROVAL');
    // Money came in, and the broker does not tell.
    world.broker.account.state.cash = '300000';
    world.broker.dice.planReads('server_error', { path: /margins/ });
    await approve(plan);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'EXECUTED');
  });

  it('policies/Limits, plan_expiry_hours: nobody answers, and the plan expires with its cycle; the person is told once', async () => {
    const plan = await planned({ config: { plan_expiry_hours: 2 } });
    world.clock.pass(121);
    await refused(approve(plan), 409, 'PLAN_EXPIRED');
    await world.rounds(3);
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.equal(after.state, 'EXPIRED');
    assert.equal(
      (await world.core.policies.get(world.owner, plan.policy_id)).latest_cycle?.status,
      'EXPIRED',
    );
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.equal(items.filter(({ title }) => /expired, nothing was sent/.test(title)).length, 1);
    await refused(approve(plan), 409, 'PLAN_EXPIRED');
    assert.equal(requests(), 0);
  });

  it('policies/Plan states, approve: a plan that expires before the market opens cannot be approved, and says so', async () => {
    world.at('2024-05-02T11:30:00.000Z');
    const plan = await planned({ config: { plan_expiry_hours: 5 } });
    await refused(
      approve(plan),
      409,
      'PLAN_CANNOT_BE_SENT',
      /^Cannot be sent: it expires on 2 May 2024, 22:00 IST, before orders can be sent again\. Nothing was approved\.$/,
    );
    assert.equal((await world.states(plan.plan_id))[0], 'PENDING_APPROVAL');
  });

  it('policies/Plan states: approved while the market is closed, a plan is placed when it opens, or expires', async () => {
    const plan = await planned();
    // 16:00 in India.
    world.at('2024-05-02T10:30:00.000Z');
    await approve(plan);
    await world.rounds(2);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'APPROVED');
    assert.equal(requests(), 0);
    // Friday, a minute before the opening, and a minute after it.
    world.at('2024-05-03T03:42:00.000Z');
    await world.rounds(1);
    assert.equal(requests(), 0);
    // The market is open, and the night ended the session: nothing is sent, and the person is told why.
    await world.rounds(2);
    assert.equal(requests(), 0);
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.equal(items.filter(({ title }) => /cannot reach your broker about orders/.test(title)).length, 1);
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'EXECUTED');
    assert.equal(requests(), plan.orders.length);
  });

  it('policies/Plan states: approved and never placed for plan_expiry_hours, nothing is sent', async () => {
    const plan = await planned();
    world.at('2024-05-02T10:30:00.000Z');
    await approve(plan);
    // The plan was made at 11:30 on Thursday and expires at 17:30 on Friday. Monday is the next look.
    world.at('2024-05-06T05:00:00.000Z');
    await world.rounds(2);
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.equal(after.state, 'EXPIRED');
    assert.equal(after.decided?.by, ANSWERER.actor, 'who approved it stays on record');
    assert.equal(requests(), 0);
  });

  it('policies/Plan states: a plan of Friday evening can be approved and is placed on Monday', async () => {
    // 16:31 on Friday, 3 May; the market opens again on Monday. Thirty hours of sessions are 7:29 of Friday and 22:31 of Monday.
    world = await worldOfFriday();
    connection = await tradingConnection(world, at);
    world.at('2024-05-03T11:01:00.000Z');
    const plan = await planned({ config: { top_n: 6 } });
    assert.equal(plan.expires_at, '2024-05-06T17:01:00.000Z');
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.match(items.map(({ body }) => body).join(' '), /It expires on 6 May 2024, 22:31 IST\.\n/);
    // Saturday night, after thirty hours by the clock on the wall, the sweep of old plans comes by.
    world.at('2024-05-04T19:00:00.000Z');
    await world.rounds(2);
    world.at('2024-05-06T04:00:00.000Z');
    await loginAgain(world, connection);
    const done = await world.approve(plan);
    assert.equal(done.state, 'EXECUTED');
    assert.equal(requests(), plan.orders.length);
  });

  it('Orders, pausing: nothing is approved or sent while trading is paused; it goes on after the typed words', async () => {
    const { pause } = world.core.policies.live;
    const plan = await planned();
    await pause.pauseAll(world.owner, BY);
    await refused(approve(plan), 409, 'TRADING_PAUSED');
    await refused(pause.resumeAll(world.owner, { confirmation: 'yes' }, BY), 422, 'VALIDATION_ERROR');
    await pause.resumeAll(world.owner, { confirmation: 'Resume trading' }, BY);
    world.at('2024-05-02T10:30:00.000Z');
    await approve(plan);
    const state = await pause.pauseAll(world.owner, BY);
    assert.deepEqual([state.is_paused, state.paused_by], [true, BY.actor]);
    world.at('2024-05-03T05:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(2);
    assert.equal(requests(), 0);
    await pause.resumeAll(world.owner, { confirmation: 'resume trading' }, BY);
    await world.rounds(1);
    assert.equal(requests(), plan.orders.length);
  });

  it('Orders, pausing: a writer of the person that hangs does not keep trading from being paused', async () => {
    const plan = await planned();
    const held = gate();
    const stuck = world.core.database.change(world.owner, ['policies'], held.pass);
    await held.reached;
    await world.core.policies.live.pause.pauseAll(world.owner, BY);
    assert.ok((await world.core.policies.live.pause.state(world.owner)).is_paused);
    held.open();
    await stuck;
    await refused(approve(plan), 409, 'TRADING_PAUSED');
  });

  it('policies/Policy status: a paused policy’s plan is neither approved nor, approved before, sent', async () => {
    const plan = await planned();
    await world.core.policies.pause(world.owner, plan.policy_id, BY);
    await refused(approve(plan), 409, 'POLICY_NOT_ACTIVE');
    await world.core.policies.resume(world.owner, plan.policy_id, BY);
    world.at('2024-05-02T10:30:00.000Z');
    await approve(plan);
    await world.core.policies.pause(world.owner, plan.policy_id, BY);
    world.at('2024-05-03T05:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.equal(requests(), 0);
  });

  it('Orders, audit: who decided what, where, on which digest, and every step of each order is on record', async () => {
    const plan = await planned();
    await approve(plan);
    const { items } = await world.core.policies.live.reads.events(world.owner, {
      plan_id: plan.plan_id,
      page_size: 200,
    });
    const [first] = items.toReversed();
    assert.deepEqual([first?.event, first?.actor, first?.via], ['approve', ANSWERER.actor, 'DASHBOARD']);
    assert.equal((first?.evidence as { shown: PlanView } | undefined)?.shown.digest, plan.digest);
    const ofOrder = items.filter(({ order_id }) => order_id === plan.orders[0]?.order_id).toReversed();
    assert.deepEqual(
      ofOrder.map(({ event, to_state }) => [event, to_state]),
      [
        ['approve', 'APPROVED'],
        ['claim', 'SUBMITTING'],
        ['accept', 'PLACED'],
        ['fill', 'FILLED'],
      ],
    );
    await assert.rejects(
      world.core.database.systemPool.query(`update policy.policy_order_events set actor = 'nobody'`),
      /never changed/,
    );
  });

  it('policies/go-live: what it asks for is asked for to the letter, and a repeat is a no-op', async () => {
    const { core, owner, stranger } = world;
    const goLive = async (id: string, body: object) => await core.policies.live.goLive(owner, id, body, BY);
    const own = await core.policies.create(owner, policyBody(), BY);
    const body = { broker_connection_id: connection, capital: 100_000 };
    await refused(goLive(own.id, body), 409, 'VALIDATION_REQUIRED');
    const promote = async (validation: 'VALIDATED' | 'NOT_VALIDATED', tag_code: string) => {
      const run = await seedRun(core, owner, { validation });
      const key = `a-key-for-${tag_code}`;
      const asked = { key, body: { name: tag_code, tag_code } };
      return { run, id: (await core.policies.promotions.promote(owner, run, asked, BY)).policy.id };
    };
    const weak = await promote('NOT_VALIDATED', 'WEAKWEAK');
    await refused(goLive(weak.id, body), 409, 'PROMOTION_NOT_ALLOWED');
    const good = await promote('VALIDATED', 'GOODGOOD');
    for (const wrong of [
      { capital: 1 },
      { ...body, capital: 0 },
      { ...body, capital: -5 },
      { ...body, capital: 1e12 + 1 },
      { ...body, order_kind: 'STOP' },
      { ...body, nonsense: true },
    ])
      await refused(goLive(good.id, wrong), 422, 'VALIDATION_ERROR');
    await refused(goLive(good.id, { ...body, broker_connection_id: '999999' }), 404, 'CONNECTION_NOT_FOUND');
    await refused(core.policies.live.goLive(stranger, good.id, body, BY), 404, 'POLICY_NOT_FOUND');
    const readOnly = await core.connections.create(
      owner,
      {
        broker: 'zerodha',
        label: 'Reads',
        role: 'SYNC',
        credentials: { client_id: 'XY9876', api_key: 'anotherkey', api_secret: 'anothersecret' },
      },
      BY,
    );
    await refused(goLive(good.id, { ...body, broker_connection_id: readOnly.id }), 409, 'NO_TRADING_ROLE');
    // Fresh: what was valid when it was promoted may not be any more.
    await core.database.systemPool.query(
      `update strategy.research_runs set validation = jsonb_set(validation, '{promotion_allowed}', 'false') where id = $1`,
      [good.run],
    );
    await refused(goLive(good.id, body), 409, 'PROMOTION_NOT_ALLOWED');
    await core.database.systemPool.query(
      `update strategy.research_runs set validation = jsonb_set(validation, '{promotion_allowed}', 'true') where id = $1`,
      [good.run],
    );
    const live = await goLive(good.id, { ...body, capital: 1e12 });
    assert.deepEqual([live.mode, live.broker_connection_id, live.state.cash], ['LIVE', connection, 0]);
    const again = await goLive(good.id, body);
    assert.equal(again.live_started_at, live.live_started_at);
    const other = await tradingConnection(world, at === 'dhan' ? 'zerodha' : 'dhan');
    await refused(goLive(good.id, { ...body, broker_connection_id: other }), 409, 'POLICY_IS_LIVE');
    await refused(core.connections.remove(owner, connection, BY), 409, 'CONNECTION_IN_USE');
    await refused(core.policies.remove(owner, good.id, BY), 409, 'POLICY_IS_LIVE');
  });
});
