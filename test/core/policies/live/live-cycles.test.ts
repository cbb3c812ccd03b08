import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import {
  BY,
  firstPlan,
  LAST_CLOSE,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  loginAgain,
  tradingConnection,
} from '../../../support/live-policy.ts';

/** Closes beyond the day that trading begins; nobody looks at them before their evening. */
const UNTIL = '2024-05-31';

describeEachBroker('cycles of policies that trade', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds('10000000', UNTIL), (one) => tradingConnection(one, at));
  let world: LiveWorld;
  let connection: string;
  beforeEach(async () => {
    ({ world, prepared: connection } = await worldAnew());
  });

  const sql = async (text: string, values: unknown[] = []) =>
    await world.core.database.systemPool.query(text, values);
  /** What the scheduler does in the evening of a day. */
  const evening = async (day: string) => {
    world.at(`${day}T12:45:00.000Z`);
    return await world.core.policies.cycles.advanceAll(new AbortController().signal);
  };
  const live = async (of: Partial<Parameters<typeof livePolicy>[1]> = {}) =>
    await livePolicy(world, { connection, ...of });
  const newest = async (id: string) => (await world.core.policies.get(world.owner, id)).latest_cycle;

  it('policies/Policy rules 1: the books begin at the last close with the capital, and a day has one plan whoever asks', async () => {
    const policy = await live({ capital: 250_000 });
    const plan = await firstPlan(world, policy.id);
    const again = await world.core.policies.requests.run(world.owner, policy.id, BY);
    assert.equal(again.plan_id, plan.plan_id);
    const { total } = await world.core.policies.plans.list(world.owner, {});
    assert.equal(total, 1);
    const { items } = await world.core.policies.books.equity(world.owner, policy.id, { mode: 'LIVE' });
    assert.deepEqual(
      items.map(({ date, cash, nav_net_of_tax }) => [date, cash, nav_net_of_tax]),
      [[LAST_CLOSE, 250_000, 10]],
    );
    // Units at the first NAV of 10: 250,000 rupees are 25,000 of them.
    const after = await world.core.policies.get(world.owner, policy.id);
    assert.equal(after.state.units_outstanding, 25_000);
    assert.deepEqual([plan.cash_before, plan.max_order_value], [250_000, 1_000_000]);
    assert.ok(
      Math.abs(plan.cash_before - plan.buy_value + plan.sell_value - plan.estimated_costs - plan.cash_after) <
        0.01,
    );
  });

  it('policies/Policy rules 2: a weekly policy plans on the last session of its week, and values every session', async () => {
    const policy = await live();
    await evening('2024-05-02');
    assert.equal(await newest(policy.id), null);
    await evening('2024-05-03');
    const cycle = await newest(policy.id);
    assert.deepEqual([cycle?.cycle_date, cycle?.status], ['2024-05-03', 'PENDING_APPROVAL']);
    const { items } = await world.core.policies.books.equity(world.owner, policy.id, { mode: 'LIVE' });
    assert.deepEqual(
      items.map(({ date }) => date),
      [LAST_CLOSE, '2024-05-02', '2024-05-03'],
    );
  });

  it('policies/Policy rules 1: a plan that nobody answered gives way to the next one; one under way does not', async () => {
    const policy = await live({ config: { rebalance: 'daily', plan_expiry_hours: 200 } });
    const first = await firstPlan(world, policy.id);
    await evening('2024-05-02');
    const second = await newest(policy.id);
    assert.equal(second?.status, 'PENDING_APPROVAL');
    const replaced = await world.core.policies.plans.get(world.owner, first.plan_id);
    assert.deepEqual([replaced.state, replaced.note], ['EXPIRED', 'A newer plan replaced it.']);
    // Approved in the evening, it waits for the morning; the next evening's cycle waits for it.
    const plan = await world.core.policies.plans.get(world.owner, second?.plan_id ?? '');
    await world.approve(plan);
    await sql(
      `insert into policy.trading_pauses (owner_user_id, paused_at, paused_by) values ($1, now(), 'x')`,
      [world.owner],
    );
    await evening('2024-05-03');
    const third = await newest(policy.id);
    assert.equal(third?.status, 'FAILED');
    assert.match(third?.failure ?? '', /earlier plan have not ended yet/);
  });

  it('policies/Policy rules 7: a held position without a price fails the cycle closed; the day is valued all the same', async () => {
    const policy = await live({ config: { rebalance: 'daily' } });
    await world.approve(await firstPlan(world, policy.id));
    const { items: trades } = await world.core.policies.books.trades(world.owner, policy.id, {
      mode: 'LIVE',
    });
    const [held] = trades;
    await sql(
      `delete from portfolio.price_history where day = '2024-05-02'
         and instrument_id = (select instrument_id from policy.policy_positions where symbol = $1 and mode = 'LIVE')`,
      [held?.symbol],
    );
    await evening('2024-05-02');
    const failed = await newest(policy.id);
    assert.equal(failed?.status, 'FAILED');
    assert.match(failed?.failure ?? '', new RegExp(`${held?.symbol} has no price for this session`));
    const { items } = await world.core.policies.books.equity(world.owner, policy.id, { mode: 'LIVE' });
    assert.equal(items.at(-1)?.date, '2024-05-02');
    const { total } = await world.core.policies.plans.pending(world.owner, {});
    assert.equal(total, 0);
  });

  it('policies/Policy rules 5: fills in the morning of a split are booked on shares of that morning, and the evening adds nothing', async () => {
    const { core, owner } = world;
    const policy = await live({ config: { rebalance: 'daily', plan_expiry_hours: 200 } });
    await world.approve(await firstPlan(world, policy.id));
    const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
    const symbol = trades[0]?.symbol ?? '';
    const before = trades.filter((one) => one.symbol === symbol).reduce((sum, one) => sum + one.quantity, 0);
    // Two for one on Monday; the closes from then on are half of what they would be.
    const { rows } = await sql(
      `select instrument_id from policy.policy_positions where symbol = $1 and mode = 'LIVE'`,
      [symbol],
    );
    const { instrument_id } = (rows as { instrument_id: string }[])[0] ?? { instrument_id: '' };
    await sql(
      `insert into market.corporate_actions (exchange, symbol, instrument_id, kind, ex_date, new_shares, old_shares, source, status,
         raw)
       values ('NSE', $2, $1, 'SPLIT', '2024-05-06', 2, 1, 'test', 'READ', 'SPLIT')`,
      [instrument_id, symbol],
    );
    await sql(
      `update portfolio.price_history set close = close / 2 where instrument_id = $1 and day >= '2024-05-06'`,
      [instrument_id],
    );
    await evening('2024-05-02');
    await evening('2024-05-03');
    const plan = await core.policies.plans.get(owner, (await newest(policy.id))?.plan_id ?? '');
    await world.approve(plan);
    world.at('2024-05-06T04:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(2);
    const bought = (await core.policies.plans.get(owner, plan.plan_id)).orders
      .filter((order) => order.symbol === symbol)
      .reduce((sum, order) => sum + (order.side === 'BUY' ? 1 : -1) * order.filled_quantity, 0);
    const quantity = async () => {
      const { rows: held } = await sql(
        `select quantity::float8 from policy.policy_positions where symbol = $1 and mode = 'LIVE'`,
        [symbol],
      );
      return (held as { quantity: number }[])[0]?.quantity;
    };
    const { rows: earlier } = await sql(
      `select coalesce(sum(case side when 'BUY' then quantity else -quantity end), 0)::float8 as sum
       from policy.policy_trades where symbol = $1 and mode = 'LIVE' and day < '2024-05-06'`,
      [symbol],
    );
    const held = (earlier as { sum: number }[])[0]?.sum ?? before;
    assert.equal(await quantity(), held * 2 + bought);
    await evening('2024-05-06');
    assert.equal(await quantity(), held * 2 + bought, 'the split is not applied once more');
    const { items: events } = await core.policies.books.universeEvents(owner, policy.id, { mode: 'LIVE' });
    assert.equal(events.filter(({ kind }) => kind === 'SPLIT').length, 1);
  });

  it('policies/go-live: the books on paper stay byte for byte what they were', async () => {
    const { core, owner } = world;
    const policy = await live();
    const paper = async () => {
      const { rows } = await sql(
        `select s.*, (select json_agg(f order by f.id) from policy.policy_cash_flows f where f.policy_id = s.policy_id and f.mode = 'PAPER') as flows
         from policy.policy_state s where policy_id = $1 and mode = 'PAPER'`,
        [policy.id],
      );
      return JSON.stringify(rows);
    };
    const before = await paper();
    await world.approve(await firstPlan(world, policy.id));
    await evening('2024-05-03');
    assert.equal(await paper(), before);
    assert.equal((await core.policies.books.equity(owner, policy.id, {})).items.length, 0);
  });
});
