import assert from 'node:assert/strict';
import { createOrderGateways } from '../../../../core/brokers/orders/index.ts';
import type { InstrumentQuotes } from '../../../../core/market/index.ts';
import type { PlanView } from '../../../../core/policies/index.ts';
import { createPlanLooks } from '../../../../core/policies/live/plan-looks.ts';
import { gate } from '../../../support/gate.ts';
import {
  ANSWERER,
  type LiveWorld,
  liveWorlds,
  plannedAt,
  type Planned,
  preparedWorlds,
} from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';

const MARGINS = /margins|fundlimit/;
const CALCULATORS = /margins\/orders|margincalculator/;

for (const broker of ['zerodha', 'dhan'] as const)
  describe(`looks at waiting plans, and rehearsals, at ${broker}`, function limited(this: Mocha.Suite) {
    // Much work: a busy machine may need minutes for it.
    this.timeout(600_000);
    const worldAnew = preparedWorlds(liveWorlds('300000'), async (world) => await plannedAt(world, broker));
    let world: LiveWorld;
    let plan: PlanView;
    let prepared: Planned;
    beforeEach(async () => {
      ({ world, prepared } = await worldAnew());
      ({ plan } = prepared);
    });
    afterEach(() => {
      world.broker.account.unlisted.clear();
      logsIn();
    });

    const looks = () => world.core.policies.live.looks;
    const look = async (): Promise<PlanView> => await looks().look(world.owner, plan.plan_id);
    const rehearse = async (): Promise<PlanView> => await looks().rehearse(world.owner, plan.plan_id);
    const words = async (read: Promise<PlanView>): Promise<readonly string[]> => {
      const seen = await read;
      return (seen.rehearsal ?? seen.look)?.words ?? [];
    };
    const requests = () => world.broker.account.state.requests.length;
    const sql = async (text: string, values: unknown[]) =>
      (await world.core.database.systemPool.query(text, values)).rows as Record<string, unknown>[];
    /** Ends every session at the broker; the tokens of Kite are its own. */
    const logsOut = () => {
      world.broker.dice.ended.has = () => true;
    };
    const logsIn = () => {
      Reflect.deleteProperty(world.broker.dice.ended, 'has');
    };

    it('Live orders: money, login and missing prices are said; the plan, its digest and its orders stay as they were', async () => {
      assert.deepEqual([plan.look, plan.rehearsal], [null, null]);
      const seen = await look();
      assert.deepEqual({ ...seen, look: null }, plan);
      const most = plan.orders.reduce(
        (sum, one) => sum + one.quantity * (one.limit_price ?? 0) + one.costs,
        0,
      );
      assert.equal(seen.look?.needs.toFixed(2), most.toFixed(2));
      assert.deepEqual(seen.look?.words, [
        'Read on 2 May 2024, 11:30 IST.',
        'Prices: none is from today.',
        '2 have no price.',
        `The account has ₹3,00,000; the plan needs up to ₹${Math.round(most).toLocaleString('en-IN')}.`,
        broker === 'zerodha'
          ? 'The login holds until 3 May 2024, 06:00 IST.'
          : 'The login holds until 3 May 2024, 07:00 IST and is renewed before.',
      ]);
      assert.equal(requests(), 0);
    });

    it('Live orders: what the person saw is in the evidence of the approval, and the receipt shows it no more', async () => {
      await look();
      await rehearse();
      const after = await world.approve(plan);
      assert.deepEqual([after.look, after.rehearsal], [null, null]);
      const [step] = await sql(
        `select evidence from policy.policy_order_events where plan_id = $1 and order_id is null and event = 'approve'`,
        [plan.plan_id],
      );
      const { shown } = (step ?? assert.fail('no step'))['evidence'] as { shown: PlanView };
      assert.equal(shown.look?.funds, 300_000);
      assert.equal(shown.rehearsal?.orders.length, 2);
    });

    it('Live orders: fifty who look at once are one look, which serves for a minute; an incomplete one is taken again', async () => {
      let opened = 0;
      const list = world.core.connections.list.bind(world.core.connections);
      world.core.connections.list = async (userId) => {
        opened += 1;
        return await list(userId);
      };
      try {
        const all = await Promise.all(Array.from({ length: 50 }, look));
        assert.equal(opened, 1);
        assert.equal(new Set(all.map((one) => one.look?.at)).size, 1);
        await look();
        assert.equal(opened, 1);
        world.clock.pass(2);
        assert.notEqual((await look()).look?.at, all[0]?.look?.at);
        assert.equal(opened, 2);
        world.clock.pass(2);
        world.broker.dice.planReads('server_error', { path: MARGINS });
        await look();
        await look();
        assert.equal(opened, 4);
      } finally {
        world.core.connections.list = list;
      }
    });

    it('Live orders: prices of today fill limits or not; one of an earlier day is named with it', async () => {
      const [low, high] = plan.orders;
      assert.ok(low !== undefined && high !== undefined);
      const quotesOf =
        (of: Record<string, [price: number, day: string]>): InstrumentQuotes =>
        async (_, wanted) =>
          await Promise.resolve(
            wanted.map(({ symbol }) => {
              const [price, as_of] = of[symbol] ?? [0, ''];
              return {
                quote: { price, previous_close: null, as_of, currency: 'INR', source: 'test' },
                reason: null,
              };
            }),
          );
      const seenWith = async (quotes: InstrumentQuotes) => {
        const { core } = world;
        const own = createPlanLooks(core, {
          loader: core.strategies.panels,
          quotesOf: quotes,
          connections: core.connections,
          instruments: core.instruments,
          gateways: createOrderGateways(core),
          facts: core.policies.live.planFacts,
          sendingOf: core.policies.live.planFacts.sendingOf,
          isPlacementTime: () => true,
        });
        world.clock.pass(2);
        return (await own.look(world.owner, plan.plan_id)).look;
      };
      const limit = (order: typeof low) => order.limit_price ?? 0;
      const today = await seenWith(
        quotesOf({
          [low.symbol]: [limit(low), '2024-05-02'],
          [high.symbol]: [limit(high) + 0.05, '2024-05-02'],
        }),
      );
      assert.deepEqual([today?.fills?.orders, today?.fills?.value, today?.fills?.unknown], [1, low.value, 0]);
      assert.match(today?.words[1] ?? '', /^Prices: 1 of 2 orders would fill \(₹/);
      const old = await seenWith(
        quotesOf({ [low.symbol]: [limit(low), '2024-04-30'], [high.symbol]: [limit(high), '2024-05-02'] }),
      );
      // The look before is of this minute's plan, and older than a minute.
      assert.deepEqual([old?.fills?.orders, old?.fills?.unknown], [1, 1]);
      assert.match(old?.words[2] ?? '', new RegExp(`${low.symbol} ₹\\S+ on 30 Apr 2024, 2\\.0% above`));
    });

    it('Live orders: a session that has ended says so and what to do; after the login the look is whole', async () => {
      logsOut();
      const seen = await look();
      assert.deepEqual([seen.look?.funds, seen.look?.login_holds], [null, false]);
      assert.match(seen.look?.funds_reason ?? '', /log in/i);
      assert.match(
        seen.look?.login ?? '',
        /^The account needs a login before the plan can be sent\. Use \/sync_connection or the Connections page\.$/,
      );
      logsIn();
      assert.equal((await look()).look?.funds, 300_000);
    });

    it('Live orders: a login that ends before the next session is said in the evening; one that renews itself holds', async () => {
      world.at('2024-05-02T11:00:00.000Z');
      const { look: seen } = await look();
      assert.equal(seen?.fills, null);
      assert.match(seen?.words[1] ?? '', /the market is closed\.$/);
      assert.equal(seen?.login_holds, broker === 'dhan');
      assert.match(
        seen?.login ?? '',
        broker === 'dhan'
          ? /^Munim renews the login before 3 May 2024, 07:00 IST\.$/
          : /^The login ends on 3 May 2024, 06:00 IST, before the plan can be sent\. Log in again after that, or it waits\./,
      );
    });

    it('Live orders: open differences of the account are counted, the newest in words', async () => {
      for (const subject of ['TCS', 'INFY'])
        await sql(
          `insert into policy.account_differences (owner_user_id, connection_id, kind, code, subject, expected, found, message, first_seen_at, last_seen_at)
           values ($1, $2, 'SHORTFALL', 'SHORTFALL', $3, '2', '1', $4, now(), now())`,
          [world.owner, plan.connection_id, subject, `The broker lacks ${subject}.`],
        );
      assert.equal(
        (await words(look())).at(-1),
        '2 differences with the broker open: The broker lacks INFY.',
      );
    });

    it('Live orders: a silent broker is waited for at most five seconds, and the reason is said', async () => {
      world.broker.dice.planReads('hang', { path: MARGINS });
      const begun = performance.now();
      const { look: seen } = await look();
      // A busy machine is late, and a gateway by itself waits for half a minute.
      assert.ok(performance.now() - begun < 15_000);
      assert.deepEqual([seen?.funds, seen?.funds_reason], [null, 'The broker did not answer in time.']);
      assert.equal(seen?.login_holds, true);
    });

    it('Live orders: a look that hangs holds up no approval, and is not written after it', async () => {
      const list = world.core.connections.list.bind(world.core.connections);
      const answered = gate();
      world.core.connections.list = async (userId) => {
        await answered.pass();
        return await list(userId);
      };
      try {
        looks().begin(world.owner, plan.plan_id);
        await answered.reached;
        const body = { digest: plan.digest };
        const done = await world.core.policies.live.approvals.approve(
          world.owner,
          plan.plan_id,
          body,
          ANSWERER,
        );
        assert.notEqual(done.state, 'PENDING_APPROVAL');
      } finally {
        answered.open();
        world.core.connections.list = list;
      }
      await world.core.policies.live.settled();
      // What came after the answer is written to no plan.
      assert.deepEqual(
        await sql('select look from policy.policy_order_plans where id = $1 and look is not null', [
          plan.plan_id,
        ]),
        [],
      );
    });

    it('Live orders: a rehearsal that hangs keeps neither the check of the money nor the orders waiting, and ends with the answer', async () => {
      const { account, dice } = world.broker;
      const asked = () => world.broker.log.filter((line) => CALCULATORS.test(line)).length;
      // Hangs for good: what waits for it would never end.
      dice.planReads('hang', { path: CALCULATORS });
      const before = asked();
      const cash = account.state.cash;
      const hanging = rehearse();
      while (asked() === before) await new Promise((resolve) => setTimeout(resolve, 5));
      account.state.cash = '10';
      await refused(world.approve(plan), 409, 'FUNDS_SHORT');
      // Of the account's reads one is held, however many orders are asked about.
      assert.equal(asked(), before + 1);
      account.state.cash = cash;
      let isOver = false;
      const over = hanging.then((seen) => {
        isOver = true;
        return seen;
      });
      assert.equal(isOver, false);
      const done = await world.approve(plan);
      assert.ok(requests() > 0);
      assert.notEqual(done.state, 'PENDING_APPROVAL');
      const after = await over;
      assert.equal(after.rehearsal, null);
      assert.equal(asked(), before + 1);
    });

    it('Live orders, Rehearse: the calculators take both orders; charges are held against the estimate; nothing is sent', async () => {
      const seen = await rehearse();
      assert.deepEqual({ ...seen, rehearsal: null }, plan);
      assert.deepEqual(
        seen.rehearsal?.orders.map(({ is_accepted }) => is_accepted),
        [true, true],
      );
      const blocked = plan.orders.reduce((sum, one) => sum + one.quantity * (one.limit_price ?? 0), 0);
      assert.equal(
        seen.rehearsal?.orders.reduce((sum, { needs }) => sum + (needs ?? 0), 0).toFixed(2),
        blocked.toFixed(2),
      );
      const said = seen.rehearsal?.words ?? [];
      assert.equal(
        said[0],
        'Rehearsed on 2 May 2024, 11:30 IST: 2 of 2 orders would be accepted. Nothing was sent.',
      );
      assert.match(
        said.at(-1) ?? '',
        broker === 'zerodha'
          ? /^Charges by the broker ₹\S+, our estimate ₹\S+, both without the depository’s fee\.$/
          : /^The broker’s calculator names no charges\.$/,
      );
      assert.equal(requests(), 0);
      assert.deepEqual(await world.states(plan.plan_id), ['PENDING_APPROVAL', 'PENDING_APPROVAL']);
    });

    it('Live orders, Rehearse: one whose share the broker does not take, and money for one only', async () => {
      const [first, second] = plan.orders;
      world.broker.account.unlisted.add(first?.symbol ?? '');
      const refusedOne = await rehearse();
      assert.deepEqual(
        refusedOne.rehearsal?.orders.map(({ is_accepted }) => is_accepted),
        [false, true],
      );
      assert.match(refusedOne.rehearsal?.words[1] ?? '', new RegExp(`^Buy \\d+ ${first?.symbol}: “.+”\\.$`));
      world.broker.account.unlisted.clear();
      world.clock.pass(1);
      const worth = ({ quantity = 0, limit_price = 0 }: Partial<PlanView['orders'][number]> = {}) =>
        quantity * (limit_price ?? 0);
      world.broker.account.state.cash = String(worth(first) + 1000);
      const short = (worth(second) - 1000).toFixed(2);
      const [line, why] = await words(rehearse());
      assert.match(line ?? '', /: 1 of 2 orders would be accepted\./);
      assert.equal(
        why?.replaceAll(',', ''),
        `Buy ${second?.quantity} ${second?.symbol}: funds short by ₹${short}.`,
      );
    });

    it('Live orders, Rehearse: a sale of what the account does not hold, and one that is held', async () => {
      const [sale] = plan.orders;
      const { account } = world.broker;
      await sql(`update policy.policy_orders set side = 'SELL' where id = $1`, [sale?.order_id]);
      const none = await rehearse();
      assert.equal(none.rehearsal?.orders[0]?.reason, 'not held');
      account.place({
        tag: null,
        side: 'BUY',
        symbol: sale?.symbol ?? '',
        quantity: sale?.quantity ?? 0,
        kind: 'MARKET',
        limit_price: null,
      });
      world.clock.pass(1);
      const held = await rehearse();
      assert.deepEqual(
        [held.rehearsal?.orders[0]?.held, held.rehearsal?.orders[0]?.is_accepted],
        [sale?.quantity, true],
      );
    });

    it('Live orders, Rehearse: calculators that are away, a session that ended, a stranger, and a plan that was answered', async () => {
      world.broker.dice.planReads('server_error', { path: CALCULATORS });
      const away = await rehearse();
      assert.notEqual(away.rehearsal?.failure, null);
      assert.match(
        away.rehearsal?.words[0] ?? '',
        /^Rehearsed on 2 May 2024, 11:30 IST, without an answer: The broker /,
      );
      world.broker.dice.forget();
      logsOut();
      assert.match((await words(rehearse()))[0] ?? '', /without an answer: .*log in/i);
      logsIn();
      assert.equal((await rehearse()).rehearsal?.failure, null);
      await refused(looks().rehearse(world.stranger, plan.plan_id), 404, 'PLAN_NOT_FOUND');
      await refused(looks().look(world.stranger, plan.plan_id), 404, 'PLAN_NOT_FOUND');
      await world.approve(plan);
      await refused(rehearse(), 409, 'PLAN_DECIDED');
      assert.equal((await look()).state, 'EXECUTED');
    });
  });
