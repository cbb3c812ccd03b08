import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  ANSWERER,
  BY,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  type Planned,
  plannedAt,
  preparedWorlds,
  SYMBOLS,
} from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';

const SIGNAL = new AbortController().signal;
/** Dhan’s trades of past days. */
const HISTORY = /\/trades\/2024/;

describe('the shares of a traded account, explained', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worlds = liveWorlds('10000000', '2024-05-14');
  const anew = {
    zerodha: preparedWorlds(worlds, async (world) => await plannedAt(world, 'zerodha')),
    dhan: preparedWorlds(worlds, async (world) => await plannedAt(world, 'dhan')),
  };
  let world: LiveWorld;
  let prepared: Planned;
  let requests = 0;
  const open = async (broker: 'zerodha' | 'dhan') => {
    ({ world, prepared } = await anew[broker]());
    requests = 0;
    const { account } = world.broker;
    const shares = account.shares.bind(account);
    account.shares = () => {
      requests += 1;
      return shares();
    };
  };
  afterEach(() => void Reflect.deleteProperty(world.broker.account, 'shares'));

  const audit = async () => await world.core.policies.live.audit.auditAll(SIGNAL);
  const holdings = async () => {
    const { items } = await world.core.policies.live.audit.holdings(world.owner);
    return items[0];
  };
  const shareOf = async (symbol: string) => (await holdings())?.shares.find((one) => one.symbol === symbol);
  const named = async () =>
    (await world.core.policies.live.reads.differences(world.owner, { open: true })).items;
  const rounds = async (count: number) => await world.rounds(count);
  /** A day later at half past ten, logged in. */
  const nextSession = async (day: string) => {
    world.at(`${day}T05:00:00.000Z`);
    await loginAgain(world, prepared.connection);
  };
  /** Shares that came or went at the broker without an order of the book of the day. */
  const moved = (
    symbol: string,
    quantity: number,
    side: 'BUY' | 'SELL' = 'BUY',
    of = '',
    day = '2024-05-02',
  ) => {
    const { state } = world.broker.account;
    const id = `9${state.fills.length}`;
    state.fills.push({
      id,
      order_id: of || `8${id}`,
      side,
      symbol,
      quantity,
      price: '100',
      day,
      time: '10:00:00',
    });
  };
  /** The first order of the plan ends cancelled, the second one is filled. */
  const cancelledFirst = async (plan: PlanView) => {
    world.broker.dice.plan({ name: 'cancelled', times: 1 });
    await world.approve(plan);
    await world.rounds(6, 5);
    const [order] = (await world.core.policies.plans.get(world.owner, plan.plan_id)).orders;
    assert.equal(order?.state, 'CANCELLED');
    const made = world.broker.account.state.orders.find(({ tag }) => tag === order.tag);
    assert.ok(made !== undefined);
    return { order, made };
  };

  /** The request of the first order is lost, and the order counts as absent. */
  const absentFirst = async () => {
    world.broker.dice.plan({ name: 'dropped', times: 1 });
    await world.approve(prepared.plan);
    await rounds(5);
    const [order] = (await world.core.policies.plans.get(world.owner, prepared.plan.plan_id)).orders;
    assert.equal(order?.state, 'ABSENT');
    return order;
  };
  /** Decides to send it again. @returns the plan that waits for an approval */
  const sentAgain = async (orderId: string) => {
    const { core, owner } = world;
    const body = { settlement: 'SENT_AGAIN', reason: 'It is not in the app.' };
    await core.policies.live.settlements.settleOrder(owner, orderId, body, ANSWERER);
    const [again] = (await core.policies.plans.pending(owner, {})).items;
    assert.ok(again !== undefined);
    return again;
  };
  const booksOf = async (symbol: string) => {
    const { items } = await world.core.policies.books.trades(world.owner, prepared.policy.id, {
      mode: 'LIVE',
    });
    return items.filter((trade) => trade.symbol === symbol).reduce((sum, { quantity }) => sum + quantity, 0);
  };
  const hasWarned = async () =>
    (await world.core.notifications.list(world.owner, { page_size: 100 })).items.some(({ title }) =>
      /reach/.test(title),
    );

  for (const broker of ['zerodha', 'dhan'] as const) {
    it(`orders/Second witness: at ${broker}, an order that was sent again is not the late fill of the absent one, and its shares are not booked twice`, async () => {
      await open(broker);
      const { core, owner } = world;
      await audit();
      world.clock.pass(1);
      const { symbol, quantity, order_id, limit_price, tag } = await absentFirst();
      const again = await sentAgain(order_id);
      await core.policies.live.settled();
      const sent = await world.approve(again);
      await rounds(2);
      assert.equal((await world.states(sent.plan_id))[0], 'FILLED');
      assert.equal(await booksOf(symbol), quantity);
      await nextSession('2024-05-03');
      await core.policies.live.tellStart(SIGNAL);
      assert.deepEqual(await named(), []);
      const body = {
        settlement: 'ADOPTED',
        filled_quantity: quantity,
        average_price: limit_price ?? 100,
        reason: 'The app shows it.',
      };
      const adopt = core.policies.live.settlements.settleOrder(owner, order_id, body, ANSWERER);
      await refused(adopt, 409, 'ORDER_SETTLED');

      // The person bought as many on that day: whose they are is a question, and no fill of ours.
      moved(symbol, quantity);
      await core.policies.live.tellStart(SIGNAL);
      const [found] = await named();
      assert.deepEqual([found?.code, found?.subject], ['AS_MANY_SHARES', tag]);
      assert.doesNotMatch(found?.message ?? '', /the broker says/);
      const late = core.policies.live.settlements.settleOrder(owner, order_id, body, ANSWERER);
      await refused(late, 409, 'ORDER_SETTLED');
      assert.equal(await booksOf(symbol), quantity);
    });

    it(`orders/Second witness: at ${broker}, each share is in books of policies, in the person's own records, or unknown, and neither own nor unknown shares are a difference`, async () => {
      await open(broker);
      const { core, owner } = world;
      await world.approve(prepared.plan);
      await rounds(2);
      const [{ symbol, quantity } = { symbol: '', quantity: 0 }] = prepared.plan.orders;
      const other = SYMBOLS.find((one) => prepared.plan.orders.every((order) => order.symbol !== one)) ?? '';
      const account = (await core.connections.list(owner)).find(({ id }) => id === prepared.connection);
      await core.portfolio.portfolios.create(owner, { name: account?.portfolio ?? '' }, BY);
      await core.portfolio.transactions.create(
        owner,
        {
          portfolio: account?.portfolio,
          symbol,
          type: 'BUY',
          date: '2023-06-01',
          quantity: 7,
          price: 90,
          currency: 'INR',
          asset_class: 'Indian Equity',
        } as never,
        BY,
      );
      moved(symbol, 10);
      moved(other, 4);
      assert.deepEqual(await audit(), { accounts: 1, differences: 0, failed: 0 });
      const own = await shareOf(symbol);
      assert.deepEqual(
        [own?.broker, own?.policies, own?.own, own?.unknown],
        [quantity + 10, [{ name: prepared.policy.name, quantity }], 7, 3],
      );
      const unknown = await shareOf(other);
      assert.deepEqual([unknown?.broker, unknown?.policies, unknown?.own, unknown?.unknown], [4, [], 0, 4]);
      assert.equal((await holdings())?.explained_at, world.clock.now().toISOString());
      // Nobody else reads it.
      assert.deepEqual((await core.policies.live.audit.holdings(world.stranger)).items, []);
    });

    it(`orders/Second witness: at ${broker}, a start finds a fill of three sessions ago; after five sessions the account is asked no more`, async () => {
      await open(broker);
      const { core, owner } = world;
      assert.equal((await audit()).differences, 0);
      world.clock.pass(1);
      const { order, made } = await cancelledFirst(prepared.plan);
      // Thursday's fill, which no book shows any more on Tuesday.
      moved(order.symbol, order.quantity, 'BUY', made.id);
      await nextSession('2024-05-07');
      await core.policies.live.tellStart(SIGNAL);
      const [found, ...others] = await named();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [found?.kind, found?.subject, found?.found, found?.order_id],
        ['LATE_ORDER', order.tag, `${order.quantity} shares`, order.order_id],
      );
      // Dhan’s trade history names the order; Zerodha shows the shares alone.
      assert.equal(found?.code, broker === 'dhan' ? 'LATE_ORDER' : 'AS_MANY_SHARES');
      if (broker === 'dhan')
        assert.match(found.message, /the broker says that \d+ shares were, at ₹100 on average/);
      assert.equal((await shareOf(order.symbol))?.order, order.tag);
      const { items } = await core.policies.books.trades(owner, prepared.policy.id, { mode: 'LIVE' });
      assert.ok(items.every(({ symbol }) => symbol !== order.symbol));

      await core.policies.live.settlements.settleDifference(
        owner,
        found?.difference_id ?? '',
        { reason: 'They are mine.' },
        BY,
      );
      requests = 0;
      await nextSession('2024-05-08');
      await world.rounds(15);
      assert.ok(requests > 0, 'it is looked for on the fourth session');
      const ofADay = requests;
      await world.rounds(15);
      assert.equal(requests, ofADay, 'once a day');
      assert.deepEqual(await named(), []);
      // Thursday and five sessions: the sixth one asks nothing.
      requests = 0;
      await nextSession('2024-05-10');
      await core.policies.live.tellStart(SIGNAL);
      await world.rounds(15);
      assert.equal(requests, 0);
      assert.equal((await core.policies.live.reads.differences(owner, {})).total, 1);
    });
  }

  it('orders/Second witness: a trade history that does not answer holds no approved order for long', async () => {
    await open('dhan');
    const { core, broker, clock } = world;
    const order = await absentFirst();
    await nextSession('2024-05-03');
    broker.dice.planReads('hang', { path: HISTORY });
    const again = await sentAgain(order.order_id);
    const until = async (isSo: () => boolean) => {
      const begun = performance.now();
      while (!isSo() && performance.now() - begun < 20_000) await sleep(50);
      return performance.now() - begun;
    };
    const asked = broker.log.length;
    await until(() => broker.log.slice(asked).some((path) => HISTORY.test(path)));
    const body = { digest: again.digest, excluded_order_ids: [] };
    await core.policies.live.approvals.approve(world.owner, again.plan_id, body, ANSWERER);
    const waited = await until(() =>
      broker.account.state.requests.some(({ tag }) => tag === again.orders[0]?.tag),
    );
    assert.ok(waited < 7_000, `${waited} ms`);
    await core.policies.live.settled();
    assert.ok(clock.now() > new Date('2024-05-03'));
    assert.equal(await hasWarned(), false);
  });

  it('orders/Second witness: past trades that cannot be read keep the shares from no comparison, and a proof that comes later is named beside what was settled', async () => {
    await open('dhan');
    const { core, owner, broker } = world;
    await audit();
    world.clock.pass(1);
    const { order, made } = await cancelledFirst(prepared.plan);
    moved(order.symbol, order.quantity, 'BUY', made.id);
    await nextSession('2024-05-03');
    broker.dice.planReads('garbage', { path: HISTORY });
    await core.policies.live.tellStart(SIGNAL);
    const [asMany] = await named();
    assert.deepEqual([asMany?.code, asMany?.subject], ['AS_MANY_SHARES', order.tag]);
    assert.equal(await hasWarned(), false);
    const reason = 'They are mine.';
    await core.policies.live.settlements.settleDifference(owner, asMany?.difference_id ?? '', { reason }, BY);
    const failed = broker.log.filter((path) => HISTORY.test(path)).length;
    await rounds(5);
    assert.equal(broker.log.filter((path) => HISTORY.test(path)).length, failed, 'not every minute');

    // A torn row of another share is left out.
    moved('SH11', 0, 'BUY', '88001');
    broker.dice.forget();
    await rounds(12);
    const [proof] = await named();
    assert.deepEqual(
      [proof?.code, proof?.subject, proof?.found],
      ['LATE_ORDER', order.tag, `${order.quantity} shares`],
    );
    await core.policies.live.settlements.settleDifference(owner, proof?.difference_id ?? '', { reason }, BY);
    await core.policies.live.tellStart(SIGNAL);
    assert.deepEqual(await named(), []);
  });

  it('orders/Second witness: as many more shares as an unfilled order are named once, and taken over they are in the books', async () => {
    await open('zerodha');
    const { core, owner } = world;
    // An own share of the same kind, of before.
    const [first] = prepared.plan.orders;
    moved(first?.symbol ?? '', 5, 'BUY', '', '2024-04-30');
    await audit();
    world.clock.pass(1);
    const { order } = await cancelledFirst(prepared.plan);
    await audit();
    assert.deepEqual(await named(), []);
    await nextSession('2024-05-03');
    // Bought in the app: another quantity is nobody's business.
    moved(order.symbol, order.quantity + 1, 'BUY', '', '2024-05-02');
    await audit();
    assert.deepEqual(await named(), []);
    moved(order.symbol, 1, 'SELL', '', '2024-05-02');
    await audit();
    await audit();
    const [found] = await named();
    assert.deepEqual([found?.kind, found?.code, found?.subject], ['LATE_ORDER', 'AS_MANY_SHARES', order.tag]);
    assert.match(found?.message ?? '', /take it over with the price on the contract note/);
    const body = {
      settlement: 'ADOPTED',
      filled_quantity: order.quantity,
      average_price: order.limit_price ?? 100,
      reason: 'The contract note says so.',
    };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, body, ANSWERER);
    await core.policies.live.settled();
    await rounds(1);
    await audit();
    assert.deepEqual(
      (await named()).filter(({ kind }) => kind === 'LATE_ORDER'),
      [],
    );
    const share = await shareOf(order.symbol);
    assert.deepEqual([share?.policies[0]?.quantity, share?.unknown], [order.quantity, 5]);
    const { items: notices } = await core.notifications.list(owner, { page_size: 100 });
    assert.equal(notices.filter(({ body: text }) => text.includes('would explain')).length, 1);
  });
});
