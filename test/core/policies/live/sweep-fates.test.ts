import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import fc from 'fast-check';
import { createLeases, Decimal, parseAmount, parseFixed } from '../../../../core/platform/index.ts';
import { createPolicyWork } from '../../../../core/policies/cycle/index.ts';
import { createLiquidSweeps } from '../../../../core/policies/live/liquid-sweep.ts';
import { isPermitted, sweepPermission, sweepQuantity } from '../../../../core/policies/live/sweep-terms.ts';

import type { StrategyConfig } from '../../../../core/strategies/index.ts';
import {
  ANSWERER,
  firstPlan,
  FUND,
  LAST_CLOSE,
  livePolicy,
  type LiveWorld,
  loginAgain,
} from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';
import { expectedSweep } from '../../../support/sweep-oracle.ts';
import {
  after,
  fundBooks,
  IDLE_CAPITAL,
  idlePolicy,
  SWEEPING,
  sweepsOf,
  sweepingWorlds,
} from '../../../support/sweeping-policy.ts';

describeEachBroker('what becomes of a liquid sweep', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worlds = sweepingWorlds(at);
  let world: LiveWorld;
  let connection: string;
  beforeEach(async () => {
    ({ world, prepared: connection } = await worlds.connected());
  });
  /** Comes first in a case. */
  const idleFirst = async () => {
    const { prepared } = await worlds.idle();
    ({ connection } = prepared);
    return prepared.policy;
  };

  const sql = async (text: string, values: unknown[] = []) =>
    await world.core.database.systemPool.query<Record<string, unknown>>(text, values);
  const told = async () =>
    (await world.core.notifications.list(world.owner, { page_size: 100 })).items
      .filter(({ title, body }) => `${title} ${body}`.includes(FUND))
      .map(({ title, body }) => `${title}\n${body}`);
  const requests = () => world.broker.account.state.requests.length;
  const newest = async (id: string) => {
    const [sweep] = await sweepsOf(world, id);
    const [order] = sweep?.orders ?? [];
    if (sweep === undefined || order === undefined) throw new Error('there is no sweep');
    return { ...sweep, order };
  };
  const cycleOf = async (id: string) => (await world.core.policies.get(world.owner, id)).latest_cycle?.status;
  const switchOff = async (id: string) =>
    void (await sql(
      `update policy.policies set config = config || '{"liquid_sweep_enabled": false}' where id = $1`,
      [id],
    ));

  it('portfolio/Policy rules 4: an order that the broker rejects leaves the books untouched, is told with its reason and not tried again', async () => {
    const policy = await idleFirst();
    world.broker.dice.plan({ name: 'refused_funds', times: 1 });
    await world.rounds(4);
    const { state, order } = await newest(policy.id);
    assert.deepEqual([state, order.state, requests()], ['PARTIAL', 'REJECTED', 1]);
    assert.deepEqual(await fundBooks(world, policy.id), { cash: IDLE_CAPITAL, units: 0 });
    assert.equal(await cycleOf(policy.id), 'NOOP');
    const [notice, ...others] = await told();
    assert.deepEqual(others, []);
    assert.match(
      notice ?? '',
      /: the broker rejected the purchase of 28 LIQUIDCASE\nIt says: “.+”\nNothing changed in the books\./,
    );
    const { last_cycle } = await world.core.policies.overview.read(world.owner, policy.id);
    assert.equal(last_cycle?.cycle.swept_value, 0);
    assert.ok(!last_cycle.sentences.some((one) => one.includes(FUND)));
  });

  it('Orders, absent: a sweep that the broker does not show is never sent again without an approval, and its cycle stays', async () => {
    const { core, owner } = world;
    const policy = await idleFirst();
    world.broker.dice.plan({ name: 'dropped', times: 1 });
    await world.rounds(6);
    const { order, plan_id } = await newest(policy.id);
    assert.deepEqual([order.state, requests(), await cycleOf(policy.id)], ['ABSENT', 1, 'NOOP']);
    assert.match((await told())[0] ?? '', /1 order not found at the broker/);
    const again = { settlement: 'SENT_AGAIN', reason: 'It is in no book.' };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, again, ANSWERER);
    await core.policies.live.settled();
    await world.rounds(2);
    assert.equal(requests(), 1);
    const { items } = await core.policies.plans.pending(owner, {});
    assert.deepEqual(
      items.map(({ kind, replaces_plan_id }) => [kind, replaces_plan_id]),
      [['SENT_AGAIN', plan_id]],
    );
    const [asked] = items;
    assert.ok(asked !== undefined);
    assert.equal((await world.approve(asked)).state, 'EXECUTED');
    assert.equal(requests(), 2);
    assert.equal(await cycleOf(policy.id), 'NOOP', 'what moves cash alone moves no cycle');
  });

  it('Orders: an answer that was lost is looked for; the sweep is found, booked and told once', async () => {
    const policy = await idleFirst();
    world.broker.dice.plan({ name: 'answer_lost', times: 1 });
    await world.rounds(3);
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['EXECUTED', 1]);
    assert.equal((await fundBooks(world, policy.id)).units, 28);
    const { last_cycle } = await world.core.policies.overview.read(world.owner, policy.id);
    // 28 units at 107.07, 2,997.96; 10 paise for the exchange and 2 of tax on it, and stamp duty below half a rupee is none.
    assert.equal(last_cycle?.sentences.at(-1), 'Cash to the liquid fund: ₹2,998 (LIQUIDCASE), costs ₹0.');
    assert.equal((await told()).length, 1);
  });

  it('Orders: a process that dies after the sweep is written leaves it to the next, which sends it once', async () => {
    const policy = await idleFirst();
    const mend = after(world, 'write a liquid sweep', async () => {
      throw new Error('the process died');
    });
    try {
      await world.rounds(1);
    } finally {
      mend();
    }
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['APPROVED', 0]);
    await world.rounds(3);
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['EXECUTED', 1]);
    assert.equal((await sweepsOf(world, policy.id)).length, 1);
  });

  it('Orders: many turns at once write one sweep and send one order', async () => {
    const policy = await idleFirst();
    world.clock.pass(1);
    const { live } = world.core.policies;
    const signal = new AbortController().signal;
    await Promise.all([
      ...Array.from({ length: 4 }, () => live.round(signal)),
      ...Array.from({ length: 4 }, () => live.trader.work(connection)),
    ]);
    await world.rounds(2);
    assert.equal((await sweepsOf(world, policy.id)).length, 1);
    assert.equal(requests(), 1);
  });

  it('portfolio/Policy rules 4: switched off after it was written, it is not sent, ends at once and is told', async () => {
    const policy = await idleFirst();
    const mend = after(world, 'write a liquid sweep', async () => {
      throw new Error('the process died');
    });
    await world.rounds(1).finally(mend);
    await switchOff(policy.id);
    await world.rounds(2);
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['EXPIRED', 0]);
    assert.equal(await cycleOf(policy.id), 'NOOP');
    const [notice, ...others] = await told();
    assert.deepEqual(others, []);
    assert.match(
      notice ?? '',
      /28 LIQUIDCASE were not bought\nThe sweep was switched off before the order was sent\. Nothing was sent\./,
    );
  });

  it('portfolio/Policy rules 4: a person gives the permission and takes it back; on paper, retired and where its list names the fund it is refused', async () => {
    const { core, owner, stranger } = world;
    const by = { actor: 'api:owner' };
    const policy = await idlePolicy(world, { connection, config: { liquid_sweep_enabled: false } });
    const turn = async (enabled: unknown, id = policy.id, userId = owner) =>
      await core.policies.live.switchSweep(userId, id, { enabled }, by);
    const before = (await sql('select config::text from policy.policies where id = $1', [policy.id])).rows;
    assert.equal(policy.liquid_sweep, null);
    await world.rounds(1);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    assert.deepEqual((await turn(true)).liquid_sweep, { symbol: FUND, min: 5000 });
    await turn(true);
    await world.rounds(1);
    assert.equal((await sweepsOf(world, policy.id)).length, 1);
    assert.equal((await turn(false)).liquid_sweep, null);
    // Nothing else of the settings was touched.
    assert.deepEqual(
      (await sql('select config::text from policy.policies where id = $1', [policy.id])).rows,
      before,
    );
    const { rows } = await sql(
      `select data ->> 'enabled' as enabled from evidence.events where kind = 'POLICY_SWEEP_SWITCHED' order by id`,
    );
    assert.deepEqual(
      rows.map(({ enabled }) => enabled),
      ['true', 'false'],
    );
    await refused(turn('often'), 422, 'VALIDATION_ERROR');
    await refused(turn(true, policy.id, stranger), 404, 'POLICY_NOT_FOUND');
    await sql(
      `update policy.policies set config = config || '{"universe": ["SH00", "LIQUIDCASE"]}' where id = $1`,
      [policy.id],
    );
    await refused(turn(true), 422, 'VALIDATION_ERROR');
    await core.policies.retire(owner, policy.id, by);
    await refused(turn(true), 409, 'POLICY_RETIRED');
  });

  it('portfolio/Policy rules 4: switched off in the moment before it goes out, it does not', async () => {
    const policy = await idleFirst();
    const mend = after(world, 'begin to place a plan', async () => await switchOff(policy.id));
    await world.rounds(2).finally(mend);
    await world.rounds(1);
    const { state, order } = await newest(policy.id);
    assert.deepEqual([state, order.state, requests()], ['PARTIAL', 'EXPIRED', 0]);
    assert.equal((await told()).length, 1);
  });

  it('portfolio/Policy rules 4: a pause stops a sweep that is written; with the end of the session it expires', async () => {
    const { core, owner } = world;
    const policy = await idleFirst();
    const mend = after(world, 'write a liquid sweep', async () => {
      await core.policies.live.pause.pauseAll(owner, { actor: 'api:owner' });
    });
    await world.rounds(1).finally(mend);
    await world.rounds(2);
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['APPROVED', 0]);
    // 15:30 in India.
    assert.equal((await newest(policy.id)).expires_at, '2024-05-02T10:00:00.000Z');
    world.at('2024-05-02T10:00:00.000Z');
    await world.rounds(1);
    assert.deepEqual([(await newest(policy.id)).state, requests()], ['EXPIRED', 0]);
  });

  it('portfolio/Policy rules 4: one that was not sent by the evening gives way to the rebalance and takes no cash from it', async () => {
    const { core, owner } = world;
    const policy = await idlePolicy(world, { connection, config: { rebalance: 'daily' } });
    const mend = after(world, 'write a liquid sweep', async () => {
      throw new Error('the process died');
    });
    await world.rounds(1).finally(mend);
    await sql(`update policy.policies set config = config || '{"max_stock_pct": 50}' where id = $1`, [
      policy.id,
    ]);
    world.at('2024-05-02T12:45:00.000Z');
    await core.policies.cycles.advanceAll(new AbortController().signal);
    const { items } = await core.policies.plans.pending(owner, {});
    assert.equal(items[0]?.cash_before, IDLE_CAPITAL);
    assert.equal((await newest(policy.id)).state, 'EXPIRED');
    assert.match((await told())[0] ?? '', /A newer plan replaced it/);
    world.at('2024-05-03T05:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(2);
    assert.equal(requests(), 0);
  });

  it('portfolio/Policy rules 7: where the last close is missing, a quote of today is the price', async () => {
    const { core } = world;
    const policy = await idleFirst();
    await sql(
      `delete from portfolio.price_history where day = $1
         and instrument_id = (select id from market.instruments where symbol = $2)`,
      [LAST_CLOSE, FUND],
    );
    const parts = {
      leases: createLeases({ table: 'policy.policies', key: ['id'], leaseMs: 60_000 }, core),
      loader: core.strategies.panels,
      calendar: core.calendar,
      notifications: core.notifications,
      quotesOf: async (_: string, wanted: readonly unknown[]) =>
        wanted.map(() => ({
          quote: {
            price: new Decimal('106.57'),
            currency: 'INR',
            as_of: '2024-05-02',
            source: 'test',
          } as never,
          reason: null,
        })),
    };
    const sweeps = createLiquidSweeps(core, { ...parts, work: createPolicyWork(core, parts) });
    assert.deepEqual(await sweeps.accounts(), [connection]);
    const signal = new AbortController().signal;
    assert.equal(await sweeps.write(connection, async () => undefined, signal), 1);
    assert.equal(await sweeps.write(connection, async () => undefined, signal), 0);
    const { order } = await newest(policy.id);
    // 106.57 and 0.5 % are 107.10285.
    assert.deepEqual([order.reference_price, order.limit_price, order.quantity], [106.57, 107.1, 28]);
  });

  it('Orders: the message about a plan that ended says what its orders came to', async () => {
    const policy = await livePolicy(world, { connection });
    const plan = await world.approve(await firstPlan(world, policy.id));
    const value = plan.orders.reduce((sum, one) => sum + one.filled_quantity * (one.average_price ?? 0), 0);
    const { items } = await world.core.notifications.list(world.owner, { page_size: 100 });
    const ended = items.find(({ title }) => /all orders filled/.test(title));
    assert.ok(value > 100_000);
    assert.equal(
      ended?.body,
      `${plan.orders.length} of ${plan.orders.length} orders filled, for ₹${Math.round(value).toLocaleString('en-IN')} in all.\n${plan.receipt?.slippage?.words ?? '?'}\nConfirmed by orders and trades.`,
    );
  });
});

