import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { FaultName } from '../../../../core/brokers/practice/index.ts';
import { openDatabase, withTimeOf } from '../../../../core/platform/index.ts';
import { createAccountAudit } from '../../../../core/policies/live/account-audit.ts';
import {
  ANSWERER,
  BY,
  type LiveWorld,
  liveWorlds,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';

describeEachBroker('what a person decides about orders and differences', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));
  let world: LiveWorld;
  let prepared: Awaited<ReturnType<typeof plannedAt>>;
  beforeEach(async () => {
    ({ world, prepared } = await worldAnew());
  });

  /** A plan whose first order met a fault, as it is once the order counts as absent. */
  const afterFault = async (name: FaultName) => {
    const { policy, plan } = prepared;
    world.broker.dice.plan({ name, times: 1 });
    await world.approve(plan);
    await world.rounds(5);
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    const [order] = after.orders;
    assert.ok(order !== undefined);
    return { policy, plan: after, order };
  };
  const settle = async (orderId: string, body: object) => {
    await world.core.policies.live.settlements.settleOrder(world.owner, orderId, body, ANSWERER);
    await world.core.policies.live.settled();
  };
  const tasks = async () =>
    (await world.core.reports.todos.read(world.owner)).items.map(({ key, to }) => `${key} ${to}`);
  const requests = () => world.broker.account.state.requests;
  const reason = 'The contract note says so.';

  it('Orders, absent: marked as absent by a person, the rest of its plan is sent, and nothing of it again', async () => {
    const { plan, order } = await afterFault('dropped');
    assert.deepEqual([order.state, plan.state], ['ABSENT', 'PLACEMENT_UNKNOWN']);
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.equal(items.filter(({ title }) => /1 order not found at the broker/.test(title)).length, 1);
    assert.deepEqual(await tasks(), [`absent_orders /policies/plans/${plan.plan_id}`]);
    await settle(order.order_id, { settlement: 'MARKED_ABSENT', reason });
    assert.deepEqual(await tasks(), []);
    await world.rounds(1);
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    assert.equal(after.state, 'PARTIAL');
    assert.deepEqual(
      after.orders.map(({ state }) => state),
      ['ABSENT', ...plan.orders.slice(1).map(() => 'FILLED')],
    );
    assert.equal(requests().filter(({ tag }) => tag === order.tag).length, 1);
    await refused(settle(order.order_id, { settlement: 'MARKED_ABSENT', reason }), 409, 'ORDER_SETTLED');
  });

  it('Orders, absent: sent again only by a plan of its own, which waits for an approval and has another tag', async () => {
    const { plan, order } = await afterFault('dropped');
    await settle(order.order_id, { settlement: 'SENT_AGAIN', reason });
    await world.rounds(1);
    const before = requests().length;
    const { items } = await world.core.policies.plans.pending(world.owner, {});
    const [again] = items;
    assert.ok(again !== undefined);
    assert.deepEqual(
      again.orders.map(({ symbol, side, quantity, limit_price, state }) => [
        symbol,
        side,
        quantity,
        limit_price,
        state,
      ]),
      [[order.symbol, order.side, order.quantity, order.limit_price, 'PENDING_APPROVAL']],
    );
    assert.notEqual(again.orders[0]?.tag, order.tag);
    assert.notEqual(again.digest, plan.digest);
    assert.equal(requests().length, before);
    // It waits like any other plan, so it is told like any other, once.
    const { items: notices } = await world.core.notifications.list(world.owner, { page_size: 100 });
    const planOf = (payload: unknown) => payload as { plan_id?: string; state?: string };
    const pending = notices.filter(({ payload }) => planOf(payload).plan_id === again.plan_id);
    assert.deepEqual(
      pending.map(({ kind, payload }) => [kind, planOf(payload).state]),
      [['policy_plan', 'PENDING_APPROVAL']],
    );
    assert.match(pending[0]?.title ?? '', /^LIVE · Momentum LIVEMOMO: 1 purchase waits for/);
    assert.match(pending[0]?.body ?? '', new RegExp(`sends an order of plan ${plan.plan_id} again`));
    // It begins with what the books hold by now: the other share was bought meanwhile.
    const { rows: held } = await world.core.database.systemPool.query<{ symbol: string; quantity: number }>(
      `select symbol, quantity::float8 from policy.policy_positions where mode = 'LIVE'`,
    );
    assert.deepEqual(
      new Map(again.book?.map(({ symbol, quantity }) => [symbol, quantity])),
      new Map([
        ...plan.orders.map(({ symbol }): [string, number] => [symbol, 0]),
        ...held.map(({ symbol, quantity }): [string, number] => [symbol, quantity]),
      ]),
    );
    assert.ok(
      again.book?.every(
        ({ sector, value, quantity, price }) => sector !== null && value === quantity * price,
      ),
    );
    const done = await world.approve(again);
    assert.equal(done.state, 'EXECUTED');
    assert.equal(requests().length, before + 1);
  });

  it('Orders, absent: adopted, what the person read on the contract note is booked', async () => {
    const { policy, order } = await afterFault('dropped');
    const adopted = { settlement: 'ADOPTED', reason };
    await refused(settle(order.order_id, adopted), 422, 'VALIDATION_ERROR');
    const part = { ...adopted, filled_quantity: 3, average_price: 101.5 };
    await refused(settle(order.order_id, { ...part, filled_quantity: 2.5 }), 422, 'VALIDATION_ERROR');
    await refused(settle(order.order_id, { ...part, filled_quantity: -1 }), 422, 'VALIDATION_ERROR');
    await refused(settle(order.order_id, { ...part, average_price: 0 }), 422, 'VALIDATION_ERROR');
    await refused(
      settle(order.order_id, { ...part, filled_quantity: order.quantity + 1 }),
      409,
      'ORDER_OVERFILLED',
    );
    await settle(order.order_id, part);
    await world.rounds(1);
    const { items } = await world.core.policies.books.trades(world.owner, policy.id, { mode: 'LIVE' });
    const own = items.filter(({ symbol }) => symbol === order.symbol);
    assert.deepEqual(
      own.map(({ quantity, price }) => [quantity, price]),
      [[3, 101.5]],
    );
  });

  it('Orders, absent: one that turns up after all is followed again, and the person is warned of a second one', async () => {
    const { plan } = prepared;
    // Not in the book for so many minutes that it counts as absent, and then it is.
    world.broker.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 6 * 60_000 });
    await world.approve(plan);
    await world.rounds(4);
    assert.equal((await world.states(plan.plan_id))[0], 'ABSENT');
    await world.rounds(6);
    assert.equal((await world.states(plan.plan_id))[0], 'FILLED');
    const { items } = await world.core.policies.live.reads.differences(world.owner, {});
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['LATE_ORDER'],
    );
    const first = plan.orders[0]?.tag;
    assert.equal(requests().filter(({ tag }) => tag === first).length, 1);
  });

  it('Orders: what is filled, and what is another’s, is nothing to decide about', async () => {
    const { order } = await afterFault('answer_lost');
    assert.equal(order.state, 'FILLED');
    const body = { settlement: 'MARKED_ABSENT', reason };
    await refused(settle(order.order_id, body), 409, 'ORDER_NOT_ABSENT');
    await refused(settle('999999', body), 404, 'ORDER_NOT_FOUND');
    await refused(settle('none', body), 404, 'ORDER_NOT_FOUND');
    await refused(settle(order.order_id, { settlement: 'MARKED_ABSENT' }), 422, 'VALIDATION_ERROR');
    await refused(
      world.core.policies.live.settlements.settleOrder(world.stranger, order.order_id, body, ANSWERER),
      404,
      'ORDER_NOT_FOUND',
    );
  });

  it('an audit that runs as a job needs one connection at a time', async () => {
    const { core } = world;
    await world.approve(prepared.plan);
    const { urls, held } = core.database;
    // As a process has them by default; a job takes one of two.
    const database = openDatabase(urls, core.log, { most: { app: 3, system: 2 }, held });
    try {
      const audit = createAccountAudit(
        { clock: world.clock, database },
        {
          gateways: {
            open: () =>
              Promise.resolve({ positions: () => Promise.resolve([]), funds: () => Promise.resolve('0') }),
          } as never,
          instruments: {
            byIds: async () => await database.readAsSystem('the registry', () => Promise.resolve(new Map())),
          },
          calendar: core.calendar,
          recordsOf: () => Promise.resolve(null),
          exDatesOf: () => Promise.resolve(new Map()),
          tell: () => Promise.resolve(),
        },
      );
      const account = { connection_id: prepared.connection, owner_user_id: world.owner };
      const done = await withTimeOf('job', () => audit.audit(account, new AbortController().signal));
      assert.equal(done.differences.length, 3);
    } finally {
      await database.close();
    }
  });

  it('policies/Policy rules 3: fewer shares or less cash at the broker is named once, blocks the next plan until it is settled; more is not', async () => {
    const { core, owner, broker } = world;
    const { policy, plan } = prepared;
    await world.approve(plan);
    const audit = async () => await core.policies.live.audit.auditAll(new AbortController().signal);
    assert.deepEqual(await audit(), { accounts: 1, differences: 0, failed: 0 });
    // Somebody sold ten shares in the broker's app, and took the money away.
    const [fill] = broker.account.state.fills;
    assert.ok(fill !== undefined);
    fill.quantity -= 10;
    broker.account.state.cash = '1000';
    assert.deepEqual(await audit(), { accounts: 1, differences: 2, failed: 0 });
    await audit();
    const { items } = await core.policies.live.reads.differences(owner, { open: true });
    assert.deepEqual(items.map(({ kind, subject }) => [kind, subject]).toReversed(), [
      ['SHORTFALL', fill.symbol],
      ['CASH', 'cash'],
    ]);
    const { items: notices } = await core.notifications.list(owner, { page_size: 100 });
    assert.equal(notices.filter(({ title }) => /differ/.test(title)).length, 2);

    // The evening's closes are there: no plan while they are open. A cycle that was asked for says why.
    const settleAll = async () => {
      for (const { difference_id } of items)
        await core.policies.live.settlements.settleDifference(owner, difference_id, { reason }, BY);
    };
    await core.database.systemPool.query('delete from policy.policy_cycles where policy_id = $1', [
      policy.id,
    ]);
    await core.database.systemPool.query(
      `update policy.policy_state set opened_on = day where mode = 'LIVE'`,
    );
    const failed = await core.policies.requests.run(owner, policy.id, BY);
    assert.equal(failed.status, 'FAILED');
    assert.match(failed.failure ?? '', /books and the broker differ/);
    await refused(
      core.policies.live.settlements.settleDifference(owner, '999999', { reason }, BY),
      404,
      'DIFFERENCE_NOT_FOUND',
    );
    await settleAll();
    const retried = await core.policies.requests.retryLatest(owner, policy.id, BY);
    assert.notEqual(retried.status, 'FAILED');
    assert.equal(retried.cycle_id, failed.cycle_id);
  });
});
