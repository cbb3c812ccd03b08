import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  FUND,
  fundClose,
  LAST_CLOSE,
  livePolicy,
  type LiveWorld,
  loginAgain,
} from '../../../support/live-policy.ts';
import { leftPending, SIGNAL } from '../../../support/allocation-world.ts';
import { expectedRedemption, expectedSweep, fundCharges } from '../../../support/sweep-oracle.ts';
import {
  fundBooks,
  idlePolicy,
  SWEEPING,
  sweepsOf,
  sweepingWorlds,
} from '../../../support/sweeping-policy.ts';
import { refused } from '../../../support/problems.ts';

const TODAY = '2024-05-02';
/** At most 5 % of the capital goes into each share, so that much of it stays cash. */
const PART = { ...SWEEPING, max_stock_pct: 5 } as const;

describeEachBroker('the liquid sweep of policies that trade', function limited(at, it) {
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
  const notices = async () =>
    (await world.core.notifications.list(world.owner, { page_size: 100 })).items.map(
      ({ title, body }) => `${title}\n${body}`,
    );
  const requests = () => world.broker.account.state.requests.length;
  const evening = async (day: string) => {
    world.at(`${day}T12:45:00.000Z`);
    await world.core.policies.cycles.advanceAll(new AbortController().signal);
  };
  /** The close of the fund on a session, and 0.5 % above it, rounded down to a tick of a paisa: what is paid at most. */
  const priceOn = (day: string) => {
    const nr = world.core.calendar.sessionsBetween('NSE', '2023-01-02', day).length - 1;
    const close = fundClose(nr);
    return { close, limit: Math.floor(Math.round(close * 10_050) / 100) / 100 };
  };

  it('portfolio/Policy rules 4: once a rebalance is executed, what is left of the cash is bought of the fund, nobody is asked and the person is told', async () => {
    const { core, owner } = world;
    const policy = await livePolicy(world, { connection, config: PART });
    const plan = await world.approve(await firstPlan(world, policy.id));
    assert.equal(plan.state, 'EXECUTED');
    const [sweep, ...others] = await sweepsOf(world, policy.id);
    const [order] = sweep?.orders ?? [];
    assert.ok(sweep !== undefined && order !== undefined);
    assert.deepEqual(others, []);

    // What the books had then: the capital less what was paid for the shares.
    const { items: trades } = await core.policies.books.trades(owner, policy.id, {
      mode: 'LIVE',
      page_size: 100,
    });
    const shares = trades.filter(({ symbol }) => symbol !== FUND);
    const cash = shares.reduce((left, { value, costs }) => left - value - costs, 1_000_000);
    assert.ok(Math.abs(sweep.cash_before - cash) < 0.01);
    const { close, limit } = priceOn(LAST_CLOSE);
    const { units } = expectedSweep({ free: cash, min: 5000, price: limit, day: TODAY });
    assert.deepEqual(
      [order.side, order.symbol, order.quantity, order.order_kind, order.reference_price, order.limit_price],
      ['BUY', FUND, units, 'LIMIT', close, limit],
    );
    assert.deepEqual(
      [sweep.kind, sweep.state, sweep.cycle_id, order.state, sweep.decided?.by, sweep.decided?.via],
      ['SWEEP', 'EXECUTED', plan.cycle_id, 'FILLED', 'system', 'SYSTEM'],
    );
    const books = await fundBooks(world, policy.id);
    // The practice broker fills at the limit: the worst price that there can be.
    const paid = units * limit + fundCharges('BUY', TODAY, units * limit).charged;
    assert.equal(books.units, units);
    assert.ok(Math.abs(books.cash - (cash - paid)) < 0.01);
    assert.ok(books.cash >= 2500, 'half of the minimum is held back');

    const { items: events } = await core.policies.live.reads.events(owner, { plan_id: sweep.plan_id });
    const decision = events.find(({ event }) => event === 'sweep');
    const evidence = decision?.evidence as { permitted_by: object; quantity: string };
    assert.deepEqual([decision?.actor, decision?.via, decision?.to_state], ['system', 'SYSTEM', 'APPROVED']);
    assert.deepEqual(evidence.permitted_by, {
      liquid_sweep_enabled: true,
      liquid_symbol: FUND,
      liquid_sweep_min: '5000',
      max_order_value: '1000000',
    });
    assert.equal(evidence.quantity, String(units));
    const told = (await notices()).filter((one) => one.includes(FUND));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^LIVE · Momentum LIVEMOMO: bought \d+ LIQUIDCASE for ₹7,4\d,\d{3}\n/);
    assert.match(told[0] ?? '', /You were not asked, because the settings of this policy allow it\.$/);

    // The cycle is what its own plan came to, and the account has what the books say.
    const cycle = (await core.policies.get(owner, policy.id)).latest_cycle;
    assert.deepEqual([cycle?.status, cycle?.plan_id], ['EXECUTED', plan.plan_id]);
    assert.ok(Math.abs((cycle?.swept_value ?? 0) - units * limit) < 0.01);
    const signal = new AbortController().signal;
    assert.deepEqual(await core.policies.live.audit.auditAll(signal), {
      accounts: 1,
      differences: 0,
      failed: 0,
    });
    const before = requests();
    await world.rounds(5);
    assert.deepEqual([requests(), (await sweepsOf(world, policy.id)).length], [before, 1]);
  });

  it('portfolio/Policy rules 4: a rebalance without orders is swept as well, and stays one', async () => {
    const policy = await idleFirst();
    assert.equal(policy.latest_cycle?.status, 'NOOP');
    const before = await sql('select status, finished_at from policy.policy_cycles where policy_id = $1', [
      policy.id,
    ]);
    await world.rounds(1);
    const [sweep] = await sweepsOf(world, policy.id);
    // 327 sessions after the fund began at 100 rupees its close is 106.54; 0.5 % more are 107.0727, at most 107.07. 5,500 less
    // the 2,500 that stay buy 28 units: 2,997.96 and 12 paise of charges; 29 would be 3,105.03.
    assert.deepEqual(priceOn(LAST_CLOSE), { close: 106.54, limit: 107.07 });
    assert.deepEqual([sweep?.state, sweep?.orders[0]?.quantity], ['EXECUTED', 28]);
    const after = await sql('select status, finished_at from policy.policy_cycles where policy_id = $1', [
      policy.id,
    ]);
    assert.deepEqual(after.rows, before.rows);
    assert.equal((await world.core.policies.get(world.owner, policy.id)).latest_cycle?.plan_id, null);
    assert.equal(requests(), 1);
  });

  it('portfolio/Policy rules 4: it is off unless a policy turns it on, and below the minimum nothing is moved or said', async () => {
    const off = await idlePolicy(world, { connection, config: { liquid_sweep_enabled: false } });
    const little = await idlePolicy(world, { connection, tag_code: 'LITTLE01', capital: 4999 });
    // Of 5,200 rupees 300 are owed as tax.
    const taxed = await idlePolicy(world, { connection, tag_code: 'TAXED001', capital: 5200 });
    await sql(`update policy.policy_state set tax_accrued = 300 where policy_id = $1 and mode = 'LIVE'`, [
      taxed.id,
    ]);
    await world.rounds(3);
    for (const { id } of [off, little, taxed]) assert.deepEqual(await sweepsOf(world, id), []);
    assert.equal(requests(), 0);
    assert.equal((await notices()).filter((one) => one.includes(FUND)).length, 0);
    // Two hundred fewer, and it is enough.
    await sql(`update policy.policy_state set tax_accrued = 100 where policy_id = $1 and mode = 'LIVE'`, [
      taxed.id,
    ]);
    await world.rounds(1);
    // 5,100 less 2,500 pay for 24 units at 107.07, 2,569.68 and charges; 25 would be 2,676.75.
    assert.deepEqual((await sweepsOf(world, taxed.id))[0]?.orders[0]?.quantity, 24);
  });

  it('portfolio/Policy rules 4: no order that nobody approves is larger than one that a person could approve', async () => {
    // 18 units at 107.07 are 1,927.26, 19 are 2,034.33; the cash would have paid for 28.
    const policy = await idlePolicy(world, { connection, config: { max_order_value: 2000 } });
    await world.rounds(1);
    const [order] = (await sweepsOf(world, policy.id))[0]?.orders ?? [];
    assert.deepEqual([order?.quantity, order?.state], [18, 'FILLED']);
    assert.match(order?.reason ?? '', /Cut from 28 to 18 units/);
    // A limit below the price of one unit: nothing, today and in silence.
    const none = await idlePolicy(world, {
      connection,
      tag_code: 'NONE0001',
      config: { max_order_value: 50 },
    });
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, none.id), []);
  });

  it('portfolio/Allocation modes: money that is to buy the current targets is not swept before it was tried', async () => {
    const { core, owner } = world;
    const { contributions } = core.policies;
    const policy = await idleFirst();
    const due = { amount: 2000, frequency: 'once', start_date: TODAY } as const;
    await contributions.schedule(
      owner,
      policy.id,
      { ...due, allocation_mode: 'buy_only_current_targets' },
      BY,
    );
    await contributions.round(SIGNAL);
    const id = (await contributions.list(owner, policy.id)).items[0]?.contribution_id ?? '';
    await contributions.confirm(owner, id, { confirmed_amount: 2000, external_reference: 'UTR1' }, BY);
    await leftPending(world, async () => await contributions.apply(owner, id, BY));
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    const [plan] = (await core.policies.plans.pending(owner, {})).items;
    assert.equal(plan?.cycle_type, 'CONTRIBUTION_ALLOCATION');
    // Rejected, it waits for the next rebalance like any other cash.
    await core.policies.live.approvals.reject(owner, plan.plan_id, {}, ANSWERER);
    await world.rounds(1);
    // 7,500 less 2,500 pay for 46 units at 107.07, 4,925.22 and charges; 47 would be 5,032.29.
    assert.deepEqual((await sweepsOf(world, policy.id))[0]?.orders[0]?.quantity, 46);
  });

  it('portfolio/Policy rules 4: while a plan waits, trading is paused or a difference is open, cash stays; a plan that a person rejected is not followed by a purchase', async () => {
    const { core, owner } = world;
    const policy = await livePolicy(world, { connection, config: PART });
    const plan = await firstPlan(world, policy.id);
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    await core.policies.live.approvals.reject(owner, plan.plan_id, {}, ANSWERER);
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, policy.id), []);

    const idle = await idlePolicy(world, { connection, tag_code: 'IDLE0001' });
    await core.policies.live.pause.pauseAll(owner, BY);
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, idle.id), []);
    await core.policies.live.pause.resumeAll(owner, { confirmation: 'resume trading' }, BY);
    world.broker.account.state.cash = '1000';
    await core.policies.live.audit.auditAll(new AbortController().signal);
    await world.rounds(2);
    assert.deepEqual(await sweepsOf(world, idle.id), []);
    world.broker.account.state.cash = '10000000';
    const { items } = await core.policies.live.reads.differences(owner, { open: true });
    for (const { difference_id } of items)
      await core.policies.live.settlements.settleDifference(
        owner,
        difference_id,
        { reason: 'Found it again.' },
        BY,
      );
    await world.rounds(1);
    assert.equal((await sweepsOf(world, idle.id)).length, 1);
  });

  it('portfolio/Policy rules 4: outside the hours of orders, for a paused policy and before the last close is in the books, nothing is written', async () => {
    const { core, owner } = world;
    const policy = await idleFirst();
    world.at('2024-05-02T10:30:00.000Z');
    await world.rounds(1);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    // The next day opens, and nobody went through the session of the 2nd: a rebalance may be due.
    world.at('2024-05-03T05:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    await core.policies.pause(owner, policy.id, BY);
    await core.policies.resume(owner, policy.id, BY);
    await evening('2024-05-02');
    world.at('2024-05-03T05:00:00.000Z');
    await loginAgain(world, connection);
    await core.policies.pause(owner, policy.id, BY);
    await world.rounds(1);
    assert.deepEqual(await sweepsOf(world, policy.id), []);
    await core.policies.resume(owner, policy.id, BY);
    await world.rounds(1);
    assert.equal((await sweepsOf(world, policy.id)).length, 1);
  });

  it('portfolio/Policy rules 4: a plan that nobody answered expired, so its cash is swept', async () => {
    const policy = await livePolicy(world, {
      connection,
      config: { ...SWEEPING, plan_expiry_hours: 1, max_order_value: 200_000 },
    });
    const plan = await firstPlan(world, policy.id);
    await world.rounds(1, 61);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'EXPIRED');
    const [sweep] = await sweepsOf(world, policy.id);
    // 1,867 units at 107.07 are 199,899.69, one more 200,006.76.
    assert.deepEqual([sweep?.state, sweep?.orders[0]?.quantity], ['EXECUTED', 1867]);
    assert.equal((await world.core.policies.get(world.owner, policy.id)).latest_cycle?.status, 'EXPIRED');
  });

  it('portfolio/Policy rules 4: without a price, an unknown fund or one that is none, nothing is bought; that is told once', async () => {
    const policies = await Promise.all([
      idlePolicy(world, { connection, tag_code: 'NOBODY01', config: { liquid_symbol: 'NOBODY' } }),
      idlePolicy(world, { connection, tag_code: 'SHARE001', config: { liquid_symbol: 'SH00' } }),
    ]);
    const priceless = await idlePolicy(world, { connection });
    await sql(
      `delete from portfolio.price_history where day = $1
         and instrument_id = (select id from market.instruments where symbol = $2)`,
      [LAST_CLOSE, FUND],
    );
    await world.rounds(3);
    assert.equal(requests(), 0);
    const why = [
      'NOBODY is not a fund or share that Munim knows',
      'SH00 is not a liquid fund that trades on the exchange',
      'LIQUIDCASE has no price from the last session or today',
    ];
    for (const [nr, { id }] of [...policies, priceless].entries()) {
      assert.deepEqual(await sweepsOf(world, id), []);
      const { items } = await world.core.policies.books.universeEvents(world.owner, id, { mode: 'LIVE' });
      const message = `${why[nr]}, so the spare cash stays uninvested until the next rebalance.`;
      assert.deepEqual(
        items.map((one) => [one.kind, one.date, one.message]),
        [['SWEEP_SKIPPED', TODAY, message]],
      );
      assert.equal((await notices()).filter((one) => one.endsWith(`\n${message}`)).length, 1);
    }
  });

  it('portfolio/Policy rules 4: the next plan sells as few units of the fund as its purchases need', async () => {
    const { core, owner } = world;
    const policy = await livePolicy(world, { connection, config: { ...PART, plan_expiry_hours: 100 } });
    await world.approve(await firstPlan(world, policy.id));
    const { units: held } = await fundBooks(world, policy.id);
    // Twice as much of each share from now on: what stands in the fund pays for it.
    await sql(`update policy.policies set config = config || '{"max_stock_pct": 8}' where id = $1`, [
      policy.id,
    ]);
    await evening(TODAY);
    await evening('2024-05-03');
    const { items } = await core.policies.plans.pending(owner, {});
    const orders = items[0]?.orders ?? [];
    const redemption = orders.find(({ symbol }) => symbol === FUND);
    assert.equal(orders.filter(({ side }) => side === 'SELL').length, 1);
    assert.equal(redemption?.side, 'SELL');
    const { cash } = await fundBooks(world, policy.id);
    const needed = orders
      .filter(({ side }) => side === 'BUY')
      .reduce((sum, { value, costs }) => sum + value + costs, 0);
    // Bought at 0.5 % above the close, the units are sold at a loss: no tax.
    const expected = expectedRedemption({
      shortfall: needed - cash,
      held,
      price: priceOn('2024-05-03').close,
      day: '2024-05-03',
      addedTax: () => 0,
    });
    assert.ok(expected.margin > 0.1 && expected.units < held);
    assert.equal(redemption?.quantity, expected.units);
  });

  it('portfolio/Plan states, approve: where the account has too little cash when a plan is sent, units of the fund are sold for it, once', async () => {
    const { core, owner } = world;
    const policy = await livePolicy(world, { connection, config: { ...PART, plan_expiry_hours: 100 } });
    await world.approve(await firstPlan(world, policy.id));
    await sql(`update policy.policies set config = config || '{"max_stock_pct": 8}' where id = $1`, [
      policy.id,
    ]);
    await evening(TODAY);
    await evening('2024-05-03');
    const [plan] = (await core.policies.plans.pending(owner, {})).items;
    assert.ok(plan !== undefined);
    assert.equal(plan.may_redeem, FUND);
    await world.approve(plan);
    // On Monday morning the account has 1,000 rupees.
    world.at('2024-05-06T04:00:00.000Z');
    await loginAgain(world, connection);
    world.broker.account.state.cash = '1000';
    await world.rounds(2);
    const after = await core.policies.plans.get(owner, plan.plan_id);
    const added = after.orders.slice(plan.orders.length);
    // The purchases at their limits, less the cash and what the planned sale brings at its own.
    const limits = (wanted: string) =>
      plan.orders.reduce(
        (sum, { side, quantity, limit_price }) =>
          side === wanted ? sum + quantity * (limit_price ?? 0) : sum,
        0,
      );
    const shortfall = limits('BUY') - 1000 - limits('SELL');
    assert.ok(shortfall > 0);
    assert.deepEqual(
      added.map(({ symbol, side, quantity }) => [symbol, side, quantity]),
      [[FUND, 'SELL', Math.ceil(shortfall / (added[0]?.limit_price ?? 0)) + 1]],
    );
    assert.deepEqual([...new Set(after.orders.map(({ state }) => state))], ['FILLED']);
    assert.equal(after.state, 'EXECUTED');
    const tags = world.broker.account.state.requests.map(({ tag }) => tag);
    assert.equal(new Set(tags).size, tags.length);
  });

  it('portfolio/Policy rules 4: contributed money that waits is swept as cash, and waits on for the rebalance', async () => {
    const { core, owner } = world;
    const { contributions } = core.policies;
    const policy = await idlePolicy(world, { connection, capital: 4000 });
    await contributions.schedule(
      owner,
      policy.id,
      { amount: 20_000, frequency: 'once', start_date: TODAY },
      BY,
    );
    await contributions.round(new AbortController().signal);
    const id = (await contributions.list(owner, policy.id)).next?.contribution_id ?? '';
    await contributions.confirm(owner, id, { confirmed_amount: 20_000, external_reference: 'UTR7' }, BY);
    await contributions.apply(owner, id, BY);
    const batch = async () =>
      (
        await sql(
          `select b.status, b.cycle_id, b.plan_id, a.state from policy.policy_contribution_application_batch b,
             policy.policy_funding_allocations a where a.contribution_id = $1`,
          [id],
        )
      ).rows;
    const before = await batch();
    assert.equal(before.length, 1);
    await world.rounds(1);
    const [sweep] = await sweepsOf(world, policy.id);
    // 24,000 less 2,500 pay for 200 units at 107.07, 21,414.00 and charges; 201 would be 21,521.07.
    assert.deepEqual([sweep?.state, sweep?.orders[0]?.quantity], ['EXECUTED', 200]);
    assert.deepEqual(await batch(), before);
  });

  it('portfolio/Policy rules 4: nobody approves or rejects a sweep, and a cycle has one', async () => {
    const { core, owner } = world;
    const policy = await idleFirst();
    await world.rounds(1);
    const [sweep] = await sweepsOf(world, policy.id);
    assert.ok(sweep !== undefined);
    await refused(
      core.policies.live.approvals.approve(owner, sweep.plan_id, {}, ANSWERER),
      409,
      'PLAN_DECIDED',
    );
    await refused(
      core.policies.live.approvals.reject(owner, sweep.plan_id, {}, ANSWERER),
      409,
      'PLAN_DECIDED',
    );
    await assert.rejects(
      sql(
        `insert into policy.policy_order_plans (policy_id, owner_user_id, mode, cycle_id, state, digest, cash_before, cash_after,
           buy_value, sell_value, estimated_costs, connection_id, kind)
         select policy_id, owner_user_id, mode, cycle_id, state, 'x', 0, 0, 0, 0, 0, connection_id, kind
         from policy.policy_order_plans where id = $1`,
        [sweep.plan_id],
      ),
      /policy_order_plans_first/,
    );
  });
});