describe('what may be swept', () => {
  const config = (of: object): StrategyConfig => ({ ...SWEEPING, ...of }) as unknown as StrategyConfig;

  it('portfolio/Policy rules 4: units are what a slow search finds at the worst price, within the largest order', () => {
    const day = '2024-05-02';
    const money = fc.integer({ min: 0, max: 50_000_000 }).map((paise) => paise / 100);
    fc.assert(
      fc.property(money, money, fc.integer({ min: 100, max: 500_000 }), money, (free, min, paise, most) => {
        const limit = paise / 100;
        const permission = sweepPermission(
          config({ liquid_sweep_min: min, max_order_value: Math.max(1, most) }),
        );
        assert.ok(permission !== null);
        const means = { free: parseAmount(free.toFixed(2)), limit: parseFixed(limit.toFixed(2)), day };
        const found = Number(sweepQuantity(permission, means).quantity / parseFixed('1'));
        const { units, margin } = expectedSweep({ free, min, price: limit, day });
        // In whole paise, so that nothing is rounded.
        const capped = Math.floor(Math.round(Math.max(1, most) * 100) / paise);
        // What is nearer than a hundredth of a paisa is beyond doubles.
        if (Math.abs(margin) > 1e-4) assert.equal(found, Math.min(units, capped));
        assert.ok(found <= capped);
      }),
    );
  });

  it('portfolio/Policy rules 4: an order is permitted of the one symbol, as a purchase with a limit, while the sweep is on', () => {
    const order = {
      rule: 'LIQUID_SWEEP',
      side: 'BUY',
      symbol: FUND,
      quantity: new Decimal(27),
      order_kind: 'LIMIT',
      limit_price: new Decimal('108.67'),
    } as const;
    assert.equal(isPermitted(config({}), order), true);
    // 27 times 108.67 are 2,934.09.
    assert.equal(isPermitted(config({ max_order_value: 2934.09 }), order), true);
    assert.equal(isPermitted(config({ max_order_value: 2934.08 }), order), false);
    assert.equal(isPermitted(config({ liquid_sweep_enabled: false }), order), false);
    assert.equal(isPermitted(config({ liquid_symbol: 'LIQUIDBEES' }), order), false);
    for (const wrong of [
      { symbol: 'SH00' },
      { side: 'SELL' as const },
      { rule: 'ENTRY' as const },
      { order_kind: 'MARKET' as const },
      { limit_price: null },
    ])
      assert.equal(isPermitted(config({}), { ...order, ...wrong }), false);
  });
});
