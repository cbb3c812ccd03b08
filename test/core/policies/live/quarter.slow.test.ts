import assert from 'node:assert/strict';
import { Decimal } from '../../../../core/platform/index.ts';
import { CAPITAL, type QuarterWorld, quarterWorld } from '../../../crash/quarter-world.ts';
import { BROKERS, type MadeOrder } from '../../../crash/told-brokers.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { sampled } from '../../../support/soak.ts';

const [FIRST, LAST] = ['2024-05-02', '2024-08-02'];

/** Rounded half up to a number of digits. */
const rounded = (amount: Decimal, digits: number): Decimal =>
  amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);

/**
 * What a discount broker charged for a delivery trade on the NSE between April and September 2024, from its price list: STT
 * 0.1 % and, on purchases, stamp duty 0.015 % in whole rupees; exchange 0.00332 % and SEBI 0.0001 % in paise with 18 % GST on
 * them; on sales ₹13.50 of the depository with the same tax: ₹15.93.
 */
function chargedFor(side: 'BUY' | 'SELL', value: Decimal): Decimal {
  const [exchange, sebi] = [rounded(value.times('0.0000332'), 2), rounded(value.times('0.000001'), 2)];
  return rounded(value.times('0.001'), 0)
    .plus(side === 'BUY' ? rounded(value.times('0.00015'), 0) : '15.93')
    .plus(exchange)
    .plus(sebi)
    .plus(rounded(exchange.plus(sebi).times('0.18'), 2));
}

/** The same over all that a broker filled: charges are those of an order, whose parts belong together. */
function chargedBy(made: readonly MadeOrder[]): Decimal {
  const orders = new Map<string, { side: 'BUY' | 'SELL'; value: Decimal }>();
  for (const { tag, side, quantityFilled, average } of made) {
    const value = new Decimal(average).times(quantityFilled);
    if (value.isZero()) continue;
    orders.set(tag ?? '', { side, value: value.plus(orders.get(tag ?? '')?.value ?? 0) });
  }
  return [...orders.values()].reduce(
    (sum, { side, value }) => sum.plus(chargedFor(side, value)),
    new Decimal(0),
  );
}

/**
 * Weeks of two policies over two brokers, whose plans a person approves in the chat: one in ten orders meets a fault, and the
 * processes that send them are killed. Whatever happened, positions, cash and costs of the books are what the brokers' own
 * records come to, every approval has its orders once, and every notice came once.
 */
