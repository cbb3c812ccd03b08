import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { createAllocations } from '../../../../core/policies/live/allocations.ts';
import { createLiveTerms } from '../../../../core/policies/live/index.ts';
import { createLeases, Decimal } from '../../../../core/platform/index.ts';
import {
  type AllocationWorld,
  allocationWorlds,
  closesOf,
  leftPending,
  SIGNAL,
  splitOf,
  TODAY,
} from '../../../support/allocation-world.ts';
import { BY, LAST_CLOSE, loginAgain } from '../../../support/live-policy.ts';
import { refused } from '../../../support/problems.ts';
import { slowLegs } from '../../../support/slow-allocation.ts';

describeEachBroker('contributed money that buys the current targets at once', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const anew = allocationWorlds(at);
  let m: AllocationWorld;
  beforeEach(async () => void (m = await anew()));

  it('portfolio/Allocation modes: money that is credited has a plan of purchases at once, which waits for an approval', async () => {
    await m.traded();
    const before = await m.cash();
    const equity = await m.sql(`select * from policy.policy_equity where policy_id = ?`, [m.policy()]);
    const applied = await m.credited(50_000);
    assert.equal(applied.state, 'APPLIED');
    const [plan, ...others] = await m.pending();
    assert.ok(plan !== undefined);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [plan.kind, plan.cycle_type, plan.mode, plan.state, plan.sell_value],
      ['CYCLE', 'CONTRIBUTION_ALLOCATION', 'LIVE', 'PENDING_APPROVAL', 0],
    );
    assert.deepEqual(plan.new_money, { amount: 50_000, credited_on: TODAY });
    assert.ok(plan.orders.length > 0);
    assert.ok(plan.orders.every(({ side, quantity }) => side === 'BUY' && Number.isInteger(quantity)));
    assert.ok(plan.buy_value + plan.estimated_costs <= 50_000);
    assert.equal(plan.cash_before, before.plus(50_000).toNumber());
    const [batch] = await m.batches();
    assert.deepEqual(
      [batch?.status, batch?.plan_id, batch?.reservation],
      ['PENDING_APPROVAL', plan.plan_id, 'APPLIED_TO_POLICY'],
    );
    assert.deepEqual(await m.cycles(), [{ status: 'PENDING_APPROVAL', batch: batch?.id, ranked: null }]);
    // What is planned is in nobody's books.
    assert.equal((await m.cash()).toFixed(), before.plus(50_000).toFixed());
    assert.deepEqual(
      await m.sql(`select * from policy.policy_equity where policy_id = ?`, [m.policy()]),
      equity,
    );
    const [told] = await m.notices('policy_plan');
    assert.match(
      told?.title ?? '',
      /^LIVE · Momentum LIVEMOMO: \d+ purchases with new money wait for your approval$/,
    );
    assert.match(
      told?.body ?? '',
      /^Invests ₹50,000 that came in on 2 May 2024 in the current targets\. Nothing is sold for it\./,
    );
  });

  it('portfolio/Funding reservation: the approved plan is sent like other plans, and fills that cover the money use it up', async () => {
    await m.funded();
    const before = await m.cash();
    const plan = await m.approve(await m.allocation());
    assert.equal(plan.state, 'EXECUTED');
    assert.deepEqual(plan.decided?.by, 'api:owner');
    const [bought] = await m.sql<{ value: string; costs: string }>(
      `select sum(t.value)::text as value, sum(t.costs)::text as costs from policy.policy_trades t
       join policy.policy_orders o on o.id = t.order_id where o.plan_id = ?`,
      [plan.plan_id],
    );
    // Money identity: what was there is what is left, what was bought, and what that cost.
    assert.equal(
      (await m.cash())
        .plus(bought?.value ?? 0)
        .plus(bought?.costs ?? 0)
        .toFixed(),
      before.toFixed(),
    );
    // The practice broker fills at the limits, 2% above what was planned: more than the 50,000 were put to work.
    assert.ok(new Decimal(bought?.value ?? 0).gte(50_000), bought?.value);
    assert.deepEqual(
      (await m.batches()).map(({ status, reservation, evidence }) => [status, reservation, evidence]),
      [['EXECUTED', 'CONSUMED', 'ORDER_EXECUTION']],
    );
    assert.deepEqual(
      (await m.cycles()).map(({ status }) => status),
      ['EXECUTED'],
    );
  });

  it('portfolio/Funding reservation: a plan of which an order was left out leaves its money reserved', async () => {
    await m.funded();
    const plan = await m.allocation();
    const done = await m.approve(
      plan,
      plan.orders.slice(1).map(({ order_id }) => order_id),
    );
    assert.equal(done.state, 'EXECUTED');
    assert.deepEqual(
      (await m.batches()).map(({ status, reservation }) => [status, reservation]),
      [['EXECUTED', 'APPLIED_TO_POLICY']],
    );
  });

  const CONFIGS: [
    what: string,
    config: { top_n: number; max_stock_pct?: number; max_sector_pct?: number },
    amount: number,
  ][] = [
    ['equal parts', { top_n: 12 }, 50_000],
    ['the cap on a share', { top_n: 4, max_stock_pct: 7 }, 60_000],
    ['the cap on a sector', { top_n: 6, max_sector_pct: 14 }, 60_000],
    ['less than some shares cost', { top_n: 12 }, 3_000],
  ];
  for (const [what, config, amount] of CONFIGS)
    it(`portfolio/Allocation modes: ${what}: whole shares within the caps and the money, as a slow calculation finds them`, async () => {
      // What is too small for the settings is another matter.
      await m.traded({ ...config, min_order_value: 0 });
      await m.credited(amount);
      const expected = await slowLegs(m, m.policy(), config, amount);
      assert.ok(expected.length > 0);
      // A cap that binds nothing would prove nothing.
      if (/cap/.test(what))
        assert.notDeepEqual(
          expected,
          await slowLegs(m, m.policy(), { ...config, max_stock_pct: 100, max_sector_pct: 100 }, amount),
        );
      const plan = await m.allocation();
      assert.deepEqual(
        plan.orders.map(({ symbol, quantity }) => [symbol, quantity]),
        expected,
      );
    });

  it('portfolio/Allocation modes: the crediting that is asked for again makes no second plan', async () => {
    await m.traded();
    const id = await m.confirmed(50_000);
    const keyed = { ...BY, request: { idempotencyKey: 'api:apply-this-once' } };
    const { contributions } = m.core.policies;
    await contributions.apply(m.owner, id, keyed);
    await contributions.apply(m.owner, id, keyed);
    await refused(m.apply(id), 409, 'CONTRIBUTION_STATE');
    await m.rounds(3);
    assert.equal((await m.cycles()).length, 1);
    assert.equal((await m.pending()).length, 1);
    assert.equal((await m.notices('policy_plan')).filter(({ title }) => /new money/.test(title)).length, 1);
  });

  it('portfolio/Allocation modes: a process that dies after the crediting leaves the money to the round of the next minute', async () => {
    await m.traded();
    await leftPending(m, () => m.credited(50_000));
    assert.deepEqual(await m.statuses(), ['PENDING']);
    assert.deepEqual(await m.cycles(), []);
    const { planned } = await m.core.policies.live.round(SIGNAL);
    assert.equal(planned, 1);
    assert.deepEqual(await m.statuses(), ['PENDING_APPROVAL']);
    assert.equal((await m.allocation()).new_money?.amount, 50_000);
  });

  it('portfolio/Allocation modes: of many that put the same money to work one does', async () => {
    await m.traded();
    await leftPending(m, () => m.credited(50_000));
    const { allocations } = m.core.policies.live;
    const all = await Promise.all(
      Array.from({ length: 6 }, () => allocations.allocate(m.policy(), 'scheduler')),
    );
    assert.deepEqual(all.filter((one) => one === 'PLANNED').length, 1, all.join());
    assert.equal((await m.cycles()).length, 1);
    assert.equal((await m.pending()).length, 1);
  });

  it('portfolio/Allocation modes: while another process has the policy nothing is written beside it', async () => {
    await m.traded();
    await leftPending(m, () => m.credited(50_000));
    await m.sql(`update policy.policies set lease_until = ?, epoch = epoch + 1 where id = ?`, [
      '2024-05-02T06:00:20Z',
      m.policy(),
    ]);
    const { allocations } = m.core.policies.live;
    assert.equal(await allocations.allocate(m.policy(), 'scheduler'), 'BUSY');
    assert.deepEqual(await m.statuses(), ['PENDING']);
    await m.sql(`update policy.policies set lease_until = null where id = ?`, [m.policy()]);
    assert.equal(await allocations.allocate(m.policy(), 'scheduler'), 'PLANNED');
  });

  it('portfolio/Allocation modes: what fails while it is written leaves the money PENDING and credited, and is tried again', async () => {
    await m.traded();
    await leftPending(m, () => m.credited(50_000));
    const [batch] = await m.batches();
    // A batch has one cycle: a second one is refused by the database, with everything of its transaction.
    const [stray] = await m.sql<{ id: string }>(
      `insert into policy.policy_cycles (policy_id, owner_user_id, mode, cycle_date, cycle_type, contribution_batch_id, status,
         requested_by) values (?, ?, 'LIVE', ?, 'CONTRIBUTION_ALLOCATION', ?, 'NOOP', 'test') returning id::text`,
      [m.policy(), m.owner, TODAY, batch?.id ?? ''],
    );
    assert.equal((await m.core.policies.live.round(SIGNAL)).planned, 0);
    assert.deepEqual([await m.statuses(), await m.pending()], [['PENDING'], []]);
    await m.sql(`delete from policy.policy_cycles where id = ?`, [stray?.id ?? '']);
    assert.equal((await m.core.policies.live.round(SIGNAL)).planned, 1);
    assert.deepEqual(await m.statuses(), ['PENDING_APPROVAL']);
  });

  it('portfolio/Policy rules 10: money of one day has one batch and one plan, dated by the day on which it was credited', async () => {
    const waiting = await m.traded({}, 'leave');
    // Due on 2 May, credited on the 3rd.
    const [first, second] = [await m.confirmed(20_000), await m.confirmed(30_000)];
    await closesOf(m, TODAY);
    m.at('2024-05-02T14:00:00.000Z');
    await m.core.policies.cycles.advanceAll(SIGNAL);
    m.at('2024-05-03T04:30:00.000Z');
    await m.apply(first);
    await m.apply(second);
    const found = await m.batches();
    assert.equal(new Set(found.map(({ id }) => id)).size, 1);
    assert.deepEqual(
      found.map(({ effective_date, status }) => [effective_date, status]),
      [
        ['2024-05-03', 'PENDING'],
        ['2024-05-03', 'PENDING'],
      ],
    );
    // The plan that stood in the way is over: the money of both is bought with at once.
    await loginAgain(m, m.connection);
    await m.approve(waiting);
    await m.rounds(1);
    assert.deepEqual((await m.allocation()).new_money, { amount: 50_000, credited_on: '2024-05-03' });
  });

  it('portfolio/Live policies, run-cycle: the same request gives the same rebalance, whatever new money bought since then', async () => {
    await m.traded();
    const { requests } = m.core.policies;
    const before = await requests.run(m.owner, m.policy(), BY);
    await m.credited(50_000);
    const after = await requests.run(m.owner, m.policy(), BY);
    assert.deepEqual([after.cycle_id, after.cycle_type], [before.cycle_id, 'NORMAL_REBALANCE']);
    const { latest_cycle } = await m.core.policies.get(m.owner, m.policy());
    assert.equal(latest_cycle?.cycle_type, 'CONTRIBUTION_ALLOCATION');
  });

  it('portfolio/Policy rules 7: quotes of the day stand before the last closes, for targets and for what is held', async () => {
    await m.traded();
    await leftPending(m, () => m.credited(50_000));
    const [[quoted] = ['']] = await slowLegs(m, m.policy(), { top_n: 12 }, 50_000);
    const closes = new Map(
      (
        await m.sql<{ symbol: string; close: number }>(
          `select i.symbol, h.close::float8 from portfolio.price_history h join market.instruments i on i.id = h.instrument_id
           where h.day = ?`,
          [LAST_CLOSE],
        )
      ).map(({ symbol, close }) => [symbol, close]),
    );
    // A split of this morning: the close before it is no price any more, and the quote is.
    await splitOf(m, quoted);
    const asked = new Set<string>();
    const { core } = m;
    const allocations = createAllocations(core, {
      leases: createLeases({ table: 'policy.policies', key: ['id'], leaseMs: 60_000 }, core),
      loader: core.strategies.panels,
      calendar: core.calendar,
      notifications: core.notifications,
      terms: createLiveTerms({ calendar: core.calendar, clock: m.clock, notifications: core.notifications }),
      async quotesOf(_, wanted) {
        await Promise.resolve();
        return wanted.map(({ symbol }) => {
          asked.add(symbol);
          if (symbol !== quoted) return { quote: null, reason: 'NO_PROVIDER' as const };
          return {
            quote: { price: (closes.get(symbol) ?? 0) / 2, as_of: TODAY } as never,
            reason: null,
          } as never;
        });
      },
    });
    assert.equal(await allocations.allocate(m.policy(), 'test'), 'PLANNED');
    assert.equal(asked.size, 12);
    const orders = await m.sql<{ symbol: string; price: number; source: string }>(
      `select symbol, reference_price::float8 as price, reference_source as source from policy.policy_orders where plan_id = ?`,
      [(await m.allocation()).plan_id],
    );
    for (const { symbol, price, source } of orders)
      assert.deepEqual(
        [price, source],
        symbol === quoted ? [(closes.get(symbol) ?? 0) / 2, 'LTP'] : [closes.get(symbol), 'CLOSE'],
        symbol,
      );
    assert.ok(orders.length > 1 && orders.some(({ symbol }) => symbol === quoted));
  });
});
