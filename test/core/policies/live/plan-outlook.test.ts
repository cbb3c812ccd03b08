import assert from 'node:assert/strict';
import { planOutlook } from '../../../../charts/plan-outlook.ts';
import type { PlanView } from '../../../../core/policies/index.ts';
import { addDays } from '../../../../core/platform/index.ts';
import {
  firstPlan,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  preparedWorlds,
  tradingConnection,
} from '../../../support/live-policy.ts';

describe('what an approver sees of a plan beside its orders', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds('10000000', '2024-05-31'), tradingConnection);
  let world: LiveWorld;
  let connection: string;
  beforeEach(async () => {
    ({ world, prepared: connection } = await worldAnew());
  });

  const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await world.core.database.systemPool.query(text, values)).rows as T[];
  const read = async (id: string) => await world.core.policies.plans.get(world.owner, id);
  /** A policy that holds what its first plan bought, and the plan of the next evening, which sells a share that left the index. */
  async function sellingPlan(times = 1): Promise<{ first: PlanView; plan: PlanView; sold: string }> {
    const policy = await livePolicy(world, { connection, config: { rebalance: 'daily', top_n: 6 } });
    const first = await firstPlan(world, policy.id);
    await world.approve(first);
    const sold = first.orders[0]?.symbol ?? '';
    await sql(
      `update market.index_constituents set valid_to = '2024-05-01'
       where instrument_id = (select id from market.instruments where symbol = $1)`,
      [sold],
    );
    await sql(
      `update portfolio.price_history set close = round(close * $2, 2) where day >= '2024-05-02'
         and instrument_id = (select id from market.instruments where symbol = $1)`,
      [sold, times],
    );
    world.at('2024-05-02T12:45:00.000Z');
    await world.core.policies.cycles.advanceAll(new AbortController().signal);
    const { items } = await world.core.policies.plans.pending(world.owner, {});
    const [plan] = items;
    if (plan === undefined) throw new Error('there is no plan');
    return { first, plan, sold };
  }

  it('weights before and after are those of the rows of the books, and stand with the plan while it waits', async () => {
    const { first, plan, sold } = await sellingPlan();
    // The first one begins with cash alone.
    const begun = planOutlook(first);
    assert.deepEqual([begun?.before.holdings, begun?.before.cash_pct, begun?.after.holdings], [0, 100, 2]);
    const rows = await sql<{
      symbol: string;
      value: number;
      sector: string | null;
      after: number;
      cash: number;
    }>(
      `select p.symbol, (p.quantity * p.price)::float8 as value, i.sector, s.cash::float8 as cash,
         ((p.quantity + coalesce((select sum(case o.side when 'BUY' then o.quantity else -o.quantity end)
           from policy.policy_orders o where o.plan_id = $1 and o.instrument_id = p.instrument_id), 0)) * p.price)::float8 as after
       from policy.policy_positions p join policy.policy_state s using (policy_id, mode)
         join market.instruments i on i.id = p.instrument_id where p.mode = 'LIVE'`,
      [plan.plan_id],
    );
    const outlook = planOutlook(plan);
    assert.ok(outlook);
    const total = rows.reduce((sum, { value }) => sum + value, rows[0]?.cash ?? 0);
    for (const { symbol, value } of rows)
      assert.ok(
        Math.abs(
          (outlook.shares.find((share) => share.symbol === symbol)?.before ?? 0) - (value / total) * 100,
        ) < 1e-9,
      );
    assert.equal(outlook.shares.find(({ symbol }) => symbol === sold)?.after, 0);
    const kept = rows.filter(({ after }) => after > 0).length;
    const fresh = plan.orders.filter(
      ({ side, symbol }) => side === 'BUY' && !rows.some((row) => row.symbol === symbol),
    );
    assert.deepEqual([outlook.before.holdings, outlook.after.holdings], [rows.length, kept + fresh.length]);
    const sectors = new Map<string, number>();
    for (const { sector, value } of rows) sectors.set(sector ?? '', (sectors.get(sector ?? '') ?? 0) + value);
    const [largest] = [...sectors].toSorted((a, b) => b[1] - a[1]);
    assert.equal(outlook.before.sector?.name, largest?.[0]);
    assert.ok(Math.abs((outlook.before.sector?.pct ?? 0) - ((largest?.[1] ?? 0) / total) * 100) < 1e-9);
    // Once it is answered, it shows what became of it; the record of the answer has no copy of the book.
    await world.approve(plan);
    assert.equal((await read(plan.plan_id)).book, null);
    const [event] = await sql<{ book: unknown; orders: number; bytes: number }>(
      `select octet_length(evidence::text) / jsonb_array_length(evidence -> 'shown' -> 'orders') as bytes,
         evidence -> 'shown' -> 'book' as book, jsonb_array_length(evidence -> 'shown' -> 'orders') as orders
       from policy.policy_order_events where plan_id = $1 and event = 'approve' and order_id is null`,
      [plan.plan_id],
    );
    assert.deepEqual([event?.book, event?.orders], [null, plan.orders.length]);
    // The largest plan has 200 orders or so: what is kept of its answer stays below half a megabyte.
    assert.ok((event?.bytes ?? 0) < 2500, `${event?.bytes} bytes an order`);
  });

  it('a sale says what it realises, for how many days its gain is short-term, and after its fills what it realised', async () => {
    const { first, plan, sold } = await sellingPlan(1.3);
    const sale = plan.orders.find(({ symbol }) => symbol === sold);
    assert.ok(sale?.sale);
    const [trade] = await sql<{ cost: number }>(
      `select (value + costs)::float8 as cost from policy.policy_trades where symbol = $1 and side = 'BUY'`,
      [sold],
    );
    const gain = sale.value - sale.costs - (trade?.cost ?? 0);
    assert.ok(gain > 0 && Math.abs(sale.sale.gain - gain) < 0.011, `${sale.sale.gain} is not ${gain}`);
    // The law does not count STT among the costs: of purchase and sale 0.1 % each.
    const [bought] = (await read(first.plan_id)).orders;
    const stt = (sale.charges?.stt ?? 0) + (bought?.charges?.stt ?? 0);
    assert.ok(
      Math.abs(sale.sale.short_term_gain - gain - stt) < 0.011,
      `${sale.sale.short_term_gain} ${gain} ${stt}`,
    );
    assert.equal(sale.sale.long_term_gain, 0);
    assert.equal(sale.sale.is_booked, false);
    // Bought on 2 May 2024, a listed share is long-term from 3 May 2025 on: in 366 days.
    assert.deepEqual(
      [sale.sale.long_term_from, sale.sale.days_until, sale.sale.all_days_until],
      ['2025-05-03', 366, 366],
    );
    // Short-term gains of listed shares were taxed at 15 % until July 2024.
    assert.ok(Math.abs((sale.sale.tax ?? 0) - sale.sale.short_term_gain * 0.15) < 0.011);
    assert.ok(plan.orders.every((order) => order.side === 'SELL' || order.sale === null));

    await world.approve(plan);
    world.at('2024-05-03T04:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(3);
    const after = (await read(plan.plan_id)).orders.find(({ symbol }) => symbol === sold);
    const [row] = await sql<{ gain: number; tax: number }>(
      `select realised_gain::float8 as gain, tax::float8 from policy.policy_trades where symbol = $1 and side = 'SELL'`,
      [sold],
    );
    assert.deepEqual(
      [after?.sale?.is_booked, after?.sale?.gain, after?.sale?.tax],
      [true, row?.gain, row?.tax],
    );
  });

  it('an order stands beside the median of what was traded on the last 20 days, and says where that is unknown', async () => {
    // Days of 1, 2, 3 … million rupees: of the last 20 up to 30 April the median is that of the middle two.
    await sql(
      `update portfolio.price_history h set turnover = d.nr * 1000000
       from (select instrument_id, day, row_number() over (partition by instrument_id order by day) as nr
         from portfolio.price_history) d, market.instruments i
       where d.instrument_id = h.instrument_id and d.day = h.day and i.id = h.instrument_id and i.symbol <> 'SH05'`,
    );
    const policy = await livePolicy(world, { connection, config: { top_n: 12 } });
    const plan = await firstPlan(world, policy.id);
    for (const { symbol, value, turnover } of plan.orders) {
      if (symbol === 'SH05') {
        assert.deepEqual(turnover, {
          pct: null,
          sessions: 0,
          reason: 'Munim has traded values of SH05 for fewer than five days of the last six weeks.',
        });
        continue;
      }
      const days = await sql<{ turnover: number }>(
        `select turnover from portfolio.price_history where day <= '2024-04-30'
           and instrument_id = (select id from market.instruments where symbol = $1) order by day desc limit 20`,
        [symbol],
      );
      const sorted = days.map((one) => one.turnover).toSorted((a, b) => a - b);
      const median = ((sorted[9] ?? 0) + (sorted[10] ?? 0)) / 2;
      assert.equal(turnover?.sessions, 20);
      assert.ok(Math.abs((turnover?.pct ?? 0) - (value / median) * 100) < 1e-9);
    }
  });

  it('a share whose prices ended has no median day any more: only days of the last six weeks count, and five at least', async () => {
    const [share] = await sql<{ id: string }>(
      `select id::text from market.instruments where symbol = 'SH06'`,
    );
    const id = share?.id ?? '';
    await sql(
      `update portfolio.price_history set turnover = 5000000 where instrument_id = (select id from market.instruments where symbol = 'SH06')`,
    );
    const [last] = await sql<{ day: string }>(
      `select max(day)::text as day from portfolio.price_history where instrument_id = (select id from market.instruments where symbol = 'SH06')`,
    );
    const sessionsAfter = async (days: number) => {
      const on = addDays(last?.day ?? '', days);
      return (await world.core.strategies.panels.medianTurnovers([id], on)).get(id)?.sessions ?? null;
    };
    const daysFrom = async (days: number) =>
      (
        await sql(
          `select day from portfolio.price_history where day > $1::date and instrument_id = (select id from market.instruments where symbol = 'SH06')`,
          [addDays(last?.day ?? '', days - 42)],
        )
      ).length;
    assert.equal(await sessionsAfter(0), 20);
    // Of the six weeks before it, those days that are left are counted.
    const left = await daysFrom(32);
    assert.ok(left >= 5 && left < 10, `${left}`);
    assert.equal(await sessionsAfter(32), left);
    assert.ok((await daysFrom(39)) < 5);
    assert.equal(await sessionsAfter(39), null);
    assert.equal(await sessionsAfter(365), null);
  });

  it('a plan that was made before Munim kept all this says so', async () => {
    const policy = await livePolicy(world, { connection, config: { top_n: 6 } });
    const { plan_id } = await firstPlan(world, policy.id);
    await sql('update policy.policy_order_plans set book = null');
    await sql('update policy.policy_orders set outlook = null');
    const plan = await read(plan_id);
    assert.deepEqual([plan.book, plan.orders[0]?.sale, plan.orders[0]?.turnover], [null, null, null]);
  });
});
