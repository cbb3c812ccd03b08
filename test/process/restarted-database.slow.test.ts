import assert from 'node:assert/strict';
import { LIVE_ORDER_STATES } from '../../core/policies/order-states.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { PLAN_STATES } from '../../core/policies/states.ts';
import { SENT_AGAIN } from '../crash/messages.ts';
import { restartingWorld, type RestartingWorld, type States } from '../crash/restarting-world.ts';
import { BROKERS } from '../crash/told-brokers.ts';
import { ANSWERER } from '../support/live-policy.ts';

/** Of what was never approved there is nothing that a broker could make. */
const WITHOUT_FATE = 'NOT_MADE';

/**
 * A Postgres of its own ends twice in every state that a plan and an order pass, and starts again on the same data: it is asked
 * to stop, which breaks off what is under way, and then killed, after which it recovers. Munim works on meanwhile.
 */
for (const broker of BROKERS)
  describe(`Postgres restarted while orders are under way at ${broker}`, function limited(this: Mocha.Suite) {
    // Much work: a busy machine may need minutes for it.
    this.timeout(600_000);
    let world: RestartingWorld & { close(): Promise<void> };
    before(async () => {
      world = await restartingWorld(broker);
    });
    after(async () => await world.close());
    beforeEach(() => world.brokers.dice.forget());

    const approve = async ({ plan_id }: PlanView, excluded: string[] = []): Promise<void> => {
      const body = { excluded_order_ids: excluded };
      await world.side.live.approvals.approve(world.owner, plan_id, body, ANSWERER);
      await world.side.live.settled();
    };
    /** A new plan that is approved while its first order meets a fault. */
    const approvedWith = async (
      fault: Parameters<typeof world.brokers.dice.plan>[0]['name'],
      hiddenMs?: number,
    ): Promise<PlanView> => {
      const plan = await world.planned();
      world.brokers.dice.plan({ name: fault, times: 1, ...(hiddenMs === undefined ? {} : { hiddenMs }) });
      await approve(plan);
      return plan;
    };
    /** A new plan that is approved while the server is restarted twice at a step of it. */
    const restartedAt = async (step: RegExp, states: States): Promise<PlanView> => {
      const plan = await world.planned();
      world.twiceAt(step, plan, states);
      await approve(plan);
      world.assertStruck();
      return plan;
    };
    const states = async (plan: PlanView) => (await world.planOf(plan)).orders.map(({ state }) => state);
    const firstOf = async (plan: PlanView) => (await world.planOf(plan)).orders[0]?.order_id ?? '';
    const made = (plan: PlanView) =>
      plan.orders.map(({ tag }) => world.brokers.orders().filter((one) => one.tag === tag));
    const requests = (plan: PlanView): number[] =>
      plan.orders.map(({ tag }) => world.brokers.requests().filter((one) => one.tag === tag).length);
    const each = <T>(plan: PlanView, value: T, first: T = value): T[] =>
      plan.orders.map((_, nr) => (nr === 0 ? first : value));

    /** What a person was told of a plan. */
    async function told({ plan_id }: PlanView): Promise<string[]> {
      const rows = await world.query<{ what: string }>(
        `select split_part(dedup_key, ':', 3) as what from notifications.outbox where dedup_key like $1 order by id`,
        [`plan:${plan_id}:%`],
      );
      return rows.map(({ what }) => what);
    }

    /** How a plan came out, by the broker's record: what was sent, booked and told, and that it stays so. */
    async function came(
      plan: PlanView,
      out: { plan?: States[0]; orders?: States[1][]; requests?: number[]; told?: string[] } = {},
    ): Promise<void> {
      await world.rounds(1);
      assert.deepEqual(
        {
          plan: (await world.planOf(plan)).state,
          orders: await states(plan),
          requests: requests(plan),
          told: await told(plan),
        },
        {
          plan: 'EXECUTED',
          orders: each(plan, 'FILLED'),
          requests: each(plan, 1),
          told: ['pending', 'ended'],
          ...out,
        },
      );
      for (const orders of made(plan)) assert.ok(orders.length <= 1, 'made twice');
      const filled = made(plan)
        .flat()
        .filter(({ quantityFilled }) => quantityFilled > 0)
        .map(({ symbol, quantityFilled }) => `${symbol} ${quantityFilled}`);
      const books = await world.query<{ trade: string }>(
        `select o.symbol || ' ' || sum(t.quantity)::bigint as trade from policy.policy_trades t
         join policy.policy_orders o on o.id = t.order_id where o.plan_id = $1 group by o.id, o.symbol`,
        [plan.plan_id],
      );
      assert.deepEqual(books.map(({ trade }) => trade).toSorted(), filled.toSorted());
    }

    it('Orders, Postgres restarted: a plan in PENDING_APPROVAL waits on and is sent once when it is approved', async () => {
      const plan = await world.planned();
      await world.twice(plan, ['PENDING_APPROVAL', 'PENDING_APPROVAL']);
      await approve(plan);
      await came(plan);
    });

    it('Orders, Postgres restarted: an approval that was being written is refused and given again, or it stands', async () => {
      const plan = await world.planned();
      world.twiceAt(/^answer a plan: before the commit/, plan, ['PENDING_APPROVAL', 'PENDING_APPROVAL']);
      const isTold = await approve(plan).then(
        () => true,
        () => false,
      );
      world.assertStruck();
      if (!isTold) {
        assert.equal((await world.planOf(plan)).state, 'PENDING_APPROVAL');
        assert.deepEqual(requests(plan), each(plan, 0));
        await approve(plan);
      }
      await came(plan);
    });

    it('Orders, Postgres restarted: an APPROVED plan that was about to be placed is placed once', async () => {
      const plan = await restartedAt(/^begin to place a plan: before the commit/, ['APPROVED', 'APPROVED']);
      await world.rounds(1);
      await came(plan);
    });

    for (const [step, when] of [
      ['before', 'before its request'],
      ['answered', 'before the answer is written'],
    ] as const)
      it(`Orders, Postgres restarted: an order in SUBMITTING, ${when}, is found in the book or is absent, and never sent again`, async () => {
        const step1 = new RegExp(`^send an order \\(\\d+\\): ${step}`);
        const plan = await restartedAt(step1, ['EXECUTING', 'SUBMITTING']);
        await world.rounds(6);
        // What slept too long between its claim and the sending was not sent.
        if (requests(plan)[0] === 1) return await came(plan);
        assert.equal(step, 'before');
        await came(plan, {
          plan: 'PLACEMENT_UNKNOWN',
          orders: each(plan, 'APPROVED', 'ABSENT'),
          requests: each(plan, 0),
          told: ['pending', 'absent'],
        });
      });

    it('Orders, Postgres restarted: a PLACED order is followed to its fill', async () => {
      const plan = await approvedWith('resting');
      await world.twice(plan, ['EXECUTING', 'PLACED']);
      const { account } = world.brokers.of[broker];
      const resting = account.state.orders.find(({ tag }) => tag === plan.orders[0]?.tag);
      assert.ok(resting !== undefined);
      const { id, side, symbol, quantity, limit_price, day, time } = resting;
      resting.state = 'COMPLETE';
      const fill = { id: `${id}1`, order_id: id, side, symbol, quantity, day, time };
      account.state.fills.push({ ...fill, price: limit_price ?? '100' });
      await world.rounds(1);
      await came(plan);
    });

    it('Orders, Postgres restarted: an order in PLACEMENT_UNKNOWN is found by its tag', async () => {
      const plan = await approvedWith('answer_lost', 90_000);
      await world.twice(plan, ['PLACEMENT_UNKNOWN', 'PLACEMENT_UNKNOWN']);
      await world.rounds(3);
      await came(plan);
    });

    it('Orders, Postgres restarted: an ABSENT order waits for the person, was told once, and is not sent again', async () => {
      const plan = await approvedWith('dropped');
      await world.rounds(5);
      await world.twice(plan, ['PLACEMENT_UNKNOWN', 'ABSENT']);
      const body = { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' };
      await world.side.live.settlements.settleOrder(world.owner, await firstOf(plan), body, ANSWERER);
      await world.side.live.settled();
      await came(plan, {
        plan: 'PARTIAL',
        orders: each(plan, 'FILLED', 'ABSENT'),
        told: ['pending', 'absent', 'ended'],
      });
    });

    it('Orders, Postgres restarted: an order that a person has sent again waits for its approval, and is sent once more', async () => {
      const plan = await approvedWith('dropped');
      await world.rounds(5);
      await world.side.live.settlements.settleOrder(world.owner, await firstOf(plan), SENT_AGAIN, ANSWERER);
      const { items } = await world.core.policies.plans.pending(world.owner, {});
      const again = items.find(({ policy_id }) => policy_id === plan.policy_id);
      assert.ok(again !== undefined);
      await world.twice(again, ['PENDING_APPROVAL', 'PENDING_APPROVAL']);
      await approve(again);
      await came(again);
      await came(plan, {
        plan: 'PARTIAL',
        orders: each(plan, 'FILLED', 'ABSENT'),
        told: ['pending', 'absent', 'ended'],
      });
    });

    for (const answer of ['send', 'leaveOut'] as const)
      it(`Orders, Postgres restarted: an order that is held since the session ended is ${answer === 'send' ? 'sent once' : 'left out'} when the person says so`, async () => {
        const plan = await approvedWith('session_ends');
        await world.login();
        await world.rounds(1);
        await world.twice(plan, ['PARTIAL_PLACEMENT', 'PENDING_APPROVAL']);
        await world.side.live.held[answer](world.owner, await firstOf(plan), ANSWERER);
        await world.side.live.settled();
        await came(plan, {
          ...(answer === 'send' ? {} : { orders: each(plan, 'FILLED', 'EXCLUDED') }),
          // The first request made no order.
          requests: each(plan, 1, answer === 'send' ? 2 : 1),
          told: ['pending', 'held', 'ended'],
        });
      });

    it('Orders, Postgres restarted: a FILLED order whose booking was broken off is booked once', async () => {
      const step = /^book what a broker filled: before the commit/;
      const plan = await restartedAt(step, ['EXECUTED', 'FILLED']);
      await world.rounds(1);
      await came(plan);
    });

    it('Orders, Postgres restarted: of an order that ended partly filled the part is booked once', async () => {
      const plan = await approvedWith('partial_fill');
      const order = made(plan)[0]?.[0];
      assert.ok(world.brokers.of[broker].account.cancel(order?.id ?? ''));
      await world.twice(plan, ['EXECUTING', 'PLACED']);
      await world.rounds(17);
      await world.twice(plan, ['PARTIAL', 'PARTIAL']);
      await came(plan, { plan: 'PARTIAL', orders: each(plan, 'FILLED', 'PARTIAL') });
    });

    for (const [fault, state, minutes] of [
      ['refused_funds', 'REJECTED', 0],
      ['cancelled', 'CANCELLED', 17],
    ] as const)
      it(`Orders, Postgres restarted: an order in ${state} stays so, and its end is told once`, async () => {
        const plan = await approvedWith(fault);
        await world.rounds(minutes);
        await world.twice(plan, ['PARTIAL', state]);
        await came(plan, { plan: 'PARTIAL', orders: each(plan, 'FILLED', state) });
      });

    it('Orders, Postgres restarted: what was left out or declined is never sent', async () => {
      const plan = await world.planned();
      await approve(plan, [plan.orders[0]?.order_id ?? '']);
      await world.twice(plan, ['EXECUTED', 'EXCLUDED']);
      await came(plan, { orders: each(plan, 'FILLED', 'EXCLUDED'), requests: each(plan, 1, 0) });
      const other = await world.planned();
      await world.side.live.approvals.reject(world.owner, other.plan_id, {}, ANSWERER);
      await world.twice(other, ['REJECTED', 'DECLINED']);
      const nothing = { requests: each(other, 0), told: ['pending'] };
      await came(other, { plan: 'REJECTED', orders: each(other, 'DECLINED'), ...nothing });
    });

    it('Orders, Postgres restarted: a plan of the evening is sent once in the morning; one that nobody answered expires', async () => {
      const [plan, other] = [await world.planned(), await world.planned()];
      world.clock.at = new Date('2024-05-02T12:00:00.000Z');
      await approve(plan);
      await world.twice(plan, ['APPROVED', 'APPROVED']);
      world.clock.at = new Date('2024-05-03T03:50:00.000Z');
      await world.login();
      await world.rounds(2);
      await came(plan);
      world.clock.at = new Date('2024-05-03T15:00:00.000Z');
      await world.rounds(1);
      await world.twice(other, ['EXPIRED', 'EXPIRED']);
      await assert.rejects(approve(other));
      const nothing = { requests: each(other, 0), told: ['pending', 'ended'] };
      await came(other, { plan: 'EXPIRED', orders: each(other, 'EXPIRED'), ...nothing });
    });

    it('Orders, Postgres restarted: every state of a plan and of an order had two restarts', () => {
      const all = [
        ...PLAN_STATES.map((state) => `plan ${state}`),
        ...LIVE_ORDER_STATES.filter((state) => state !== WITHOUT_FATE).map((state) => `order ${state}`),
      ];
      assert.deepEqual([...world.seen].toSorted(), all.toSorted());
    });
  });