describe('weeks of policies that trade', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(1_200_000);
  const seed = sampled(81, Math.floor(Math.random() * 1e9));
  let world: QuarterWorld;
  before(async () => {
    world = await quarterWorld(seed, '2024-08-05');
  });
  after(() => world.close());

  it(`policies/Policy rules 3: after weeks of faults and kills (seed ${seed}) the books are what the brokers have`, async () => {
    const { core, ownerId, clock, policies } = world;
    const sessions = core.calendar.sessionsBetween('NSE', FIRST, LAST).slice(0, sampled(7, 65));
    const approved: { planId: string; tags: string[] }[] = [];
    let isWaiting = false;
    const morning = async (day: string) => {
      await world.delivered();
      clock.at = new Date(`${day}T03:55:00.000Z`);
      await world.login();
      if (isWaiting) await world.killSome(2);
      await world.calmDown();
      isWaiting = false;
    };
    for (const day of sessions) {
      await morning(day);
      await world.delivered();
      clock.at = new Date(`${day}T12:45:00.000Z`);
      await core.policies.cycles.advanceAll(new AbortController().signal);
      const { items } = await core.policies.plans.pending(ownerId, {});
      for (const { plan_id, orders } of items) {
        await world.approve(plan_id);
        approved.push({ planId: plan_id, tags: orders.map(({ tag }) => tag ?? '') });
        isWaiting = true;
      }
    }
    await morning(core.calendar.nextSession('NSE', sessions.at(-1) ?? FIRST));
    assert.ok(approved.length >= sampled(4, 12), `${approved.length} plans`);
    assert.ok(world.kills >= sampled(2, 10), `${world.kills} kills`);
    assert.ok(world.dice.met >= sampled(2, 10), `${world.dice.met} faults`);

    await approvalsHaveTheirOrders(approved);
    for (const [nr, broker] of BROKERS.entries()) await booksEqual(policies[nr]?.id ?? '', broker);
    const { items: differences } = await core.policies.live.reads.differences(ownerId, {});
    assert.deepEqual(differences, []);

    // Each day has its value, and money is where it was: NAV times units is cash and positions.
    for (const policy of policies) {
      const { items: equity } = await core.policies.books.equity(ownerId, policy.id, { mode: 'LIVE' });
      assert.equal(equity.length, sessions.length + 1);
      const last = equity.at(-1);
      assert.ok(Math.abs((last?.cash ?? 0) + (last?.positions_value ?? 0) - (last?.total_value ?? 0)) < 0.01);
      const paging = { mode: 'LIVE', page_size: 200 } as const;
      const { items: cycles } = await core.policies.books.cycles(ownerId, policy.id, paging);
      assert.ok(
        cycles.every(({ status }) => ['EXECUTED', 'PARTIAL', 'NOOP'].includes(status)),
        JSON.stringify(cycles),
      );
    }
    await noticesCameOnce(approved);
  });

  /** Every approved order was sent once, or it is absent and was sent once at most; nothing else was. */
  async function approvalsHaveTheirOrders(approved: readonly { planId: string; tags: string[] }[]) {
    const { core, brokers, ownerId } = world;
    const counts = new Map<string, number>();
    for (const { tag } of brokers.requests()) counts.set(tag ?? '', (counts.get(tag ?? '') ?? 0) + 1);
    const known = new Set(approved.flatMap(({ tags }) => tags));
    assert.deepEqual(
      [...counts].filter(([tag, count]) => count !== 1 || !known.has(tag)),
      [],
    );
    for (const { planId } of approved) {
      const { state, orders } = await core.policies.plans.get(ownerId, planId);
      assert.ok(['EXECUTED', 'PARTIAL'].includes(state), `plan ${planId} is ${state}`);
      for (const order of orders)
        assert.ok(
          counts.has(order.tag ?? '') || order.state === 'ABSENT',
          `order ${order.tag} is ${order.state} and was never sent`,
        );
    }
  }

  /** The second bookkeeping: the broker's own. */
  async function booksEqual(policyId: string, broker: (typeof BROKERS)[number]) {
    const { core, brokers } = world;
    const { account } = brokers.of[broker];
    const { rows: positions } = await core.database.systemPool.query<{ held: string }>(
      `select symbol || ' ' || quantity::bigint as held from policy.policy_positions where mode = 'LIVE' and policy_id = $1`,
      [policyId],
    );
    const held = account
      .shares()
      .map(({ symbol, opening, bought, sold }) => ({ symbol, quantity: opening + bought - sold }))
      .filter(({ quantity }) => quantity !== 0)
      .map(({ symbol, quantity }) => `${symbol} ${quantity}`);
    assert.deepEqual(positions.map((row) => row.held).toSorted(), held.toSorted(), broker);

    const { rows: sums } = await core.database.systemPool.query<{ cash: string; costs: string }>(
      `select cash::text, cumulative_costs::text as costs from policy.policy_state where mode = 'LIVE' and policy_id = $1`,
      [policyId],
    );
    const costs = chargedBy(brokers.orders().filter(({ at }) => at === broker));
    // The practice broker takes no charges, and begins with ten million.
    const cash = new Decimal(account.state.cash).minus(10_000_000).plus(CAPITAL).minus(costs);
    const [books] = sums;
    assert.deepEqual(
      { cash: new Decimal(books?.cash ?? 0).toFixed(2), costs: new Decimal(books?.costs ?? 0).toFixed(2) },
      { cash: cash.toFixed(2), costs: costs.toFixed(2) },
      broker,
    );
  }

  /** What is in the outbox stands in the chat as often, and of every plan that it waits and how it ended. */
  async function noticesCameOnce(approved: readonly { planId: string }[]) {
    const { core, chat } = world;
    const { rows: notices } = await core.database.systemPool.query<{ key: string; title: string }>(
      `select dedup_key as key, title from notifications.outbox where kind = 'policy_plan' order by id`,
    );
    for (const { planId } of approved)
      for (const what of ['pending', 'ended'])
        assert.equal(
          notices.filter(({ key }) => key === `plan:${planId}:${what}`).length,
          1,
          `${what} ${planId}`,
        );
    const expected = notices.map(({ title }) => title).toSorted();
    const read = async () =>
      (await chat.messages())
        .filter(({ fromBot }) => fromBot)
        .map(({ text }) => text.split('\n')[0] ?? '')
        .filter((title) => expected.includes(title))
        .toSorted();
    await eventually('every notice in the chat', async () => (await read()).length >= expected.length);
    assert.deepEqual(await read(), expected);
  }
});
