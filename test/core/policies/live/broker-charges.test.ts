import assert from 'node:assert/strict';
import type { PlanView } from '../../../../core/policies/index.ts';
import {
  firstPlan,
  livePolicy,
  liveWorlds,
  loginAgain,
  plannedAt,
  preparedWorlds,
  tradingConnection,
} from '../../../support/live-policy.ts';
import { near } from '../../../support/near.ts';

/** Where each broker is asked for charges: Dhan page by page. */
const ASKED = { zerodha: /^POST \/charges\/orders$/, dhan: /^GET \/v2\/trades\/2024\S*\/0$/ } as const;
/** The morning after the plan was sent, and the afternoon of the day itself. */
const [NEXT_DAY, DAY] = ['2024-05-03T03:00:00.000Z', '2024-05-02T06:01:00.000Z'];

describe('charges that brokers name for the fills of a plan', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worlds = liveWorlds();
  for (const at of ['zerodha', 'dhan'] as const) {
    const anew = preparedWorlds(worlds, async (world) => {
      const planned = await plannedAt(world, at);
      return { ...planned, sent: await world.approve(planned.plan) };
    });
    const begun = async () => {
      const { world, prepared } = await anew();
      const { core, owner, broker } = world;
      const before = broker.log.length;
      return {
        world,
        ...prepared,
        receipt: async () => await core.policies.plans.get(owner, prepared.plan.plan_id),
        asked: () => broker.log.slice(before).filter((line) => ASKED[at].test(line)).length,
        /** When the broker has them: Zerodha at once, Dhan on the next day. */
        ready: async () => {
          world.at(at === 'dhan' ? NEXT_DAY : DAY);
          if (at === 'dhan') await loginAgain(world, prepared.connection);
        },
      };
    };
    const reasonsOf = ({ orders }: PlanView) => orders.map(({ charges_check: check }) => check?.reason);

    it(`Orders, receipt: slippage of a plan at ${at} is the sum of its orders, and what its trades in the books say`, async () => {
      const { world, plan, sent } = await begun();
      const { rows } = await world.core.database.systemPool.query<{ amount: number; reference: number }>(
        `select sum((t.price - o.reference_price) * t.quantity * case t.side when 'BUY' then 1 else -1 end)::float8 as amount,
           sum(o.reference_price * t.quantity)::float8 as reference
         from policy.policy_trades t join policy.policy_orders o on o.id = t.order_id where o.plan_id = $1`,
        [plan.plan_id],
      );
      const { amount, reference } = rows[0] ?? { amount: 0, reference: 1 };
      assert.equal(plan.receipt, null);
      assert.deepEqual(
        plan.orders.map(({ slippage, charges_check }) => [slippage, charges_check]),
        plan.orders.map(() => [null, null]),
      );
      assert.equal(sent.receipt?.filled_orders, 2);
      assert.notEqual(amount, 0);
      near(sent.receipt.slippage?.amount, amount, 1e-6);
      near(sent.receipt.slippage?.pct, (amount / reference) * 100, 1e-6);
      near(
        sent.orders.reduce((sum, { slippage }) => sum + (slippage?.amount ?? 0), 0),
        amount,
        1e-6,
      );
      const { items } = await world.core.notifications.list(world.owner, {});
      const ended = items.find(({ title }) => /all orders filled/.test(title));
      assert.ok(ended?.body.includes(sent.receipt.slippage?.words ?? '?'), ended?.body);
    });

    it(`Orders, receipt: ${at} is asked once, when it knows, and its figure stands beside that of the books`, async () => {
      const { world, asked, ready, receipt, sent } = await begun();
      assert.deepEqual(reasonsOf(sent), ['The broker was not asked yet.', 'The broker was not asked yet.']);
      await world.rounds(1);
      if (at === 'dhan') {
        assert.equal(asked(), 0);
        const { receipt: on } = await receipt();
        assert.equal(
          on?.charges_words,
          'The broker’s charges are unknown. Dhan names charges from the day after the trade on.',
        );
        assert.equal(on.is_complete, false);
      }
      await ready();
      await world.rounds(3, 70);
      assert.equal(asked(), 1);
      const { orders, receipt: now } = await receipt();
      assert.equal(now?.is_complete, true);
      const computed = orders.reduce(
        (sum, { charges }) => sum + (charges === null ? 0 : charges.total - charges.dp),
        0,
      );
      // Purchases: STT 0.1 %, stamp duty 0.015 %, exchange 0.00307 %, SEBI 0.0001 %, and 18 % GST on the last two.
      const charged = orders.reduce(
        (sum, order) =>
          sum +
          order.filled_quantity *
            (order.average_price ?? 0) *
            (0.001 + 0.00015 + 1.18 * (0.0000307 + 0.000001)),
        0,
      );
      near(now.charges?.broker, charged, 0.01);
      near(now.charges?.computed, computed, 1e-6);
      assert.match(
        now.charges_words,
        at === 'dhan'
          ? /^Dhan charged ₹[\d,.]+, as read on 3 May 2024, \d\d:\d\d IST; the books compute ₹/
          : /^Zerodha calculates charges of ₹[\d,.]+, as read on 2 May 2024, 11:31 IST; the books compute ₹/,
      );
      const { rows } = await world.core.database.systemPool.query<{ costs: number }>(
        'select sum(costs)::float8 as costs from policy.policy_trades where order_id = any ($1)',
        [orders.map(({ order_id }) => order_id)],
      );
      // The books keep what they compute.
      near(
        rows[0]?.costs,
        orders.reduce((sum, { costs }) => sum + costs, 0),
        1e-6,
      );
    });

    it(`Orders, receipt: where ${at} does not answer the reason is shown, it is asked again every hour, and after seven days no more`, async () => {
      const { world, asked, connection, ready, receipt } = await begun();
      await ready();
      world.broker.dice.planReads('garbage', { path: at === 'dhan' ? /\/trades\/2024/ : /charges/ });
      await world.rounds(1);
      const first = asked();
      assert.ok(first > 0);
      assert.match((await receipt()).receipt?.charges_words ?? '', /^The broker’s charges are unknown\. \S/);
      await world.rounds(3, 10);
      assert.equal(asked(), first);
      await world.rounds(1, 60);
      assert.ok(asked() > first);
      const [reason] = reasonsOf(await receipt());
      world.at('2024-05-10T05:00:00.000Z');
      await loginAgain(world, connection);
      const last = asked();
      await world.rounds(1, 60);
      assert.equal(asked(), last);
      const given = await receipt();
      assert.equal(
        reasonsOf(given)[0],
        `They were not known within 7 days of the trade, so Munim asks no more. The last reason: ${reason}`,
      );
      assert.equal(given.receipt?.is_complete, true);
      world.broker.dice.forget();
      await world.rounds(2, 120);
      assert.equal(asked(), last);
    });

    it(`Orders, receipt: a process that dies while it asks ${at} leaves the orders to be asked about later, and two ask once`, async () => {
      const { world, asked, ready, receipt } = await begun();
      await ready();
      world.broker.dice.planReads('hang', { path: at === 'dhan' ? /\/trades\/2024/ : /charges/, times: 1 });
      const dying = new AbortController();
      const round = world.core.policies.live.round(dying.signal);
      while (asked() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      dying.abort(new Error('killed'));
      await assert.rejects(round, /killed/);
      assert.deepEqual(reasonsOf(await receipt()), [
        'The broker was not asked yet.',
        'The broker was not asked yet.',
      ]);
      await world.rounds(1);
      assert.equal(asked(), 1);
      world.clock.pass(60);
      const { live } = world.core.policies;
      await Promise.all([1, 2, 3].map(async () => await live.round(new AbortController().signal)));
      assert.equal(asked(), 2);
      assert.equal((await receipt()).receipt?.is_complete, true);
    });

    it(`Orders, receipt: of orders at ${at} that were taken over by hand there is no number to ask about, which is said once`, async () => {
      const { world, asked, ready, receipt } = await begun();
      await ready();
      const { systemPool } = world.core.database;
      await systemPool.query(
        `update policy.policy_orders set broker_order_ids = '{}', settlement = 'ADOPTED', settled_at = now() where plan_id = $1`,
        [(await receipt()).plan_id],
      );
      await world.rounds(1);
      const reason = 'The order was taken over by hand, so Munim has no order number to ask about.';
      assert.deepEqual(reasonsOf(await receipt()), [reason, reason]);
      assert.equal((await receipt()).receipt?.is_complete, true);
      const rows = async () =>
        (
          await systemPool.query(
            'select id, broker_charges, broker_charges_at from policy.policy_orders order by id',
          )
        ).rows as unknown[];
      const written = await rows();
      await world.rounds(2, 120);
      assert.deepEqual(await rows(), written);
      assert.equal(asked(), 0);
    });

    it(`Orders, receipt: ${at} is not asked while an order of the account waits to be sent`, async () => {
      const { world, asked, ready, sent } = await begun();
      await ready();
      const become = async (state: string) =>
        await world.core.database.systemPool.query(
          'update policy.policy_orders set state = $1 where id = $2',
          [state, sent.orders[0]?.order_id],
        );
      await become('APPROVED');
      await world.rounds(1);
      assert.equal(asked(), 0);
      await become('FILLED');
      await world.rounds(1);
      assert.equal(asked(), 1);
    });
  }

  it('Orders, receipt: a broker that does not answer keeps the charges of another from nobody', async () => {
    const world = await worlds();
    const first = await plannedAt(world, 'zerodha');
    const connection = await tradingConnection(world, 'dhan');
    const other = await livePolicy(world, { connection, tag_code: 'OTHERMOM', config: { top_n: 6 } });
    const plans = [first.plan, await firstPlan(world, other.id)];
    for (const plan of plans) await world.approve(plan);
    world.at(NEXT_DAY);
    await loginAgain(world, first.connection);
    await loginAgain(world, connection);
    world.broker.dice.planReads('hang', { path: /charges/ });
    const dying = new AbortController();
    const round = world.core.policies.live.round(dying.signal);
    const isKnown = async ({ plan_id }: PlanView) =>
      (await world.core.policies.plans.get(world.owner, plan_id)).receipt?.is_complete === true;
    while (!(await isKnown(plans[1] as PlanView))) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await isKnown(first.plan), false);
    dying.abort(new Error('killed'));
    await assert.rejects(round, /killed/);
  });
});
